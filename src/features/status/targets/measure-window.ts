import { LIMITS } from '../../../spec/limits.ts';
import { type Buckets, subtract } from './buckets.ts';

/** What a node has measured within the window, from counts that only grow. */
export interface MeasureWindow {
  /** Called from time to time with the current totals. */
  note(at: number, counts: Counts): void;
  /** What was counted within the window that ends now, and when it begins. */
  read(now: number, counts: Counts): { readonly from: number; readonly counts: Counts };
}

/** Keyed by the name of the measurement; missing if this node does not measure it. */
export type Counts = Readonly<Partial<Record<string, Buckets>>>;

export function createMeasureWindow(startedAt: number): MeasureWindow {
  const { windowMs, keptEveryMs } = LIMITS.targets;
  const kept: { readonly at: number; readonly counts: Counts }[] = [];
  return {
    note(at, counts) {
      if (at - (kept.at(-1)?.at ?? startedAt) < keptEveryMs) return;
      kept.push({ at, counts });
      // One that is older than the window is needed, to be subtracted.
      while ((kept[1]?.at ?? Infinity) <= at - windowMs) kept.shift();
    },
    read(now, counts) {
      const before = kept.findLast(({ at }) => at <= now - windowMs);
      const since = Object.entries(counts).map(([name, buckets]) => [
        name,
        buckets === undefined ? undefined : subtract(buckets, before?.counts[name]),
      ]);
      return { from: before?.at ?? startedAt, counts: Object.fromEntries(since) as Counts };
    },
  };
}
