/** Reads counts instead of rows: whole minutes from the counts, what is left of the time at its ends from the rows. */
import type { LogsRead } from '../dialect/translate.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { readOf, timesOf, type Slice } from './choose-files.ts';
import type { DayFile } from './day-file.ts';
import { COUNTED_COLUMNS } from './minute-counts.ts';

const COLUMNS = ['"timestamp"', ...COUNTED_COLUMNS].join(', ');
const ROWS = `${COLUMNS}, 1::BIGINT AS events`;

/** Text that stands behind FROM. */
export function fromCounts(files: readonly DayFile[], any: DayFile, read: LogsRead): string {
  const reads = files.flatMap((file) => readsOf(file, read));
  if (reads.length === 0) return `(SELECT ${ROWS} FROM ${any.catalog}.logs LIMIT 0)`;
  return `(${reads.join(' UNION ALL ')})`;
}

function readsOf({ catalog, bounds }: DayFile, read: LogsRead): string[] {
  // What lies beyond the rows of the file needs no end of its own.
  const from = Math.max(read.from ?? -Infinity, minuteOf(bounds.from));
  const to = Math.min(read.to ?? Infinity, minuteOf(bounds.to) + MINUTE_MS);
  const lower = Math.min(to, Math.ceil(from / MINUTE_MS) * MINUTE_MS);
  const upper = Math.max(lower, minuteOf(to));
  const rows = (slice: Slice): string[] =>
    slice.from < slice.to ? [readOf(`${catalog}.logs`, timesOf(slice), ROWS)] : [];
  const minutes = { from: lower, to: upper };
  return [
    ...rows({ from, to: lower }),
    ...(lower < upper
      ? [readOf(`${catalog}.minutes`, timesOf(minutes), `${COLUMNS}, events`)]
      : []),
    ...rows({ from: upper, to }),
  ];
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
