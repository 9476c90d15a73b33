/** The rows of parts, to be written into another one. */
import type { Texts } from '../duckdb/engine/block-reader.ts';
import {
  columnOf,
  readDetails,
  readDictionary,
  readNumbers,
  readPage,
  readRowEnds,
  readTexts,
  readValueNumbers,
} from './parquet/read-pages.ts';
import {
  type ColumnIndex,
  DamagedPart,
  type GroupDetails,
  type GroupIndex,
  type PartFile,
} from './part-index.ts';
import {
  type Attributes,
  createNumbering,
  everyOf,
  FEW_VALUES,
  joinTexts,
  NUMBERS,
  type NumberedValues,
  type NumberName,
  type PartRows,
  type TextColumn,
  TEXTS,
} from './part-rows.ts';

interface OpenGroup {
  readonly file: PartFile;
  readonly facts: GroupIndex;
  readonly group: GroupDetails;
}

export function rowsOfGroups(
  given: readonly { readonly file: PartFile; readonly group: GroupIndex }[],
): PartRows {
  const rows = given.reduce((sum, { group }) => sum + group.rows, 0);
  const groups = given.map(({ file, group }) => ({
    file,
    facts: group,
    group: readDetails(file, group),
  }));
  return {
    rows,
    numbers: everyOf(NUMBERS, (name) => joinNumbers(groups, rows, name)),
    few: everyOf(FEW_VALUES, (name) => joinNumbered(groups, rows, name)),
    texts: everyOf(TEXTS, (name) => joinPages(groups, rows, name)),
    attributes: joinAttributes(groups, rows),
  };
}

/** Values that the index knows for all rows of a group need not be read row by row. */
function joinNumbers(groups: readonly OpenGroup[], rows: number, name: NumberName): Float64Array {
  const all = new Float64Array(rows);
  let at = 0;
  for (const { file, facts, group } of groups) {
    const [least, most] = facts.bounds[name];
    if (least === most) {
      all.fill(least, at, at + facts.rows);
      at += facts.rows;
      continue;
    }
    for (const page of columnOf(group, name).pages) {
      const values = readNumbers(readPage(file, page));
      all.set(values, at);
      at += values.length;
    }
  }
  if (at !== rows) throw new DamagedPart();
  return all;
}

/** Values that were numbered in each group get one number in all of them. */
function joinNumbered(groups: readonly OpenGroup[], rows: number, name: string): NumberedValues {
  const joined = createNumbering();
  const numbers = new Uint32Array(rows);
  let at = 0;
  for (const { file, facts, group } of groups) {
    const { dictionary, pages } = columnOf(group, name);
    if (dictionary === undefined) throw new DamagedPart();
    const known = numberValues(joined, file, dictionary);
    if (known.length === 1) {
      numbers.fill(known[0] ?? 0, at, at + facts.rows);
      at += facts.rows;
      continue;
    }
    for (const page of pages) {
      const own = readValueNumbers(readPage(file, page), page[3]);
      for (const number of own) numbers[at++] = known[number] ?? 0;
    }
  }
  return { values: joined.values, numbers };
}

function numberValues(
  joined: ReturnType<typeof createNumbering>,
  file: PartFile,
  dictionary: NonNullable<ColumnIndex['dictionary']>,
): Uint32Array {
  const bytes = readPage(file, dictionary);
  const { starts, lengths } = readDictionary(bytes, dictionary[3]);
  return starts.map((start, i) => joined.numberOf(bytes, start, lengths[i] ?? 0));
}

function joinPages(groups: readonly OpenGroup[], rows: number, name: string): TextColumn {
  const buffers: Buffer[] = [];
  const parts: Texts[] = [];
  for (const { file, facts, group } of groups) {
    const { dictionary, pages } = columnOf(group, name);
    if (dictionary === undefined) {
      for (const page of pages) {
        const bytes = readPage(file, page);
        buffers.push(bytes);
        parts.push(readTexts(bytes));
      }
      continue;
    }
    const bytes = readPage(file, dictionary);
    const values = readDictionary(bytes, dictionary[3]);
    if (values.starts.length === 1) {
      const [start = 0] = values.starts;
      const [length = 0] = values.lengths;
      buffers.push(bytes);
      parts.push({
        starts: new Uint32Array(facts.rows).fill(start),
        lengths: new Uint32Array(facts.rows).fill(length),
      });
      continue;
    }
    for (const page of pages) {
      const numbers = readValueNumbers(readPage(file, page), page[3]);
      buffers.push(bytes);
      parts.push({
        starts: numbers.map((number) => values.starts[number] ?? 0),
        lengths: numbers.map((number) => values.lengths[number] ?? 0),
      });
    }
  }
  return joinTexts(buffers, rows, parts);
}

function joinAttributes(groups: readonly OpenGroup[], rows: number): Attributes {
  const ends = new Uint32Array(rows);
  const joined = createNumbering();
  const numbers: Uint32Array[] = [];
  const buffers: Buffer[] = [];
  const texts: Texts[] = [];
  let row = 0;
  let pairs = 0;
  for (const { file, group } of groups) {
    const keys = columnOf(group, 'key');
    const values = columnOf(group, 'value');
    if (keys.dictionary === undefined) throw new DamagedPart();
    const known = numberValues(joined, file, keys.dictionary);
    for (const [i, page] of keys.pages.entries()) {
      const bytes = readPage(file, page);
      const { ends: own, valuesAt } = readRowEnds(bytes, page[3]);
      for (const end of own) ends[row++] = pairs + end;
      const count = own.at(-1) ?? 0;
      numbers.push(readValueNumbers(bytes, count, valuesAt).map((number) => known[number] ?? 0));
      const valuePage = values.pages[i];
      if (valuePage === undefined) throw new DamagedPart();
      const valueBytes = readPage(file, valuePage);
      buffers.push(valueBytes);
      texts.push(readTexts(valueBytes, readRowEnds(valueBytes, valuePage[3]).valuesAt));
      pairs += count;
    }
  }
  const all = new Uint32Array(pairs);
  let at = 0;
  for (const own of numbers) {
    all.set(own, at);
    at += own.length;
  }
  const keys = { values: joined.values, numbers: all };
  return { ends, keys, values: joinTexts(buffers, pairs, texts) };
}
