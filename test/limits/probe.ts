import type { TestContext } from 'node:test';
import type { SettableLimits } from '../../src/spec/defaults.ts';
import type { Limits } from '../../src/spec/limits.ts';

/** What shows that a limit is obeyed as it was set. */
export interface Probe {
  /** What is seen of the product under these limits. */
  readonly observe: (limits: Limits, t: TestContext) => unknown;
  /** What is seen when the limit is set to a value: something else for each. */
  readonly cases: readonly (readonly [set: number, seen: unknown])[];
}

/** One for each limit of these groups: a limit without a probe does not compile. */
export type ProbesOf<Group extends keyof SettableLimits> = {
  readonly [G in Group]: { readonly [N in keyof SettableLimits[G]]: Probe };
};

export function probe(observe: Probe['observe'], ...cases: Probe['cases']): Probe {
  return { observe, cases };
}
