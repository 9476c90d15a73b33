/**
 * Writes rows as a part: a Parquet file that any tool can read, with an index of ours between its rows and its footer.
 * A group of rows has those of one organization and index, so that nobody's search opens the rows of another.
 */
import { crc32 } from 'node:zlib';
import { createByteSink, putVarint } from '../byte-sink.ts';
import { buildFilters } from './block-filters.ts';
import { collectKeys } from './collect-keys.ts';
import { countMinutes } from './count-minutes.ts';
import { numberTexts } from './number-texts.ts';
import {
  type ColumnChunk,
  createColumnWriter,
  createFileBytes,
  type Extent,
  type FileBytes,
  type Levels,
  type Page,
  putPiece,
  type TextValues,
} from './parquet/column-writer.ts';
import { MAGIC, type RowGroup, writeFooter } from './parquet/write-footer.ts';
import { type GroupIndex, type PackedPage, type PartIndex, writePartEnd } from './part-index.ts';
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

/** Rows of one group at most. The engine reads groups side by side, and joins their dictionaries. */
const GROUP_ROWS_MAX = 131_072;
/** A page of bodies is what the look-up of one row unpacks. */
const BODY_PAGE_ROWS = 1_024;
const TEXT_PAGE_ROWS = 4_096;
/** Numbers take so little room that more of them are packed together. */
const NUMBER_PAGE_ROWS = 4_096;

/** What a part says beside its rows. */
export interface PartFacts {
  /** Under which batches were stored. */
  readonly tokens: PartIndex['tokens'];
  /** Names of parts that this one has taken the place of. */
  readonly replaces: readonly string[];
}

export interface WrittenPart {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  readonly index: PartIndex;
}

/** Undefined when no row is kept. */
export function writePart(
  rows: PartRows,
  facts: PartFacts,
  isKept?: (row: number) => boolean,
): WrittenPart | undefined {
  const { order, starts } = sortRows(rows, isKept);
  if (order.length === 0) return undefined;
  const file = createFileBytes();
  putPiece(file, MAGIC);
  const groups: RowGroup[] = [];
  const indexes: GroupIndex[] = [];
  for (const [i, start] of starts.slice(0, -1).entries()) {
    const end = starts[i + 1] ?? start;
    for (let from = start; from < end; from += GROUP_ROWS_MAX) {
      const to = Math.min(end, from + GROUP_ROWS_MAX);
      const columns = writeColumns(file, rows, order, from, to);
      groups.push({ rows: to - from, columns });
      indexes.push(indexOf(file, rows, order, from, to, columns));
    }
  }
  const checksum = file.pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  const index: PartIndex = {
    version: 1,
    rows: order.length,
    checksum,
    groups: indexes,
    ...facts,
  };
  putPiece(file, writePartEnd(index, file.length, writeFooter(groups)));
  return { pieces: file.pieces, bytes: file.length, index };
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
  const used = createUsedValues({ values, numbers });
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
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

const NOTHING = Buffer.alloc(0);

function writeNumbered(
  file: FileBytes,
  name: string,
  { values, numbers }: NumberedValues,
  extent?: Extent,
): ColumnChunk {
  const writer = createColumnWriter(file, [name], 'text');
  writer.dictionary(values);
  for (let start = 0; start < numbers.length; start += NUMBER_PAGE_ROWS) {
    const end = Math.min(numbers.length, start + NUMBER_PAGE_ROWS);
    writer.numbersOfValues(numbers, start, end, widthFor(values.length));
  }
  return writer.end(extent);
}

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
  const writer = createColumnWriter(file, [name], INSTANTS.has(name) ? 'instant' : 'number');
  const sorted = new Float64Array(to - from);
  for (let i = from; i < to; i++) sorted[i - from] = values[order[i] ?? 0] ?? 0;
  for (let start = 0; start < sorted.length; start += NUMBER_PAGE_ROWS) {
    writer.numbers(sorted, start, Math.min(sorted.length, start + NUMBER_PAGE_ROWS));
  }
  const [least, most] = boundsOf(values, order, from, to);
  return writer.end({ least: numberBytes(least), most: numberBytes(most) });
}

const INSTANTS: ReadonlySet<NumberName> = new Set(['timestamp', 'received_at', 'stored_at']);

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
  const writer = createColumnWriter(file, [name], 'text');
  const values = textsInOrder(column, order.subarray(from, to));
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

/** Pairs of all rows, one behind the other, and which of them belong to which row. */
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
  const path = (leaf: string): string[] => ['attributes', 'key_value', leaf];
  const used = createUsedValues(keys);
  const numbers = inOrder.map((pair) => used.numberOf(keys.numbers[pair] ?? 0));
  const keyWriter = createColumnWriter(file, path('key'), 'text');
  keyWriter.dictionary(used.values);
  const width = widthFor(used.values.length);
  for (const { first, last, levels } of pages) {
    keyWriter.numbersOfValues(numbers, first, last, width, levels);
  }
  const valueWriter = createColumnWriter(file, path('value'), 'text');
  const texts = textsInOrder(values, inOrder);
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

/** Which places begin a row, and which have a value: a row without pairs has one place without. */
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

interface UsedValues {
  readonly values: readonly Buffer[];
  numberOf(value: number): number;
}

/** Only values that rows of the group have: those of others are in other groups. */
function createUsedValues({ values }: NumberedValues): UsedValues {
  const own = new Int32Array(values.length).fill(-1);
  const used: Buffer[] = [];
  return {
    values: used,
    numberOf(value) {
      const known = own[value] ?? -1;
      if (known >= 0) return known;
      own[value] = used.length;
      return used.push(values[value] ?? NOTHING) - 1;
    },
  };
}

function indexOf(
  file: FileBytes,
  rows: PartRows,
  order: Uint32Array,
  from: number,
  to: number,
  columns: readonly ColumnChunk[],
): GroupIndex {
  const blocks = collectKeys(rows, order, from, to);
  const filters = buildFilters(blocks.map(({ keys }) => keys));
  const at = file.length;
  putPiece(file, filters.bytes);
  const first = order[from] ?? 0;
  const { organization, index_name: index } = rows.few;
  return {
    organization: textOf(organization, first),
    index: textOf(index, first),
    rows: to - from,
    bounds: everyOf(NUMBERS, (name) => boundsOf(rows.numbers[name], order, from, to)),
    columns: columns.map(({ path, dictionary, pages }) => ({
      name: path.at(-1) ?? '',
      dictionary: dictionary === undefined ? undefined : packPage(dictionary, dictionary.values),
      pages: pages.map((page) => packPage(page, page.rows)),
    })),
    blocks: blocks.map((block) => block.rows),
    filters: { at, bytes: filters.bytes.length, chunks: filters.chunks },
    counts: countMinutes(rows, order, from, to),
  };
}

function packPage(page: Page, count: number): PackedPage {
  return [page.at, page.packedBytes, page.bytes, count];
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
