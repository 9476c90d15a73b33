/**
 * Converts blocks to vectors of DuckDB without a call for each text: the bytes of a block are copied once into memory
 * of the engine, and the texts of the vectors point into it. That takes two thirds of the time of one call per text.
 * The engine does not check for well-formed UTF-8; the creator of a block must ensure it.
 */
import assert from 'node:assert/strict';
import {
  BLOB,
  DuckDBDataChunk,
  MAP,
  TIMESTAMP_MS,
  TIMESTAMP_S,
  UBIGINT,
  UINTEGER,
  USMALLINT,
  VARCHAR,
  type DuckDBType,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { COLUMNS, type BlockColumnName } from '../../schema/columns.ts';
import { SECOND_MS } from '../../../../spec/units.ts';
import { readInstant, type Block, type BlockColumn, type Texts } from './block-reader.ts';

/** Rows of a vector. */
export const CHUNK_ROWS_MAX = 2_048;

/** The group of rows to which each row belongs; filters refer to words by this number. */
export type NumberOfRow = (row: number) => number;

const TYPES: readonly DuckDBType[] = [
  UINTEGER,
  ...COLUMNS.map(([name]) => typeOf(name)),
  TIMESTAMP_S,
];

function typeOf(name: BlockColumnName): DuckDBType {
  switch (name) {
    case 'timestamp':
    case 'received_at':
      return TIMESTAMP_MS;
    case 'row_id':
      return UBIGINT;
    case 'retention_days':
      return USMALLINT;
    case 'attributes':
      return MAP(VARCHAR, VARCHAR);
    default:
      return VARCHAR;
  }
}

/** Bytes of blocks in memory of the engine. The texts of chunks point into it until it is disposed. */
export interface HeldBytes extends Disposable {
  readonly bytes: Buffer;
  /** Where the engine has its copy of them. */
  readonly address: number;
  /** Used for one vector after the other: new memory for each would keep the collector busy. */
  readonly scratch: Scratch;
  /** A chunk of log rows, filled again and again. */
  readonly logs: () => DuckDBDataChunk;
}

interface Scratch {
  words: Uint32Array<ArrayBuffer>;
}

/** All blocks of a batch in one copy: a copy for each of them would copy the others, too. */
export function holdBytes(bytes: Buffer): HeldBytes {
  const memory = DuckDBDataChunk.create([BLOB], 1);
  const address = copyBytes(memory, bytes);
  let logs: DuckDBDataChunk | undefined;
  return {
    bytes,
    address,
    scratch: { words: new Uint32Array(CHUNK_ROWS_MAX * VIEW_WORDS) },
    logs: () => (logs ??= DuckDBDataChunk.create([...TYPES], CHUNK_ROWS_MAX)),
    [Symbol.dispose]: () => memory.reset(),
  };
}

/**
 * Passes every chunk of the block to `append`, which must read it before it returns. All rows get the same ingest time,
 * except those that another store has stored before.
 */
export function eachChunk(
  source: HeldBytes,
  block: Block,
  numberOf: NumberOfRow,
  storedAt: number,
  append: (chunk: DuckDBDataChunk) => void,
): void {
  const seconds = secondsOf(storedAt, Math.min(CHUNK_ROWS_MAX, block.rows));
  const chunk = source.logs();
  for (let first = 0; first < block.rows; first += CHUNK_ROWS_MAX) {
    const rows = Math.min(CHUNK_ROWS_MAX, block.rows - first);
    chunk.reset();
    chunk.rowCount = rows;
    const groups = wordsFor(source, rows);
    for (let row = 0; row < rows; row++) groups[row] = numberOf(first + row);
    copyInto(vectorOf(chunk, 0), groups, rows);
    for (const [place, [name]] of COLUMNS.entries()) {
      writeColumn(vectorOf(chunk, place + 1), source, block.columns[name], first, rows);
    }
    const last = vectorOf(chunk, COLUMNS.length + 1);
    const stored = earlierSeconds(source.bytes, block, first, rows) ?? seconds;
    copyInto(last, stored, rows * BigInt64Array.BYTES_PER_ELEMENT);
    append(chunk);
  }
}

function vectorOf(chunk: DuckDBDataChunk, place: number): duckdb.Vector {
  return duckdb.data_chunk_get_vector(chunk.chunk, place);
}

/** The same time for every row, as the engine has it. */
function secondsOf(storedAt: number, rows: number): Buffer {
  const seconds = new BigInt64Array(rows).fill(BigInt(storedAt / SECOND_MS));
  return Buffer.from(seconds.buffer);
}

/** The times that the rows bring along. */
function earlierSeconds(
  bytes: Buffer,
  { storedAt }: Block,
  first: number,
  rows: number,
): Buffer | undefined {
  if (storedAt === undefined) return undefined;
  const seconds = new BigInt64Array(rows);
  for (let row = 0; row < rows; row++) {
    const ms = readInstant(bytes, storedAt + (first + row) * BigInt64Array.BYTES_PER_ELEMENT);
    seconds[row] = BigInt(Math.floor(ms / SECOND_MS));
  }
  return Buffer.from(seconds.buffer);
}

type Source = Pick<HeldBytes, 'bytes' | 'address' | 'scratch'>;

/** At least `count` words, with arbitrary previous contents. */
function wordsFor({ scratch }: Source, count: number): Uint32Array<ArrayBuffer> {
  if (scratch.words.length < count) scratch.words = new Uint32Array(count);
  return scratch.words;
}

/** A table of few columns, from columns as blocks have them. */
export function chunkOf(
  source: HeldBytes,
  columns: readonly (readonly [type: DuckDBType, column: BlockColumn])[],
  first: number,
  rows: number,
): DuckDBDataChunk {
  const chunk = DuckDBDataChunk.create(
    columns.map(([type]) => type),
    rows,
  );
  for (const [place, [, column]] of columns.entries()) {
    writeColumn(vectorOf(chunk, place), source, column, first, rows);
  }
  return chunk;
}

const VIEW_BYTES = 16;
const VIEW_WORDS = 4;
/** Texts of up to this size are stored in the vector itself. */
const INLINE_BYTES_MAX = 12;

/** A single value in the engine's memory that contains all bytes. Returns its address. */
function copyBytes(memory: DuckDBDataChunk, bytes: Buffer): number {
  assert(bytes.length > INLINE_BYTES_MAX, 'a block is longer than its head');
  const vector = duckdb.data_chunk_get_vector(memory.chunk, 0);
  duckdb.vector_assign_string_element_len(vector, 0, bytes);
  const view = duckdb.vector_get_data(vector, VIEW_BYTES);
  const address = Buffer.from(view.buffer, view.byteOffset, VIEW_BYTES).readBigUInt64LE(8);
  assert(address > 0 && address < 2n ** 53n, 'an address is a number');
  return Number(address);
}

function writeColumn(
  vector: duckdb.Vector,
  source: Source,
  column: BlockColumn,
  first: number,
  rows: number,
): void {
  switch (column.kind) {
    case 'numbers': {
      const start = column.start + first * column.width;
      const numbers = source.bytes.subarray(start, start + rows * column.width);
      copyInto(vector, numbers, numbers.length);
      return;
    }
    case 'texts':
      writeTexts(vector, source, column.texts, first, rows);
      return;
    case 'dictionary':
      writeKeys(vector, source, column, first, rows);
      return;
    case 'pairs':
      writePairs(vector, source, column, first, rows);
  }
}

function writeTexts(
  vector: duckdb.Vector,
  source: Source,
  { starts, lengths }: Texts,
  first: number,
  count: number,
): void {
  const views = wordsFor(source, count * VIEW_WORDS);
  for (let i = 0; i < count; i++) {
    writeView(views, i * VIEW_WORDS, source, starts[first + i] ?? 0, lengths[first + i] ?? 0);
  }
  copyInto(vector, views, count * VIEW_WORDS);
}

function viewsOf(source: Source, { starts, lengths }: Texts): Uint32Array {
  const views = new Uint32Array(starts.length * VIEW_WORDS);
  for (let i = 0; i < starts.length; i++) {
    writeView(views, i * VIEW_WORDS, source, starts[i] ?? 0, lengths[i] ?? 0);
  }
  return views;
}

function writeKeys(
  vector: duckdb.Vector,
  source: Source,
  column: { readonly keys: Texts; readonly rows: Uint32Array },
  first: number,
  count: number,
): void {
  const { rows } = column;
  const keys = viewsOf(source, column.keys);
  const views = wordsFor(source, count * VIEW_WORDS);
  for (let i = 0; i < count; i++) {
    const from = (rows[first + i] ?? 0) * VIEW_WORDS;
    const to = i * VIEW_WORDS;
    views[to] = keys[from] ?? 0;
    views[to + 1] = keys[from + 1] ?? 0;
    views[to + 2] = keys[from + 2] ?? 0;
    views[to + 3] = keys[from + 3] ?? 0;
  }
  copyInto(vector, views, count * VIEW_WORDS);
}

/** Each row has the offset and the number of its pairs; keys and values are consecutive in two vectors. */
function writePairs(
  vector: duckdb.Vector,
  source: Source,
  { ends, keys, rows: keyOf, values }: Extract<BlockColumn, { kind: 'pairs' }>,
  first: number,
  rows: number,
): void {
  const start = first === 0 ? 0 : (ends[first - 1] ?? 0);
  const places = wordsFor(source, rows * VIEW_WORDS);
  places.fill(0, 0, rows * VIEW_WORDS);
  let before = start;
  for (let row = 0; row < rows; row++) {
    const end = ends[first + row] ?? before;
    places[row * VIEW_WORDS] = before - start;
    places[row * VIEW_WORDS + 2] = end - before;
    before = end;
  }
  const count = before - start;
  copyInto(vector, places, rows * VIEW_WORDS);
  duckdb.list_vector_reserve(vector, count);
  duckdb.list_vector_set_size(vector, count);
  if (count === 0) return;
  const pairs = duckdb.list_vector_get_child(vector);
  const keyVector = duckdb.struct_vector_get_child(pairs, 0);
  writeKeys(keyVector, source, { keys, rows: keyOf }, start, count);
  writeTexts(duckdb.struct_vector_get_child(pairs, 1), source, values, start, count);
}

/** Its length, then the text itself where it is short, else its first four bytes and its address. */
function writeView(
  views: Uint32Array,
  at: number,
  { bytes, address }: Source,
  start: number,
  length: number,
): void {
  views[at] = length;
  if (length <= INLINE_BYTES_MAX) {
    views[at + 1] = wordOf(bytes, start, length);
    views[at + 2] = wordOf(bytes, start + 4, length - 4);
    views[at + 3] = wordOf(bytes, start + 8, length - 8);
    return;
  }
  const place = address + start;
  views[at + 1] = wordOf(bytes, start, 4);
  views[at + 2] = place % 0x1_0000_0000;
  views[at + 3] = Math.floor(place / 0x1_0000_0000);
}

/** Up to four bytes, padded with zeros. */
function wordOf(bytes: Buffer, at: number, length: number): number {
  if (length <= 0) return 0;
  let word = bytes[at] ?? 0;
  if (length > 1) word |= (bytes[at + 1] ?? 0) << 8;
  if (length > 2) word |= (bytes[at + 2] ?? 0) << 16;
  if (length > 3) word |= (bytes[at + 3] ?? 0) << 24;
  return word;
}

function copyInto(
  vector: duckdb.Vector,
  values: Uint32Array<ArrayBuffer> | Buffer,
  count: number,
): void {
  const bytes = count * values.BYTES_PER_ELEMENT;
  // Memory of ours is never shared between threads here.
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, bytes);
}
