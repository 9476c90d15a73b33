/** The cells of a heat map, read from the table of a search. */
import { type Column, numberOf, textOf } from './chart-data.ts';

export interface HeatCells {
  /** Seconds since 1970 at which the columns begin. */
  readonly x: readonly number[];
  /** Names of the rows, the lowest first. */
  readonly buckets: readonly string[];
  /** By row, then by column; nothing where nothing was. */
  readonly cells: readonly (readonly (number | null)[])[];
}

/** Columns `_time`, bucket, number; one cell for each pair of the first two. */
export function readCells(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
): HeatCells {
  const [bucket, number] = columns.filter(({ name }) => name !== '_time');
  const times = new Set<number>();
  const found = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const time = Date.parse(textOf(row['_time'])) / 1_000;
    const value = number === undefined ? null : numberOf(row[number.name]);
    if (bucket === undefined || value === null || !Number.isFinite(time)) continue;
    times.add(time);
    const name = textOf(row[bucket.name]);
    const cells = found.get(name) ?? new Map<number, number>();
    cells.set(time, (cells.get(time) ?? 0) + value);
    found.set(name, cells);
  }
  const x = [...times].toSorted((left, right) => left - right);
  const buckets = [...found.keys()].toSorted(byNumberOrName);
  const cells = buckets.map((name) => x.map((time) => found.get(name)?.get(time) ?? null));
  return { x, buckets, cells };
}

function byNumberOrName(left: string, right: string): number {
  const difference = Number.parseFloat(left) - Number.parseFloat(right);
  if (Number.isFinite(difference) && difference !== 0) return difference;
  return left < right ? -1 : 1;
}
