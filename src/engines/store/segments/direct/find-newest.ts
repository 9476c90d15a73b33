/** Finds the newest rows that match conditions, in groups of one organization. */
import type { GroupReader } from './group-reader.ts';
import { candidatesIn, timesOf, type TimeRange } from './match-rows.ts';
import type { RowConditions } from './row-condition.ts';

export interface NewestQuestion {
  readonly conditions: RowConditions;
  readonly range: TimeRange;
  readonly limit: number;
}

/** A row, and where it is. */
export interface FoundRow {
  readonly reader: GroupReader;
  readonly row: number;
  readonly timestamp: number;
  readonly sequence: number;
  readonly node: number;
}

/** `groups` come with the newest first; one is opened when its rows may be among the newest. */
export function findNewest(
  groups: Iterable<{ readonly newest: number; readonly open: () => GroupReader }>,
  { conditions, range, limit }: NewestQuestion,
): FoundRow[] {
  let found: FoundRow[] = [];
  for (const { newest, open } of groups) {
    const oldest = found.length < limit ? -Infinity : (found.at(-1)?.timestamp ?? -Infinity);
    // Rows with the same time are ordered by ID.
    if (newest < oldest) break;
    const more = newestIn(open(), conditions, range, limit, oldest);
    found = [...found, ...more].sort(byNewest).slice(0, limit);
  }
  return found;
}

function byNewest(a: FoundRow, b: FoundRow): number {
  return b.timestamp - a.timestamp || b.sequence - a.sequence || b.node - a.node;
}

function newestIn(
  reader: GroupReader,
  conditions: RowConditions,
  range: TimeRange,
  limit: number,
  oldest: number,
): FoundRow[] {
  const { rows, holds } = candidatesIn(reader, conditions, range);
  if (rows.length === 0) return [];
  const times = timesOf(reader, rows);
  const found: FoundRow[] = [];
  // Most lists are filled from a small part of the rows, so that only this part is put in order.
  for (const places of newestFirst(times, oldest)) {
    const some = [...places]
      .map((place): FoundRow => foundRow(reader, rows[place] ?? 0, times[place] ?? 0))
      .sort(byNewest);
    for (const row of some) {
      if (found.length === limit) return found;
      if (holds(row.row)) found.push(row);
    }
  }
  return found;
}

function foundRow(reader: GroupReader, row: number, timestamp: number): FoundRow {
  const sequence = reader.numberAt('row_sequence', row);
  return { reader, row, timestamp, sequence, node: reader.numberAt('row_node', row) };
}

/** Number of time slices of about equal length, processed one after the other. */
const SLICES = 64;

/** Yields positions of times, newest first: all times of one slice are newer than those of the next. */
function* newestFirst(times: Float64Array, oldest: number): Generator<readonly number[]> {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  const from = Math.max(first, oldest);
  const width = Math.max(1, Math.ceil((last - from + 1) / SLICES));
  const slices: number[][] = [];
  for (let place = 0; place < times.length; place++) {
    const time = times[place] ?? 0;
    if (time >= from) (slices[Math.floor((last - time) / width)] ??= []).push(place);
  }
  for (const slice of slices) if (slice !== undefined) yield slice;
}
