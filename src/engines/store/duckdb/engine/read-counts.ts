/**
 * Reads counts instead of rows: whole minutes from the counts, the rest at both ends of the time range from the rows.
 */
import type { LogsRead, LogsSource } from '../dialect/translate.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { readOf } from './choose-files.ts';
import type { DayFile } from './day-file.ts';
import { COUNTED_COLUMNS } from './minute-counts.ts';
import { timesOf, type Slice } from './slice.ts';

const COLUMNS = ['"timestamp"', ...COUNTED_COLUMNS].join(', ');
const ROWS = `${COLUMNS}, 1::BIGINT AS events`;

export function fromCounts(files: readonly DayFile[], any: DayFile, read: LogsRead): LogsSource {
  const reads = files.flatMap((file) => readsOf(file, read));
  if (reads.length === 0) reads.push(`SELECT ${ROWS} FROM ${any.catalog}.logs LIMIT 0`);
  return { table: `(${reads.join(' UNION ALL ')})`, where: '' };
}

function readsOf({ catalog, bounds }: DayFile, read: LogsRead): string[] {
  // Time beyond the rows of the file needs no partial minute.
  const from = Math.max(read.from ?? -Infinity, minuteOf(bounds.from));
  const to = Math.min(read.to ?? Infinity, minuteOf(bounds.to) + MINUTE_MS);
  const lower = Math.min(to, Math.ceil(from / MINUTE_MS) * MINUTE_MS);
  const upper = Math.max(lower, minuteOf(to));
  const within = (table: string, columns: string, slice: Slice): string[] =>
    slice.from < slice.to
      ? [readOf({ table: `${catalog}.${table}`, where: timesOf(slice).join(' AND ') }, columns)]
      : [];
  return [
    ...within('logs', ROWS, { from, to: lower }),
    ...within('minutes', `${COLUMNS}, events`, { from: lower, to: upper }),
    ...within('logs', ROWS, { from: upper, to }),
  ];
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
