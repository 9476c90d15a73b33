/**
 * Writes rows as a part: a Parquet file that any tool can read, with our index between its rows and its footer. A group
 * contains rows of only one organization and index, so that no search opens the rows of another.
 */
import { crc32 } from 'node:zlib';
import { createByteSink, putVarint } from '../byte-sink.ts';
import { buildFilters } from './block-filters.ts';
import { collectKeys, type KeyedBlock, openPairs } from './collect-keys.ts';
import { countMinutes } from './count-minutes.ts';
import { numberTexts } from './number-texts.ts';
import {
  type ColumnChunk,
  type ColumnKind,
  createColumnWriter,
  createFileBytes,
  endPiece,
  type Extent,
  type FileBytes,
  type Levels,
  type Page,
  putBytes,
  putPiece,
  type TextValues,
} from './parquet/column-writer.ts';
import { MAGIC, type RowGroup, writeFooter } from './parquet/write-footer.ts';
import {
  type GroupIndex,
  type KeptDetails,
  type PackedPage,
  type PartIndex,
  writePartEnd,
} from './part-index.ts';
import { PARTS_VERSION } from './part-names.ts';
import {
  type Attributes,
  everyOf,
  FEW_VALUES,
  NUMBERS,
  type NumberedValues,
  type NumberName,
  type PartRows,
  type TextColumn,
  TEXTS,
} from './part-rows.ts';
import { sortRows } from './sort-rows.ts';
import { createUsedValues } from './used-values.ts';

/** Rows of one group at most. The engine reads groups side by side, and joins their dictionaries. */
const GROUP_ROWS_MAX = 131_072;
/** Looking up one row decompresses one page of bodies. */
const BODY_PAGE_ROWS = 1_024;
const TEXT_PAGE_ROWS = 4_096;
/** Numbers take so little room that more of them are packed together. */
const NUMBER_PAGE_ROWS = 4_096;

/** The facts in a part in addition to its rows. */
export interface PartFacts {
  /** Under which batches were stored. */
  readonly tokens: PartIndex['tokens'];
  /** Names of parts that this one replaces. */
  readonly replaces: readonly string[];
}

export interface WrittenPart {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  readonly index: PartIndex;
}

/** Undefined if no row is kept and no facts about other parts have to be recorded. */
export function writePart(
  rows: PartRows,
  facts: PartFacts,
  isKept?: (row: number) => boolean,
): WrittenPart | undefined {
  const { order, starts } = sortRows(rows, isKept);
  if (order.length === 0 && facts.replaces.length === 0) return undefined;
  const file = createFileBytes();
  putPiece(file, MAGIC);
  const groups: RowGroup[] = [];
  const indexes: GroupIndex[] = [];
  const pairs = openPairs(rows);
  for (const [i, start] of starts.slice(0, -1).entries()) {
    const end = starts[i + 1] ?? start;
    for (let from = start; from < end; from += GROUP_ROWS_MAX) {
      const to = Math.min(end, from + GROUP_ROWS_MAX);
      const columns = writeColumns(file, rows, order, from, to);
      groups.push({ rows: to - from, columns });
      const blocks = collectKeys(rows, pairs, order, from, to);
      indexes.push(indexOf(file, rows, order, from, to, columns, blocks));
    }
  }
  endPiece(file);
  const checksum = file.pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  const index: PartIndex = {
    version: PARTS_VERSION,
    rows: order.length,
    checksum,
    groups: indexes,
    ...facts,
  };
  putPiece(file, writePartEnd(index, file.length, writeFooter(groups, FORMS)));
  endPiece(file);
  return { pieces: file.pieces, bytes: file.length, index };
}

/** Parquet's description of the columns, with or without rows. */
const FORMS: readonly Pick<ColumnChunk, 'path' | 'kind'>[] = [
  ...FEW_VALUES.map((name) => ({ path: [name], kind: 'text' }) as const),
  ...NUMBERS.map((name) => ({ path: [name], kind: kindOf(name) })),
  ...TEXTS.map((name) => ({ path: [name], kind: 'text' }) as const),
  ...['key', 'value'].map((leaf) => ({ path: attributePath(leaf), kind: 'text' }) as const),
];

function kindOf(name: NumberName): ColumnKind {
  return name === 'timestamp' || name === 'received_at' || name === 'stored_at'
    ? 'instant'
    : 'number';
}

function attributePath(leaf: string): string[] {
  return ['attributes', 'key_value', leaf];
}

function writeColumns(
  file: FileBytes,
  rows: PartRows,
  order: Uint32Array,
  from: number,
  to: number,
): ColumnChunk[] {
  return [
    ...FEW_VALUES.map((name) => writeFew(file, name, rows.few[name], order, from, to)),
    ...NUMBERS.map((name) => writeNumbers(file, name, rows.numbers[name], order, from, to)),
    ...TEXTS.map((name) => writeTexts(file, name, rows.texts[name], order, from, to)),
    ...writeAttributes(file, rows.attributes, order, from, to),
  ];
}

function writeFew(
  file: FileBytes,
  name: string,
  { values, numbers }: NumberedValues,
  order: Uint32Array,
  from: number,
  to: number,
): ColumnChunk {
  const used = createUsedValues(values, to - from);
  const numbered = new Uint32Array(to - from);
  for (let i = from; i < to; i++) numbered[i - from] = used.numberOf(numbers[order[i] ?? 0] ?? 0);
  return writeNumbered(
    file,
    name,
    { values: used.values, numbers: numbered },
    extentOf(used.values),
  );
}

/** Longer values are no use to pass over rows by. */
const EXTENT_BYTES_MAX = 256;

function extentOf(values: readonly Buffer[]): Extent | undefined {
  if (values.some(({ length }) => length > EXTENT_BYTES_MAX)) return undefined;
  const [first = NOTHING] = values;
  let [least, most] = [first, first];
  for (const value of values) {
    if (Buffer.compare(value, least) < 0) least = value;
    if (Buffer.compare(value, most) > 0) most = value;
  }
  return { least, most };
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeInt32LE(value | 0, 0);
  bytes.writeInt32LE(Math.floor(value / 0x1_0000_0000), 4);
  return bytes;
}

const NOTHING = Buffer.alloc(0);

function writeNumbered(
  file: FileBytes,
  name: string,
  { values, numbers }: NumberedValues,
  extent?: Extent,
): ColumnChunk {
  const bytes = values.reduce((sum, value) => sum + value.length, numbers.length);
  const writer = createColumnWriter(file, [name], 'text', bytes > PLAIN_BYTES_MAX);
  writer.dictionary(values);
  for (let start = 0; start < numbers.length; start += NUMBER_PAGE_ROWS) {
    const end = Math.min(numbers.length, start + NUMBER_PAGE_ROWS);
    writer.numbersOfValues(numbers, start, end, widthFor(values.length));
  }
  return writer.end(extent);
}

/** To pack fewer bytes takes longer than it saves; most columns of an organization with few rows have no more. */
const PLAIN_BYTES_MAX = 512;
/** Numbers mostly take a byte or two. */
const PLAIN_NUMBERS_MAX = 256;

function widthFor(values: number): 1 | 2 | 4 {
  if (values <= 0x100) return 1;
  return values <= 0x1_0000 ? 2 : 4;
}

function writeNumbers(
  file: FileBytes,
  name: NumberName,
  values: Float64Array,
  order: Uint32Array,
  from: number,
  to: number,
): ColumnChunk {
  const isPacked = to - from > PLAIN_NUMBERS_MAX;
  const writer = createColumnWriter(file, [name], kindOf(name), isPacked);
  const sorted = new Float64Array(to - from);
  for (let i = from; i < to; i++) sorted[i - from] = values[order[i] ?? 0] ?? 0;
  for (let start = 0; start < sorted.length; start += NUMBER_PAGE_ROWS) {
    writer.numbers(sorted, start, Math.min(sorted.length, start + NUMBER_PAGE_ROWS));
  }
  const [least, most] = boundsOf(values, order, from, to);
  return writer.end({ least: numberBytes(least), most: numberBytes(most) });
}

function writeTexts(
  file: FileBytes,
  name: string,
  column: TextColumn,
  order: Uint32Array,
  from: number,
  to: number,
): ColumnChunk {
  const isBody = name === 'body';
  const numbered = isBody ? undefined : numberTexts(column, order, from, to);
  if (numbered !== undefined) return writeNumbered(file, name, numbered);
  const values = textsInOrder(column, order.subarray(from, to));
  const writer = createColumnWriter(file, [name], 'text', isWorthPacking(values, to - from));
  const pageRows = isBody ? BODY_PAGE_ROWS : TEXT_PAGE_ROWS;
  for (let start = 0; start < to - from; start += pageRows) {
    writer.texts(values, start, Math.min(to - from, start + pageRows));
  }
  return writer.end();
}

function textsInOrder(
  { buffers, sources, starts, lengths }: TextColumn,
  order: Uint32Array,
): TextValues {
  return {
    bytesOf: (i) => buffers[sources[order[i] ?? 0] ?? 0] ?? NOTHING,
    startOf: (i) => starts[order[i] ?? 0] ?? 0,
    lengthOf: (i) => lengths[order[i] ?? 0] ?? 0,
  };
}

function isWorthPacking(values: TextValues, count: number): boolean {
  let bytes = count;
  for (let i = 0; i < count && bytes <= PLAIN_BYTES_MAX; i++) bytes += values.lengthOf(i);
  return bytes > PLAIN_BYTES_MAX;
}

/** Writes the pairs of all rows, concatenated, and which of them belong to which row. */
function writeAttributes(
  file: FileBytes,
  { ends, keys, values }: Attributes,
  order: Uint32Array,
  from: number,
  to: number,
): ColumnChunk[] {
  const pairs: number[] = [];
  const rowEnds = new Uint32Array(to - from);
  for (let i = from; i < to; i++) {
    const row = order[i] ?? 0;
    const end = ends[row] ?? 0;
    for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) pairs.push(at);
    rowEnds[i - from] = pairs.length;
  }
  const inOrder = Uint32Array.from(pairs);
  const pages = pagesOfPairs(rowEnds);
  const used = createUsedValues(keys.values, inOrder.length);
  const numbers = inOrder.map((pair) => used.numberOf(keys.numbers[pair] ?? 0));
  const keyBytes = used.values.reduce((sum, key) => sum + key.length, numbers.length);
  const keyWriter = createColumnWriter(
    file,
    attributePath('key'),
    'text',
    keyBytes > PLAIN_BYTES_MAX,
  );
  keyWriter.dictionary(used.values);
  const width = widthFor(used.values.length);
  for (const { first, last, levels } of pages) {
    keyWriter.numbersOfValues(numbers, first, last, width, levels);
  }
  const texts = textsInOrder(values, inOrder);
  const isPacked = isWorthPacking(texts, inOrder.length);
  const valueWriter = createColumnWriter(file, attributePath('value'), 'text', isPacked);
  for (const { first, last, levels } of pages) valueWriter.texts(texts, first, last, levels);
  return [keyWriter.end(), valueWriter.end()];
}

interface PageOfPairs {
  readonly first: number;
  readonly last: number;
  readonly levels: Levels;
}

function pagesOfPairs(rowEnds: Uint32Array): PageOfPairs[] {
  const pages: PageOfPairs[] = [];
  for (let start = 0; start < rowEnds.length; start += TEXT_PAGE_ROWS) {
    const end = Math.min(rowEnds.length, start + TEXT_PAGE_ROWS);
    const first = start === 0 ? 0 : (rowEnds[start - 1] ?? 0);
    pages.push({ first, last: rowEnds[end - 1] ?? 0, levels: levelsOf(rowEnds, start, end) });
  }
  return pages;
}

/** Which places begin a row, and which have a value: a row without pairs has one place without a value. */
function levelsOf(rowEnds: Uint32Array, start: number, end: number): Levels {
  let before = start === 0 ? 0 : (rowEnds[start - 1] ?? 0);
  const places = (rowEnds[end - 1] ?? 0) - before + (end - start);
  const goesOn = Buffer.alloc(Math.ceil(places / 8));
  const isThere = Buffer.alloc(goesOn.length);
  let place = 0;
  const set = (bits: Buffer): void => {
    bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
  };
  for (let row = start; row < end; row++) {
    const last = rowEnds[row] ?? 0;
    if (last === before) place++;
    for (let pair = before; pair < last; pair++, place++) {
      if (pair > before) set(goesOn);
      set(isThere);
    }
    before = last;
  }
  const bytes = Buffer.concat([packBits(goesOn, place), packBits(isThere, place)]);
  return { bytes, places: place, rows: end - start };
}

/** A run of bits with its length in front, as levels are written. */
function packBits(bits: Buffer, count: number): Buffer {
  const groups = Math.ceil(count / 8);
  const sink = createByteSink(groups + 16);
  sink.length = 4;
  putVarint(sink, groups * 2 + 1);
  sink.length += bits.copy(sink.bytes, sink.length, 0, groups);
  sink.bytes.writeUInt32LE(sink.length - 4, 0);
  return sink.bytes.subarray(0, sink.length);
}

function indexOf(
  file: FileBytes,
  rows: PartRows,
  order: Uint32Array,
  from: number,
  to: number,
  columns: readonly ColumnChunk[],
  blocks: readonly KeyedBlock[],
): GroupIndex {
  const filters = buildFilters(blocks.map(({ keys }) => keys));
  const at = file.length;
  putPiece(file, filters.bytes);
  const details: KeptDetails = {
    columns: columns.map(({ dictionary, pages }) => [
      dictionary === undefined ? 0 : packPage(dictionary, dictionary.values),
      ...pages.map((page) => packPage(page, page.rows)),
    ]),
    blocks: blocks.map((block) => block.rows),
    filters: { at, bytes: filters.bytes.length, chunks: filters.chunks },
  };
  const text = Buffer.from(JSON.stringify(details));
  const first = order[from] ?? 0;
  const { organization, index_name: index } = rows.few;
  return {
    organization: textOf(organization, first),
    index: textOf(index, first),
    rows: to - from,
    bounds: everyOf(NUMBERS, (name) => boundsOf(rows.numbers[name], order, from, to)),
    counts: countMinutes(rows, order, from, to),
    details: packPage(putBytes(file, text, text.length > PLAIN_DETAILS_MAX), 0),
  };
}

/** A group with a page or two of each column has no more. */
const PLAIN_DETAILS_MAX = 4_096;

function packPage(page: Page, count: number): PackedPage {
  const { at, packedBytes, bytes, checksum } = page;
  return checksum === undefined
    ? [at, packedBytes, bytes, count]
    : [at, packedBytes, bytes, count, checksum];
}

function textOf({ values, numbers }: NumberedValues, row: number): string {
  return values[numbers[row] ?? 0]?.toString() ?? '';
}

/** The least and the most. */
function boundsOf(
  values: Float64Array,
  order: Uint32Array,
  from: number,
  to: number,
): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    const value = values[order[i] ?? 0] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
