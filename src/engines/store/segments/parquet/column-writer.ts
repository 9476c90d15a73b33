/** Writes the values of one column as pages of a Parquet file. */
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { type ByteSink, createByteSink, putVarint, reserve } from '../../byte-sink.ts';
import { packNumbers } from './pack-numbers.ts';
import { writeStruct } from './thrift.ts';

/** Encodings of a column's pages, by their Parquet names. */
const ENCODING = { plain: 0, levels: 3, numbers: 5, texts: 6, dictionary: 8 } as const;

export type ColumnKind = 'instant' | 'number' | 'text';

/** Position and content of a page. */
export interface Page {
  /** Of its packed bytes, in the file. */
  readonly at: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly rows: number;
  /** Of one that is not packed; packed ones have it in themselves. */
  readonly checksum: number | undefined;
}

export interface ColumnChunk {
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  readonly isPacked: boolean;
  /** All distinct values, for pages that contain their numbers. */
  readonly dictionary: (Page & { readonly values: number }) | undefined;
  readonly pages: readonly Page[];
  /** Values in all pages: more or fewer than rows where a row has several or none. */
  readonly values: number;
  /** Of pages with their heads, packed and not. */
  readonly packedBytes: number;
  readonly bytes: number;
  readonly encodings: readonly number[];
  readonly firstPageAt: number;
  readonly dictionaryAt: number | undefined;
  /** By which a reader passes over the whole chunk. */
  readonly extent: Extent | undefined;
}

/** The least and the most value, as Parquet writes them. */
export interface Extent {
  readonly least: Buffer;
  readonly most: Buffer;
}

/** Texts by where they are: in which bytes, from where, how long. */
export interface TextValues {
  bytesOf(value: number): Buffer;
  startOf(value: number): number;
  lengthOf(value: number): number;
}

export interface ColumnWriter {
  /** Before all pages. */
  dictionary(values: readonly Buffer[]): void;
  /** Numbers of values in the dictionary, from one row to before another. */
  numbersOfValues(
    numbers: Uint32Array,
    from: number,
    to: number,
    widthBytes: 1 | 2 | 4,
    levels?: Levels,
  ): void;
  numbers(values: Float64Array, from: number, to: number): void;
  texts(values: TextValues, from: number, to: number, levels?: Levels): void;
  end(extent?: Extent): ColumnChunk;
}

/** Takes the bytes of a file, in order. */
export interface FileBytes {
  readonly pieces: Buffer[];
  length: number;
  /** Small pieces are put together here. */
  together: ByteSink;
}

const TOGETHER_BYTES = 1 << 18;
/** Larger ones are not copied. */
const SMALL_PIECE_BYTES = 1 << 15;

export function createFileBytes(): FileBytes {
  return { pieces: [], length: 0, together: createByteSink(TOGETHER_BYTES) };
}

/** A small piece is copied, so that its bytes can be used again. */
export function putPiece(file: FileBytes, piece: Buffer): void {
  file.length += piece.length;
  if (piece.length <= SMALL_PIECE_BYTES) {
    if (file.together.length + piece.length > TOGETHER_BYTES) endPiece(file);
    putRaw(file.together, piece);
    return;
  }
  endPiece(file);
  file.pieces.push(piece);
}

/** Moves everything written so far to `pieces`. */
export function endPiece(file: FileBytes): void {
  const { bytes, length } = file.together;
  if (length === 0) return;
  file.pieces.push(bytes.subarray(0, length));
  file.together = createByteSink(TOGETHER_BYTES);
}

/** Levels precede the values of a page in which a row may have several values or none. */
export interface Levels {
  readonly bytes: Buffer;
  /** Number of places for values, including those of rows without any. */
  readonly places: number;
  readonly rows: number;
}

/** What pages are made in; reused from page to page. */
const scratch = createByteSink(1 << 20);

export function createColumnWriter(
  file: FileBytes,
  path: readonly string[],
  kind: ColumnKind,
  isPacked = true,
): ColumnWriter {
  const pages: Page[] = [];
  const encodings = new Set<number>();
  const sizes = { values: 0, packedBytes: 0, bytes: 0 };
  let dictionary: ColumnChunk['dictionary'];
  let dictionaryAt: number | undefined;
  let firstPageAt = 0;
  const pack = createPacking();
  const putPage = (
    encoding: number,
    count: number,
    levels: Levels | undefined,
    fill: () => void,
  ): void => {
    scratch.length = 0;
    if (levels !== undefined) putRaw(scratch, levels.bytes);
    fill();
    if (pages.length === 0) firstPageAt = file.length;
    const places = levels?.places ?? count;
    const headOf = (bytes: number, packed: number): Buffer =>
      dataHead(bytes, packed, places, encoding);
    pages.push(putContent(file, sizes, headOf, levels?.rows ?? count, isPacked ? pack : undefined));
    encodings.add(encoding);
    sizes.values += places;
  };
  return {
    dictionary(list) {
      scratch.length = 0;
      for (const value of list) putPlain(scratch, value);
      dictionaryAt = file.length;
      const headOf = (bytes: number, packed: number): Buffer =>
        dictionaryHead(bytes, packed, list.length);
      const page = putContent(file, sizes, headOf, 0, isPacked ? pack : undefined);
      dictionary = { ...page, values: list.length };
      encodings.add(ENCODING.plain);
    },
    numbersOfValues(numbers, from, to, widthBytes, levels) {
      putPage(ENCODING.dictionary, to - from, levels, () =>
        putNumbersOfValues(scratch, numbers, from, to, widthBytes),
      );
    },
    numbers(list, from, to) {
      putPage(ENCODING.numbers, to - from, undefined, () => packNumbers(scratch, list, from, to));
    },
    texts(list, from, to, levels) {
      putPage(ENCODING.texts, to - from, levels, () => putTexts(scratch, list, from, to));
    },
    end: (extent) => ({
      ...sizes,
      path,
      kind,
      isPacked,
      dictionary,
      pages,
      encodings: [...encodings],
      firstPageAt,
      dictionaryAt,
      extent,
    }),
  };
}

/** Puts bytes that are no part of a column. */
export function putBytes(file: FileBytes, content: Buffer, isPacked: boolean): Page {
  const packed = isPacked ? zstdCompressSync(content, PACKING) : content;
  const at = file.length;
  putPiece(file, packed);
  const checksum = isPacked ? undefined : crc32(content);
  return { at, packedBytes: packed.length, bytes: content.length, rows: 0, checksum };
}

/** Writes the content after its header. */
function putContent(
  file: FileBytes,
  sizes: { packedBytes: number; bytes: number },
  headOf: (bytes: number, packed: number) => Buffer,
  rows: number,
  pack: Pack | undefined,
): Page {
  const content = scratch.bytes.subarray(0, scratch.length);
  const packed = pack?.(content) ?? content;
  const head = headOf(content.length, packed.length);
  const at = file.length + head.length;
  putPiece(file, head);
  putPiece(file, packed);
  sizes.packedBytes += head.length + packed.length;
  sizes.bytes += head.length + content.length;
  const checksum = pack === undefined ? crc32(content) : undefined;
  return { at, packedBytes: packed.length, bytes: content.length, rows, checksum };
}

type Pack = (content: Buffer) => Buffer;

/** Larger pages are no two alike. */
const ALIKE_BYTES_MAX = 16_384;

/** Of a column with one value all pages are alike: the second and all others are packed already. */
function createPacking(): Pack {
  let before: Buffer | undefined;
  let packed: Buffer = Buffer.alloc(0);
  return (content) => {
    if (before?.equals(content) === true) return packed;
    packed = zstdCompressSync(content, PACKING);
    before = content.length > ALIKE_BYTES_MAX ? undefined : Buffer.from(content);
    return packed;
  };
}

/**
 * A higher level takes longer and, of log lines in pages of this size, saves nothing. With the checksum every reader
 * notices a damaged page.
 */
const PACKING = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

function putRaw(sink: ByteSink, bytes: Buffer): void {
  reserve(sink, bytes.length);
  sink.length += bytes.copy(sink.bytes, sink.length);
}

const LENGTH_BYTES = 4;

function putPlain(sink: ByteSink, value: Buffer): void {
  reserve(sink, LENGTH_BYTES + value.length);
  sink.length = sink.bytes.writeUInt32LE(value.length, sink.length);
  sink.length += value.copy(sink.bytes, sink.length);
}

/** Groups of eight are what Parquet packs together. */
const PACKED_TOGETHER = 8;

/** One run of numbers in whole bytes: packing them tighter would only hide them from zstd. */
function putNumbersOfValues(
  sink: ByteSink,
  numbers: Uint32Array,
  from: number,
  to: number,
  widthBytes: 1 | 2 | 4,
): void {
  const groups = Math.ceil((to - from) / PACKED_TOGETHER);
  const size = groups * PACKED_TOGETHER * widthBytes;
  reserve(sink, size + 8);
  sink.bytes[sink.length++] = widthBytes * 8;
  putVarint(sink, groups * 2 + 1);
  reserve(sink, size);
  const { bytes } = sink;
  const start = sink.length;
  let at = start;
  for (let i = from; i < to; i++) {
    const number = numbers[i] ?? 0;
    bytes[at++] = number;
    if (widthBytes > 1) bytes[at++] = number >>> 8;
    if (widthBytes > 2) {
      bytes[at++] = number >>> 16;
      bytes[at++] = number >>> 24;
    }
  }
  bytes.fill(0, at, start + size);
  sink.length = start + size;
}

/** Up to this length a loop is faster than a call into the runtime. */
const LOOP_BYTES_MAX = 40;

/** All lengths, then all texts without anything in between. */
function putTexts(sink: ByteSink, values: TextValues, from: number, to: number): void {
  const lengths = new Uint32Array(to - from);
  let size = 0;
  for (let i = from; i < to; i++) {
    const length = values.lengthOf(i);
    lengths[i - from] = length;
    size += length;
  }
  packNumbers(sink, lengths, 0, lengths.length);
  reserve(sink, size);
  const { bytes } = sink;
  let at = sink.length;
  for (let i = from; i < to; i++) {
    const length = lengths[i - from] ?? 0;
    const source = values.bytesOf(i);
    const start = values.startOf(i);
    if (length > LOOP_BYTES_MAX) source.copy(bytes, at, start, start + length);
    else for (let k = 0; k < length; k++) bytes[at + k] = source[start + k] ?? 0;
    at += length;
  }
  sink.length = at;
}

function dataHead(bytes: number, packed: number, values: number, encoding: number): Buffer {
  const details = [
    [1, { i32: values }],
    [2, { i32: encoding }],
    [3, { i32: ENCODING.levels }],
    [4, { i32: ENCODING.levels }],
  ] as const;
  return writeStruct([
    [1, { i32: 0 }],
    [2, { i32: bytes }],
    [3, { i32: packed }],
    [5, { struct: details }],
  ]);
}

function dictionaryHead(bytes: number, packed: number, values: number): Buffer {
  const details = [
    [1, { i32: values }],
    [2, { i32: ENCODING.plain }],
  ] as const;
  return writeStruct([
    [1, { i32: 2 }],
    [2, { i32: bytes }],
    [3, { i32: packed }],
    [7, { struct: details }],
  ]);
}
