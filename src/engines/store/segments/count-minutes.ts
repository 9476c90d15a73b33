/** Counts the rows of each minute by level, source and service: what searches ask for most is answered from this. */
import { MINUTE_MS } from '../../../spec/units.ts';
import type { MinuteCounts } from './part-index.ts';
import type { NumberedValues, PartRows } from './part-rows.ts';

/** Of rows in the given order, from one place to before another. */
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
  const { timestamp } = rows.numbers;
  for (let i = from; i < to; i++) {
    const row = order[i] ?? 0;
    const a = level.numbers[row] ?? 0;
    const b = source.numbers[row] ?? 0;
    const c = service.numbers[row] ?? 0;
    const name = (a * source.values.length + b) * service.values.length + c;
    let which = known.get(name);
    if (which === undefined) {
      which = combinations.push([textOf(level, a), textOf(source, b), textOf(service, c)]) - 1;
      known.set(name, which);
      counts.push(new Map());
    }
    const minute = Math.floor((timestamp[row] ?? 0) / MINUTE_MS);
    const own = counts[which];
    own?.set(minute, (own.get(minute) ?? 0) + 1);
  }
  const all = counts
    .flatMap((own, which) => [...own].map(([minute, count]) => ({ which, minute, count })))
    .sort((a, b) => a.minute - b.minute || a.which - b.which);
  return {
    combinations,
    minutes: all.map(({ minute }, i) => minute - (all[i - 1]?.minute ?? 0)),
    which: all.map(({ which }) => which),
    rows: all.map(({ count }) => count),
  };
}

function textOf({ values }: NumberedValues, number: number): string {
  return values[number]?.toString() ?? '';
}
