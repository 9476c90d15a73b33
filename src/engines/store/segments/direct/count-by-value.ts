/** Counts rows that match conditions, in total or by the values of one column. */
import { MB } from '../../../../spec/units.ts';
import type { Texts } from '../../duckdb/engine/block-reader.ts';
import { createTextCounter, type TextCounter, type TextCounts } from './count-texts.ts';
import { gather, type GroupReader } from './group-reader.ts';
import { type BodyCondition, createBodySearch } from './match-bodies.ts';
import { type Candidates, candidatesIn, type TimeRange } from './match-rows.ts';
import type { Equals, RowCondition, RowConditions } from './row-condition.ts';
import { NotDirect } from './value.ts';

export interface CountQuestion {
  readonly conditions: RowConditions;
  readonly range: TimeRange;
  /** Rows are counted by the values of all of them together. */
  readonly columns: readonly string[];
}

/** Above this number of distinct values, counting is left to the engine, which has memory for them. */
const VALUES_MAX = 100_000;
const VALUE_BYTES_MAX = 16 * MB;

export function countByValue(
  groups: Iterable<{ readonly open: () => GroupReader }>,
  { conditions, range, columns }: CountQuestion,
): TextCounts {
  const [column] = columns;
  const counter = createTextCounter();
  // Whether the value itself is there, its length tells.
  const isPresence = (each: RowCondition): boolean =>
    columns.length === 1 && isNotEmpty(each) && each.column === column;
  const others = { ...conditions, all: conditions.all.filter((each) => !isPresence(each)) };
  const lengthMin = conditions.all.some(isPresence) ? 1 : 0;
  for (const { open } of groups) {
    const reader = open();
    const candidates = candidatesIn(reader, others, range);
    if (column === undefined) counter.add(NO_TEXT, 0, 0, countHeld(reader, candidates));
    else if (columns.length === 1) addValues(reader, column, candidates, lengthMin, counter);
    else addCombinations(reader, columns, candidates, counter);
    if (counter.size() > VALUES_MAX || counter.bytes() > VALUE_BYTES_MAX) {
      throw new NotDirect('so many values');
    }
  }
  return counter.all();
}

const NO_TEXT: Uint8Array = new Uint8Array(0);
const NO_TEXTS: Texts = { starts: new Uint32Array(0), lengths: new Uint32Array(0) };

function isNotEmpty(condition: RowCondition): condition is Equals {
  return (
    condition.kind === 'equals' &&
    condition.isNegated &&
    condition.values.length === 1 &&
    condition.values[0] === ''
  );
}

function addCombinations(
  reader: GroupReader,
  columns: readonly string[],
  { rows, holds }: Candidates,
  counter: TextCounter,
): void {
  for (const row of rows) {
    if (!holds(row)) continue;
    const text = Buffer.from(JSON.stringify(columns.map((name) => reader.textAt(name, row))));
    counter.add(text, 0, text.length, 1);
  }
}

function countHeld(reader: GroupReader, { rows, late, holds }: Candidates): number {
  const [only] = late;
  if (only === undefined) return rows.length;
  if (late.length === 1 && only.kind !== 'equals') return countPages(reader, rows, only);
  let held = 0;
  for (const row of rows) if (holds(row)) held++;
  return held;
}

/** Counts page by page, as most of the time is spent on rows that don't match a condition. */
function countPages(reader: GroupReader, rows: Uint32Array, condition: BodyCondition): number {
  const search = createBodySearch(condition);
  let count = 0;
  for (let i = 0; i < rows.length;) {
    const page = reader.textsAt('body', rows[i] ?? 0);
    const held = search.in(page);
    for (; i < rows.length && (rows[i] ?? 0) < page.end; i++) {
      count += held[(rows[i] ?? 0) - page.first] ?? 0;
    }
  }
  return count;
}

function addValues(
  reader: GroupReader,
  column: string,
  { rows, late, holds }: Candidates,
  lengthMin: number,
  counter: TextCounter,
): void {
  const known = reader.dictionary(column);
  if (known === undefined) {
    if (late.length === 0 && rows.length === reader.group.rows) {
      for (let row = 0; row < rows.length;) {
        const page = reader.textsAt(column, row);
        counter.addEach(page.bytes, page.values, lengthMin);
        row = page.end;
      }
      return;
    }
    let [first, end] = [0, 0];
    let [bytes, values] = [NO_TEXT, NO_TEXTS];
    for (const row of rows) {
      if (row >= end) ({ first, end, bytes, values } = reader.textsAt(column, row));
      const length = values.lengths[row - first] ?? 0;
      if (length < lengthMin || (late.length > 0 && !holds(row))) continue;
      counter.add(bytes, values.starts[row - first] ?? 0, length, 1);
    }
    return;
  }
  const own = new Uint32Array(known.values.starts.length);
  const kept = late.length === 0 ? rows : rows.filter(holds);
  const numbers = gather(kept, new Uint32Array(kept.length), (row) =>
    reader.valueNumbersAt(column, row),
  );
  for (const number of numbers) own[number] = (own[number] ?? 0) + 1;
  const { starts, lengths } = known.values;
  for (const [number, count] of own.entries()) {
    const length = lengths[number] ?? 0;
    if (length >= lengthMin) counter.add(known.bytes, starts[number] ?? 0, length, count);
  }
}
