/** Reads what `column-writer.ts` has written: pages without their headers, whose positions are in the index. */
import { crc32, zstdDecompressSync } from 'node:zlib';
import type { Texts } from '../../duckdb/engine/block-reader.ts';
import {
  type ColumnIndex,
  DamagedPart,
  type GroupDetails,
  type GroupIndex,
  type KeptDetails,
  type PackedPage,
  type PartFile,
  readAt,
} from '../part-index.ts';
import { columnPlace } from '../part-rows.ts';
import { unpackNumbers } from './pack-numbers.ts';

/** The bytes of a page. Throws `DamagedPart` for one that is not as it was written. */
export function readPage(file: PartFile, page: PackedPage): Buffer {
  const [at, packedBytes, bytes, , checksum] = page;
  const packed = readAt(file, at, packedBytes);
  if (checksum !== undefined) {
    if (crc32(packed) !== checksum) throw new DamagedPart();
    return packed;
  }
  try {
    // A chunk with room for more than all of it is the only one: a full one would be followed by another.
    const chunkSize = Math.max(CHUNK_BYTES_MIN, bytes + 1);
    const content = zstdDecompressSync(packed, { maxOutputLength: Math.max(1, bytes), chunkSize });
    if (content.length === bytes) return content;
  } catch (error) {
    throw new DamagedPart(error);
  }
  throw new DamagedPart();
}

export function readDetails(
  file: PartFile,
  { details }: Pick<GroupIndex, 'details'>,
): GroupDetails {
  const text = readPage(file, details).toString();
  // Only `writePart` writes data with this checksum.
  const { columns, ...rest } = JSON.parse(text) as KeptDetails;
  return {
    ...rest,
    columns: columns.map(([dictionary, ...pages]) => ({
      dictionary: dictionary === 0 ? undefined : dictionary,
      pages,
    })),
  };
}

export function columnOf({ columns }: GroupDetails, name: string): ColumnIndex {
  const column = columns[columnPlace(name) ?? -1];
  if (column === undefined) throw new DamagedPart();
  return column;
}

/** The library takes no smaller ones. */
const CHUNK_BYTES_MIN = 64;

const LENGTH_BYTES = 4;

/** All values of a dictionary. */
export function readDictionary(page: Buffer, count: number): Texts {
  const starts = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const length = page.readUInt32LE(at);
    starts[i] = at + LENGTH_BYTES;
    lengths[i] = length;
    at += LENGTH_BYTES + length;
  }
  return { starts, lengths };
}

/** Numbers of values in the dictionary, from `at` on. */
export function readValueNumbers(page: Buffer, count: number, at = 0): Uint32Array {
  const width = (page[at] ?? 0) / 8;
  let start = at + 1;
  // The length of the run follows from the count.
  while ((page[start++] ?? 0) >= 0x80);
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const place = start + i * width;
    let number = page[place] ?? 0;
    if (width > 1) number |= (page[place + 1] ?? 0) << 8;
    if (width > 2) number |= ((page[place + 2] ?? 0) << 16) | ((page[place + 3] ?? 0) << 24);
    numbers[i] = number;
  }
  return numbers;
}

export function readNumbers(page: Buffer): Float64Array {
  return unpackNumbers(page, 0).values;
}

/** Where in the page each text is, from `at` on. */
export function readTexts(page: Buffer, at = 0): Texts {
  const { values, end } = unpackNumbers(page, at);
  const starts = new Uint32Array(values.length);
  const lengths = new Uint32Array(values.length);
  let start = end;
  for (let i = 0; i < values.length; i++) {
    const length = values[i] ?? 0;
    starts[i] = start;
    lengths[i] = length;
    start += length;
  }
  if (start !== page.length) throw new DamagedPart();
  return { starts, lengths };
}

export interface RowEnds {
  /** Where the pairs of each row end. */
  readonly ends: Uint32Array;
  /** Where in the page the values begin. */
  readonly valuesAt: number;
}

/** Returns which values of a page belong to which row. */
export function readRowEnds(page: Buffer, rows: number): RowEnds {
  const goesOnAt = bitsAt(page, 0);
  const isThereAt = bitsAt(page, goesOnAt.end);
  const places = (goesOnAt.end - goesOnAt.start) * 8;
  const isSet = (start: number, place: number): boolean =>
    (((page[start + (place >>> 3)] ?? 0) >>> (place & 7)) & 1) === 1;
  const ends = new Uint32Array(rows);
  let row = -1;
  let pairs = 0;
  for (let place = 0; place < places; place++) {
    if (!isSet(goesOnAt.start, place)) row++;
    // The remaining bits of the last byte are not rows.
    if (row >= rows) break;
    if (isSet(isThereAt.start, place)) pairs++;
    ends[row] = pairs;
  }
  return { ends, valuesAt: isThereAt.end };
}

/** A run of bits with its length in front. */
function bitsAt(page: Buffer, at: number): { readonly start: number; readonly end: number } {
  const end = at + LENGTH_BYTES + page.readUInt32LE(at);
  let start = at + LENGTH_BYTES;
  while ((page[start++] ?? 0) >= 0x80);
  return { start, end };
}
