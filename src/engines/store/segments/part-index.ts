/** The index of a part, in addition to Parquet's own footer. */
import { fstatSync, readSync } from 'node:fs';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { PARTS_VERSION } from './part-names.ts';
import type { NumberName } from './part-rows.ts';

export interface PartIndex {
  readonly version: typeof PARTS_VERSION;
  readonly rows: number;
  /** Of all bytes in front of the index. */
  readonly checksum: number;
  readonly groups: readonly GroupIndex[];
  /** Under which batches were stored, and when, in milliseconds since 1970. */
  readonly tokens: readonly (readonly [token: string, storedAt: number])[];
  /** Names of parts that this one replaces. */
  readonly replaces: readonly string[];
}

/** Rows of one organization and index. */
export interface GroupIndex {
  readonly organization: string;
  readonly index: string;
  readonly rows: number;
  /** The least and the most of each number. */
  readonly bounds: Readonly<Record<NumberName, readonly [number, number]>>;
  readonly counts: MinuteCounts;
  /** Where the rest is: who wants to know the rows of one group reads that of no other. */
  readonly details: PackedPage;
}

/** What only a reader of rows needs to know. */
export interface GroupDetails {
  /** In the order of `part-rows.ts`. */
  readonly columns: readonly ColumnIndex[];
  /** Rows of each block that has a filter. */
  readonly blocks: readonly number[];
  readonly filters: { readonly at: number; readonly bytes: number; readonly chunks: number };
}

export interface ColumnIndex {
  readonly dictionary: PackedPage | undefined;
  readonly pages: readonly PackedPage[];
}

/** The stored form: for each column, the dictionary or 0, followed by the pages. */
export interface KeptDetails extends Omit<GroupDetails, 'columns'> {
  readonly columns: readonly (readonly [PackedPage | 0, ...PackedPage[]])[];
}

/**
 * `count` is the number of rows of a page, or of values of a dictionary. Only uncompressed content has a `checksum`.
 */
export type PackedPage = readonly [
  at: number,
  packedBytes: number,
  bytes: number,
  count: number,
  checksum?: number,
];

/** Rows of each minute by the columns that are counted. */
export interface MinuteCounts {
  /** Level, source and service. */
  readonly combinations: readonly (readonly [string, string, string])[];
  /** Minutes since 1970 of each count, as the difference from the one before. */
  readonly minutes: readonly number[];
  /** Which combination, and how many rows. */
  readonly which: readonly number[];
  readonly rows: readonly number[];
}

/** The start of a trailer, followed by the format version of the part. */
const MARK = Buffer.from('XPINDEX');
const MAGIC = Buffer.from(`${MARK.toString()}${PARTS_VERSION}`);
/** Precedes Parquet's footer: the position of the index, and checksums of both. */
const TRAILER_BYTES = 32;
/** Parquet's own end: the length of its footer, and its mark. */
const END_BYTES = 8;

/** What follows the rows of a part; `at` is where it begins. */
export function writePartEnd(index: PartIndex, at: number, footer: Buffer): Buffer {
  const packed = zstdCompressSync(Buffer.from(JSON.stringify(index)));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  MAGIC.copy(trailer);
  trailer.writeDoubleLE(at, 8);
  trailer.writeUInt32LE(packed.length, 16);
  trailer.writeUInt32LE(crc32(packed), 20);
  trailer.writeUInt32LE(crc32(footer), 24);
  trailer.writeUInt32LE(crc32(trailer.subarray(0, 28)), 28);
  return Buffer.concat([packed, trailer, footer]);
}

/** A file that is not what was written. Its rows are missing from answers until it is put back. */
export class DamagedPart extends Error {
  constructor(cause?: unknown) {
    super('A part of the log store is damaged.', { cause });
    this.name = 'DamagedPart';
  }
}

/** A file in a form that only another release knows. */
export class OtherPart extends Error {
  /** In words. */
  readonly release: string;

  constructor(trailer: Buffer) {
    super('A part of the log store was written by another release.');
    this.name = 'OtherPart';
    const version = Number(trailer.toString('latin1', MARK.length, MAGIC.length));
    this.release = version < PARTS_VERSION ? 'an older release' : 'a newer release';
  }
}

/** Of an open file. Throws `DamagedPart`, or `OtherPart`. */
export function readPartIndex(file: PartFile): PartIndex {
  return readPartEnd(file).index;
}

/** The index, and where it begins. */
export function readPartEnd(file: PartFile): { readonly index: PartIndex; readonly at: number } {
  try {
    const size = typeof file === 'number' ? fstatSync(file).size : file.length;
    const end = readAt(file, size - END_BYTES, END_BYTES);
    const footerBytes = end.readUInt32LE(0) + END_BYTES;
    const footer = readAt(file, size - footerBytes, footerBytes);
    const trailer = readAt(file, size - footerBytes - TRAILER_BYTES, TRAILER_BYTES);
    const isWhole =
      trailer.subarray(0, MARK.length).equals(MARK) &&
      crc32(trailer.subarray(0, 28)) === trailer.readUInt32LE(28) &&
      crc32(footer) === trailer.readUInt32LE(24);
    if (!isWhole) throw new DamagedPart();
    if (!trailer.subarray(0, MAGIC.length).equals(MAGIC)) throw new OtherPart(trailer);
    const at = trailer.readDoubleLE(8);
    const packed = readAt(file, at, trailer.readUInt32LE(16));
    if (crc32(packed) !== trailer.readUInt32LE(20)) throw new DamagedPart();
    // Only `writePartEnd` writes data with these checksums.
    return { index: JSON.parse(zstdDecompressSync(packed).toString()) as PartIndex, at };
  } catch (error) {
    if (error instanceof DamagedPart || error instanceof OtherPart) throw error;
    throw new DamagedPart(error);
  }
}

/** An open file, or all its bytes. */
export type PartFile = number | Buffer;

export function readAt(file: PartFile, at: number, length: number): Buffer {
  if (typeof file !== 'number') {
    if (at < 0 || at + length > file.length) throw new DamagedPart();
    return file.subarray(at, at + length);
  }
  const bytes = Buffer.allocUnsafe(length);
  if (at < 0 || readSync(file, bytes, 0, length, at) !== length) throw new DamagedPart();
  return bytes;
}
