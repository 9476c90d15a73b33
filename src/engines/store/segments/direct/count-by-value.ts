/** Counts rows that conditions hold for, all together or by the values of one column. */
import { isAscii } from 'node:buffer';
import type { Texts } from '../../duckdb/engine/block-reader.ts';
import { type GroupReader, textIn } from './group-reader.ts';
import { type Candidates, candidatesIn, type TimeRange } from './match-rows.ts';
import type { RowConditions } from './row-condition.ts';
import { NotDirect } from './value.ts';

export interface CountQuestion {
  readonly conditions: RowConditions;
  readonly range: TimeRange;
  /** Rows are counted by the values of all of them together. */
  readonly columns: readonly string[];
}

export interface ValueCounts {
  readonly values: readonly string[];
  readonly counts: readonly number[];
}

/** More different values are left to the engine, which has memory for them. */
const VALUES_MAX = 200_000;

export function countByValue(
  groups: Iterable<{ readonly open: () => GroupReader }>,
  { conditions, range, columns }: CountQuestion,
): ValueCounts {
  const [column] = columns;
  const counts = new Map<string, number>();
  for (const { open } of groups) {
    const reader = open();
    const candidates = candidatesIn(reader, conditions, range);
    if (column === undefined) {
      counts.set('', (counts.get('') ?? 0) + countRows(reader, candidates));
      continue;
    }
    if (columns.length === 1) addValues(reader, column, candidates, counts);
    else addCombinations(reader, columns, candidates, counts);
    if (counts.size > VALUES_MAX) throw new NotDirect('so many values');
  }
  return { values: [...counts.keys()], counts: [...counts.values()] };
}

function addCombinations(
  reader: GroupReader,
  columns: readonly string[],
  { rows, holds }: Candidates,
  counts: Map<string, number>,
): void {
  for (const row of rows) {
    if (!holds(row)) continue;
    const text = JSON.stringify(columns.map((name) => reader.textAt(name, row)));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
}

function countRows(reader: GroupReader, { rows, late, holds }: Candidates): number {
  if (late.length === 0) return rows.length;
  const [only] = late;
  // Of all rows whole pages are searched at once, which is several times as fast.
  if (late.length === 1 && only?.kind === 'regex' && rows.length === reader.group.rows) {
    return countMatches(reader, new RegExp(only.source, `${only.flags}g`));
  }
  let held = 0;
  for (const row of rows) if (holds(row)) held++;
  return held;
}

function countMatches(reader: GroupReader, regex: RegExp): number {
  let count = 0;
  for (let row = 0; row < reader.group.rows;) {
    const { bytes, values } = reader.pageAt('body', row);
    count += matchesIn(bytes, values, regex);
    row += values.starts.length;
  }
  return count;
}

/** Texts stand one behind the other. A match that goes beyond its own says nothing: then it is asked alone. */
function matchesIn(bytes: Buffer, { starts, lengths }: Texts, regex: RegExp): number {
  const [first = 0] = starts;
  const all = bytes.subarray(first);
  if (!isAscii(all)) throw new NotDirect('regexes on other letters');
  const text = all.toString('latin1');
  let count = 0;
  let at = 0;
  regex.lastIndex = 0;
  for (let found = regex.exec(text); found !== null; found = regex.exec(text)) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) - first <= found.index) at++;
    const start = (starts[at] ?? 0) - first;
    const end = start + (lengths[at] ?? 0);
    const isWithin = found.index + found[0].length <= end;
    regex.lastIndex = 0;
    if (isWithin || regex.test(text.slice(start, end))) count++;
    regex.lastIndex = end;
    if (++at >= starts.length) break;
  }
  return count;
}

function addValues(
  reader: GroupReader,
  column: string,
  { rows, late, holds }: Candidates,
  counts: Map<string, number>,
): void {
  const known = reader.dictionary(column);
  if (known === undefined) {
    for (const row of rows) {
      if (!holds(row)) continue;
      const text = reader.textAt(column, row);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return;
  }
  const own = new Uint32Array(known.values.starts.length);
  for (const row of rows) {
    if (late.length > 0 && !holds(row)) continue;
    const number = reader.valueNumberAt(column, row);
    own[number] = (own[number] ?? 0) + 1;
  }
  for (const [number, count] of own.entries()) {
    if (count === 0) continue;
    const text = textIn(known, number);
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
}
