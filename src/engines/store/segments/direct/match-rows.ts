/** Which rows of a group conditions hold for: what costs least is asked first. */
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import { type Dictionary, type GroupReader, type RowRange, textIn } from './group-reader.ts';
import type { RowCondition, RowConditions } from './row-condition.ts';
import { NotDirect } from './value.ts';

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that hold but for conditions on texts that have to be unpacked, which `holds` tells. */
export interface Candidates {
  readonly rows: Uint32Array;
  /** Those conditions. */
  readonly late: readonly RowCondition[];
  readonly holds: (row: number) => boolean;
}

export function candidatesIn(
  reader: GroupReader,
  { all, keys }: RowConditions,
  { from, to }: TimeRange,
): Candidates {
  const ranges = reader.rangesWith(keys);
  const [first, last] = reader.group.bounds.timestamp;
  const isWithin = first >= from && last < to;
  const tests: ((row: number) => boolean)[] = [];
  const late: RowCondition[] = [];
  if (ranges.length === 0) return { rows: new Uint32Array(0), late: [], holds: () => false };
  if (!isWithin) {
    tests.push((row) => {
      const time = reader.numberAt('timestamp', row);
      return time >= from && time < to;
    });
  }
  for (const condition of all) {
    const early = condition.kind === 'equals' ? earlyTest(reader, condition) : undefined;
    if (early !== undefined) tests.push(early);
    else late.push(condition);
  }
  const lateTests = late.map((condition) => lateTest(reader, condition));
  const rows = selectRows(ranges, tests);
  return { rows, late, holds: (row) => lateTests.every((test) => test(row)) };
}

function selectRows(
  ranges: readonly RowRange[],
  tests: readonly ((row: number) => boolean)[],
): Uint32Array {
  const [only] = tests;
  const size = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const rows = new Uint32Array(size);
  let count = 0;
  for (const { from, to } of ranges) {
    for (let row = from; row < to; row++) {
      const holds = tests.length === 1 ? only?.(row) : tests.every((test) => test(row));
      if (holds === true) rows[count++] = row;
    }
  }
  return rows.subarray(0, count);
}

type Equals = Extract<RowCondition, { kind: 'equals' }>;

/** Where values are numbered, it is asked once for each of them; undefined where they are not. */
function earlyTest(reader: GroupReader, condition: Equals): ((row: number) => boolean) | undefined {
  const known = reader.dictionary(condition.column);
  if (known === undefined) return undefined;
  const holds = heldValues(known, condition);
  return (row) => holds[reader.valueNumberAt(condition.column, row)] === 1;
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
  switch (condition.kind) {
    case 'equals':
      return (row) => isEqual(reader.textAt(condition.column, row), condition);
    case 'word': {
      const word = new RegExp(
        `(?<![A-Za-z0-9\\u0080-\\uffff])${condition.word}(?![A-Za-z0-9\\u0080-\\uffff])`,
        'i',
      );
      return (row) => word.test(lowered(reader.textAt('body', row)));
    }
    case 'contains': {
      const contained = new RegExp(RegExp.escape(condition.text), 'i');
      return (row) => contained.test(lowered(reader.textAt('body', row)));
    }
    case 'regex': {
      const regex = new RegExp(condition.source, condition.flags);
      return (row) => regex.test(ascii(reader.textAt('body', row)));
    }
  }
}

/** Beyond ASCII in the engine's lower case; else the expression itself ignores case, which is faster. */
function lowered(text: string): string {
  return OTHER_LETTERS.test(text) ? lowerText(text) : text;
}

const OTHER_LETTERS = /[^\p{ASCII}]/u;

/** What the engine takes for one letter beyond ASCII is its own business. */
function ascii(text: string): string {
  if (OTHER_LETTERS.test(text)) throw new NotDirect('regexes on other letters');
  return text;
}
