/** Finds the rows of a group that match conditions, testing the cheapest first. */
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import { type BodyCondition, createBodySearch } from './match-bodies.ts';
import {
  type Dictionary,
  gather,
  type GroupReader,
  type TextPage,
  textIn,
} from './group-reader.ts';
import type { Equals, RowCondition, RowConditions } from './row-condition.ts';
import { NotDirect } from './value.ts';

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that match except for conditions on texts that have to be decompressed, which `holds` tests. */
export interface Candidates {
  readonly rows: Uint32Array;
  /** Those conditions. */
  readonly late: readonly RowCondition[];
  readonly holds: (row: number) => boolean;
}

const NONE: Candidates = { rows: new Uint32Array(0), late: [], holds: () => false };

/** Up to this many rows, texts are best tested immediately, before anything else of the rows is read. */
const FEW_ROWS = 16_384;

export function candidatesIn(
  reader: GroupReader,
  { all, keys }: RowConditions,
  { from, to }: TimeRange,
): Candidates {
  const ranges = reader.rangesWith(keys);
  if (ranges.length === 0) return NONE;
  const late: RowCondition[] = [];
  const early: { readonly column: string; readonly held: Uint8Array }[] = [];
  for (const condition of all) {
    const known = condition.kind === 'equals' ? reader.dictionary(condition.column) : undefined;
    if (known === undefined || condition.kind !== 'equals') {
      late.push(condition);
      continue;
    }
    const held = heldValues(known, condition);
    if (!held.includes(1)) return NONE;
    if (held.includes(0)) early.push({ column: condition.column, held });
  }
  let rows = rowsIn(ranges);
  for (const { column, held } of early) rows = holding(reader, column, held, rows);
  const lateTests = late.map((condition) => lateTest(reader, condition));
  const holds = (row: number): boolean => lateTests.every((test) => test(row));
  const isFew = late.length > 0 && rows.length <= FEW_ROWS;
  if (isFew) rows = rows.filter(holds);
  const [first, last] = reader.group.bounds.timestamp;
  if (first < from || last >= to) rows = within(reader, from, to, rows);
  return isFew ? { rows, late: [], holds: () => true } : { rows, late, holds };
}

function rowsIn(ranges: readonly { readonly from: number; readonly to: number }[]): Uint32Array {
  const rows = new Uint32Array(ranges.reduce((sum, { from, to }) => sum + to - from, 0));
  let count = 0;
  for (const { from, to } of ranges) for (let row = from; row < to; row++) rows[count++] = row;
  return rows;
}

/** Where values are numbered, the condition is tested once per value. */
function holding(
  reader: GroupReader,
  column: string,
  held: Uint8Array,
  rows: Uint32Array,
): Uint32Array {
  const numbers = gather(rows, new Uint32Array(rows.length), (row) =>
    reader.valueNumbersAt(column, row),
  );
  return rows.filter((_, i) => held[numbers[i] ?? 0] === 1);
}

function within(reader: GroupReader, from: number, to: number, rows: Uint32Array): Uint32Array {
  const times = timesOf(reader, rows);
  return rows.filter((_, i) => (times[i] ?? 0) >= from && (times[i] ?? 0) < to);
}

export function timesOf(reader: GroupReader, rows: Uint32Array): Float64Array {
  return gather(rows, new Float64Array(rows.length), (row) => reader.numbersAt('timestamp', row));
}

function heldValues(dictionary: Dictionary, condition: Equals): Uint8Array {
  return Uint8Array.from(dictionary.values.starts, (_, i) =>
    Number(isEqual(textIn(dictionary, i), condition)),
  );
}

function isEqual(text: string, condition: Equals): boolean {
  const { values, ignoresCase, isNegated, mayBeList } = condition;
  const isThere = values.includes(ignoresCase ? lowerText(text) : text);
  const isElement = !isThere && mayBeList === true && text.startsWith('[') && isIn(text, values);
  return (isThere || isElement) !== isNegated;
}

/** Of a text that may be a list. */
function isIn(text: string, values: readonly string[]): boolean {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return false;
  }
  if (!Array.isArray(list)) return false;
  return list.some((each: unknown) => {
    // How the engine writes other values, it knows itself.
    if (typeof each !== 'string') throw new NotDirect('lists of other values');
    return values.includes(lowerText(each));
  });
}

function lateTest(reader: GroupReader, condition: RowCondition): (row: number) => boolean {
  const column = condition.kind === 'equals' ? condition.column : 'body';
  const test = condition.kind === 'equals' ? equalsTest(condition) : bodyTest(condition);
  // Rows are tested in time order, so pages alternate.
  const known = new Map<number, (at: number) => boolean>();
  let [first, end] = [0, 0];
  let holds: (at: number) => boolean = () => false;
  return (row) => {
    if (row < first || row >= end) {
      const page = reader.textsAt(column, row);
      ({ first, end } = page);
      holds = known.get(first) ?? test(page);
      known.set(first, holds);
    }
    return holds(row - first);
  };
}

function bodyTest(condition: BodyCondition): (page: TextPage) => (at: number) => boolean {
  const search = createBodySearch(condition);
  return (page) => {
    const held = search.in(page);
    return (at) => held[at] === 1;
  };
}

const LIST_START = 0x5b;
const BEYOND_ASCII = 0x80;

/** Most texts differ in their length, or in a byte: only what may be equal becomes a text. */
function equalsTest(condition: Equals): (page: TextPage) => (at: number) => boolean {
  const { values, ignoresCase, isNegated, mayBeList } = condition;
  const lengths = new Set(values.map((value) => Buffer.byteLength(value)));
  const last = values.map((value) => Buffer.from(value).at(-1) ?? 0);
  const lastBytes = new Set([...last, ...last.map((byte) => byte & ~0x20)]);
  return (page) => {
    const { bytes, values: texts } = page;
    // Letters beyond ASCII have other lengths in the other case.
    const isExact = !ignoresCase || page.isAscii();
    return (at) => {
      const length = texts.lengths[at] ?? 0;
      const start = texts.starts[at] ?? 0;
      const mayBeEqual =
        !isExact ||
        (lengths.has(length) && (length === 0 || isLast(lastBytes, bytes[start + length - 1]))) ||
        (mayBeList === true && bytes[start] === LIST_START);
      return mayBeEqual ? isEqual(textIn(page, at), condition) : isNegated;
    };
  };
}

function isLast(lastBytes: ReadonlySet<number>, byte = 0): boolean {
  return byte >= BEYOND_ASCII || lastBytes.has(byte);
}
