/** Counts the rows of each minute by level, source and service, which answers the most common searches. */
import { MINUTE_MS } from '../../../spec/units.ts';
import type { MinuteCounts } from './part-index.ts';
import type { NumberedValues, PartRows } from './part-rows.ts';

/** Counts rows in the given order, from one position up to but excluding another. */
export function countMinutes(
  rows: PartRows,
  order: Uint32Array,
  from: number,
  to: number,
): MinuteCounts {
  const { level, source, service } = rows.few;
  const known = new Map<number, number>();
  const combinations: [string, string, string][] = [];
  const counts: Map<number, number>[] = [];
  /** The minute in which each combination was last seen: rows of a service are in time order. */
  const lastMinutes: number[] = [];
  const lastCounts: number[] = [];
  const note = (at: number): void => {
    const [minute = 0, count = 0] = [lastMinutes[at], lastCounts[at]];
    const own = counts[at];
    own?.set(minute, (own.get(minute) ?? 0) + count);
  };
  const { timestamp } = rows.numbers;
  let [lastName, which] = [-1, 0];
  for (let i = from; i < to; i++) {
    const row = order[i] ?? 0;
    const a = level.numbers[row] ?? 0;
    const b = source.numbers[row] ?? 0;
    const c = service.numbers[row] ?? 0;
    const name = (a * source.values.length + b) * service.values.length + c;
    const minute = Math.floor((timestamp[row] ?? 0) / MINUTE_MS);
    if (name !== lastName) {
      const before = known.get(name);
      which = before ?? counts.length;
      if (before === undefined) {
        known.set(name, which);
        combinations.push([textOf(level, a), textOf(source, b), textOf(service, c)]);
        counts.push(new Map());
        lastMinutes.push(minute);
        lastCounts.push(0);
      }
      lastName = name;
    }
    if (lastMinutes[which] !== minute) {
      note(which);
      lastMinutes[which] = minute;
      lastCounts[which] = 0;
    }
    lastCounts[which] = (lastCounts[which] ?? 0) + 1;
  }
  for (const each of counts.keys()) note(each);
  const all = counts
    .flatMap((own, at) => [...own].map(([minute, count]) => ({ at, minute, count })))
    .sort((a, b) => a.minute - b.minute || a.at - b.at);
  return {
    combinations,
    minutes: all.map(({ minute }, i) => minute - (all[i - 1]?.minute ?? 0)),
    which: all.map(({ at }) => at),
    rows: all.map(({ count }) => count),
  };
}

function textOf({ values }: NumberedValues, number: number): string {
  return values[number]?.toString() ?? '';
}
