import type { Rule } from '../rule.ts';

/** When this node has last asked the store for each rule. What another node did it does not know, and asks instead. */
export interface MeasuredTicks {
  last(rule: Rule): number | undefined;
  note(rule: Rule, at: number): void;
}

/** As many rules as a node is made for. */
const REMEMBERED_MAX = 10_000;

export function createMeasuredTicks(): MeasuredTicks {
  const ticks = new Map<string, { readonly version: number; readonly at: number }>();
  return {
    last({ id, version }) {
      const known = ticks.get(id);
      return known?.version === version ? known.at : undefined;
    },
    note({ id, version }, at) {
      ticks.delete(id);
      ticks.set(id, { version, at });
      const [oldest] = ticks.keys();
      if (ticks.size > REMEMBERED_MAX && oldest !== undefined) ticks.delete(oldest);
    },
  };
}
