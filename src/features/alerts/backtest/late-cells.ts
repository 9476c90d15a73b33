import type { StepCount } from '../conditions/measure-counts.ts';
import type { TickWindow } from '../conditions/asking.ts';

/** Events of a group that happened in one step, and were stored in one stretch of time. */
export interface LateCell {
  readonly hash: string;
  readonly step: number;
  /** The beginning of the stretch. */
  readonly storedAt: number;
  readonly count: number;
  readonly late: number;
}

export interface LateCells {
  /** What was known at a tick of the steps around the late events of its window. */
  at(hash: string, window: TickWindow, steps: number): readonly StepCount[];
}

export function createLateCells(cells: readonly LateCell[]): LateCells {
  const groups = new Map(
    [...Map.groupBy(cells, ({ hash }) => hash)].map(([hash, those]) => [
      hash,
      {
        bySteps: Map.groupBy(those, ({ step }) => step),
        late: those.filter(({ late }) => late > 0).toSorted((a, b) => a.storedAt - b.storedAt),
      },
    ]),
  );
  return {
    at(hash, { from, to }, steps) {
      const group = groups.get(hash);
      if (group === undefined) return [];
      const isFresh = ({ storedAt }: LateCell): boolean => storedAt >= from && storedAt < to;
      const wanted = new Set<number>();
      for (const { step } of group.late.filter(isFresh)) {
        // Stretches that contain it, and those adjacent to them.
        for (let other = step - 2 * steps; other <= step + 2 * steps; other += 1) wanted.add(other);
      }
      return [...wanted].flatMap((step) => {
        const stored = (group.bySteps.get(step) ?? []).filter(({ storedAt }) => storedAt < to);
        if (stored.length === 0) return [];
        const count = stored.reduce((sum, each) => sum + each.count, 0);
        const fresh = stored.filter(isFresh).reduce((sum, each) => sum + each.late, 0);
        return [{ step, count, fresh }];
      });
    },
  };
}
