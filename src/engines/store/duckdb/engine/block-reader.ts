/** Parses a block of `block-encoder.ts`: the position in its bytes of each value of each column. */
import assert from 'node:assert/strict';
import { COLUMNS, STORED_AT_COLUMN, type BlockColumnName } from '../../schema/columns.ts';

/** Texts, by where they begin and how many bytes they have. */
export interface Texts {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

export type BlockColumn =
  | { readonly kind: 'texts'; readonly texts: Texts }
  /** Each text once, and which of them each row has. */
  | { readonly kind: 'dictionary'; readonly keys: Texts; readonly rows: Uint32Array }
  /** Consecutive numbers of `width` bytes each. */
  | { readonly kind: 'numbers'; readonly start: number; readonly width: number }
  | {
      readonly kind: 'pairs';
      /** Where the pairs of each row end. */
      readonly ends: Uint32Array;
      readonly keys: Texts;
      /** Which of the keys each pair has. */
      readonly rows: Uint32Array;
      readonly values: Texts;
    };

export interface Block {
  readonly rows: number;
  readonly columns: Readonly<Record<BlockColumnName, BlockColumn>>;
  /** Where the times begin at which another store took the rows, eight bytes each; undefined for new rows. */
  readonly storedAt: number | undefined;
}

/** All blocks of a batch. Throws for bytes that are no blocks, or of columns this release does not know. */
export function readBlocks(bytes: Buffer): Block[] {
  const source: Source = { bytes, at: 0 };
  const blocks: Block[] = [];
  while (source.at < bytes.length) blocks.push(readBlock(source));
  return blocks;
}

/** A number of eight bytes, in milliseconds since 1970. */
export function readInstant(bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + 4) * 0x1_0000_0000 + bytes.readUInt32LE(at);
}

interface Source {
  readonly bytes: Buffer;
  at: number;
}

function readBlock(source: Source): Block {
  const count = readVarint(source);
  const rows = readVarint(source);
  const isStored = count === COLUMNS.length + 1;
  assert(isStored || count === COLUMNS.length, 'a block has other columns than the table');
  const columns = COLUMNS.map(([name, type]) => {
    readHead(source, name, type);
    return [name, readColumn(source, type, rows)] as const;
  });
  if (isStored) readHead(source, ...STORED_AT_COLUMN);
  const storedAt = isStored ? source.at : undefined;
  if (isStored) skip(source, rows * INSTANT_BYTES);
  // Every name of the list is a key.
  const named = Object.fromEntries(columns) as Record<BlockColumnName, BlockColumn>;
  return { rows, columns: named, storedAt };
}

function readHead(source: Source, name: string, type: string): void {
  assert.equal(readName(source), name, 'a block has other columns than the table');
  assert.equal(readName(source), type, 'a column of a block has another type');
}

type ColumnType = (typeof COLUMNS)[number][1];

function readColumn(source: Source, type: ColumnType, rows: number): BlockColumn {
  switch (type) {
    case 'String':
      return { kind: 'texts', texts: readTexts(source, rows) };
    case 'LowCardinality(String)':
      skip(source, DICTIONARY_VERSION_BYTES);
      return { kind: 'dictionary', ...readDictionary(source, rows) };
    case 'Map(LowCardinality(String), String)':
      return readPairs(source, rows);
    case 'UInt16':
      return readNumbers(source, rows, 2);
    default:
      return readNumbers(source, rows, 8);
  }
}

const DICTIONARY_VERSION_BYTES = 8;
const END_BYTES = 8;
const INSTANT_BYTES = 8;

function readNumbers(source: Source, rows: number, width: number): BlockColumn {
  const start = source.at;
  skip(source, rows * width);
  return { kind: 'numbers', start, width };
}

function readPairs(source: Source, rows: number): BlockColumn {
  skip(source, DICTIONARY_VERSION_BYTES);
  const start = source.at;
  skip(source, rows * END_BYTES);
  const ends = new Uint32Array(rows);
  // A request has fewer pairs than the lower half of the number can count.
  for (let row = 0; row < rows; row++) {
    ends[row] = readUint32(source.bytes, start + row * END_BYTES);
  }
  const count = ends[rows - 1] ?? 0;
  const { keys, rows: keyOf } = readDictionary(source, count);
  return { kind: 'pairs', ends, keys, rows: keyOf, values: readTexts(source, count) };
}

/** A dictionary without rows is left out altogether. */
function readDictionary(source: Source, rows: number): { keys: Texts; rows: Uint32Array } {
  if (rows === 0) return { keys: readTexts(source, 0), rows: new Uint32Array(0) };
  const width = 1 << ((source.bytes[source.at] ?? 0) & 0x3);
  skip(source, 8);
  const keys = readTexts(source, readCount(source));
  assert.equal(readCount(source), rows, 'a dictionary has another number of rows');
  const { bytes } = source;
  let { at } = source;
  skip(source, rows * width);
  const numbers = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    let number = bytes[at++] ?? 0;
    if (width > 1) number |= (bytes[at++] ?? 0) << 8;
    if (width > 2) {
      number |= ((bytes[at++] ?? 0) << 16) | ((bytes[at++] ?? 0) << 24);
    }
    numbers[row] = number;
  }
  assert(
    numbers.every((number) => number < keys.starts.length),
    'a row has no such key',
  );
  return { keys, rows: numbers };
}

function readTexts(source: Source, count: number): Texts {
  // Each takes at least the byte of its length.
  assert(count <= source.bytes.length - source.at, 'a block is cut off');
  const starts = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  const { bytes } = source;
  let { at } = source;
  for (let i = 0; i < count; i++) {
    let length = bytes[at++] ?? 0;
    if (length >= 0x80) {
      length &= 0x7f;
      for (let factor = 0x80; ; factor *= 0x80) {
        const byte = bytes[at++] ?? 0;
        length += (byte & 0x7f) * factor;
        if (byte < 0x80 || at > bytes.length) break;
      }
    }
    starts[i] = at;
    lengths[i] = length;
    at += length;
    if (at > bytes.length) break;
  }
  assert(at <= bytes.length, 'a block is cut off');
  source.at = at;
  return { starts, lengths };
}

function readName(source: Source): string {
  const length = readVarint(source);
  const start = source.at;
  skip(source, length);
  return source.bytes.toString('latin1', start, source.at);
}

function readVarint(source: Source): number {
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = source.bytes.readUInt8(source.at++);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}

function readCount(source: Source): number {
  const count = readUint32(source.bytes, source.at);
  skip(source, 8);
  return count;
}

function readUint32(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at);
}

function skip(source: Source, bytes: number): void {
  source.at += bytes;
  assert(source.at <= source.bytes.length, 'a block is cut off');
}
