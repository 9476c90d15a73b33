import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { pointOf } from '../snapshot.ts';

const WEEK_MS = 7 * DAY_MS;

/** Of the given snapshots, those to keep: all of a day, then the newest of each day, then of each week; and the newest. */
export function keptSnapshots(ids: readonly string[], now: number): Set<string> {
  const { keepAllMs, keepDailyMs, keepWeeklyMs } = LIMITS.backup;
  const kept = new Set<string>();
  const taken = new Set<string>();
  for (const id of ids.toSorted().toReversed()) {
    const point = pointOf(id);
    if (point === undefined) continue;
    const age = now - point;
    const day = `day ${Math.floor(point / DAY_MS)}`;
    const week = `week ${Math.floor(point / WEEK_MS)}`;
    const isKept =
      kept.size === 0 ||
      age <= keepAllMs ||
      (age <= keepDailyMs && !taken.has(day)) ||
      (age <= keepWeeklyMs && !taken.has(week));
    if (!isKept) continue;
    kept.add(id);
    taken.add(day);
    taken.add(week);
  }
  return kept;
}
