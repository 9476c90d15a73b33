/**
 * Whole numbers as differences of neighbours, packed into as few bits as a run of them needs: the encoding that Parquet
 * calls DELTA_BINARY_PACKED. Numbers and their differences stay below 2^53, so plain arithmetic is exact.
 */
import { putVarint, reserve, type ByteSink } from '../../byte-sink.ts';

const BLOCK_VALUES = 128;
const RUNS = 4;
const RUN_VALUES = BLOCK_VALUES / RUNS;
/** Up to this width, a 32-bit integer fits a value and the remainder of the one before it. */
const SMALL_WIDTH_MAX = 24;
/** Up to this width, a double fits both. Wider values come from times that are thousands of years apart. */
const WIDE_WIDTH_MAX = 45;
/** Numbers below 2^53 are less than that apart. */
const WIDTH_MAX = 54;

const differences = new Float64Array(BLOCK_VALUES);

/** Packs `values` from `from` to before `to`. */
export function packNumbers(
  sink: ByteSink,
  values: Float64Array | Uint32Array,
  from: number,
  to: number,
): void {
  putVarint(sink, BLOCK_VALUES);
  putVarint(sink, RUNS);
  putVarint(sink, to - from);
  putZigzag(sink, to > from ? (values[from] ?? 0) : 0);
  for (let start = from + 1; start < to; start += BLOCK_VALUES) {
    packBlock(sink, values, start, Math.min(BLOCK_VALUES, to - start));
  }
}

function packBlock(
  sink: ByteSink,
  values: Float64Array | Uint32Array,
  start: number,
  count: number,
): void {
  let least = Infinity;
  let before = values[start - 1] ?? 0;
  for (let i = 0; i < count; i++) {
    const value = values[start + i] ?? 0;
    const difference = value - before;
    before = value;
    differences[i] = difference;
    if (difference < least) least = difference;
  }
  for (let i = 0; i < count; i++) differences[i] = (differences[i] ?? 0) - least;
  differences.fill(0, count);
  putZigzag(sink, least);
  reserve(sink, RUNS + BLOCK_VALUES * 8);
  const widthsAt = sink.length;
  sink.length += RUNS;
  for (let run = 0; run < RUNS; run++) {
    const first = run * RUN_VALUES;
    // A run after the last value is left out.
    const width = first >= count ? 0 : widthOf(first, first + RUN_VALUES);
    sink.bytes[widthsAt + run] = width;
    if (width > 0) packRun(sink, first, width);
  }
}

function widthOf(from: number, to: number): number {
  let most = 0;
  for (let i = from; i < to; i++) {
    const value = differences[i] ?? 0;
    if (value > most) most = value;
  }
  if (most < 0x1_0000_0000) return 32 - Math.clz32(most);
  return 64 - Math.clz32(Math.floor(most / 0x1_0000_0000));
}

function packRun(sink: ByteSink, first: number, width: number): void {
  const { bytes } = sink;
  let at = sink.length;
  let held = 0;
  let bits = 0;
  if (width <= SMALL_WIDTH_MAX) {
    for (let i = first; i < first + RUN_VALUES; i++) {
      held |= (differences[i] ?? 0) << bits;
      for (bits += width; bits >= 8; bits -= 8) {
        bytes[at++] = held;
        held >>>= 8;
      }
    }
  } else if (width <= WIDE_WIDTH_MAX) {
    for (let i = first; i < first + RUN_VALUES; i++) {
      held += (differences[i] ?? 0) * 2 ** bits;
      for (bits += width; bits >= 8; bits -= 8) {
        bytes[at++] = held % 0x100;
        held = Math.floor(held / 0x100);
      }
    }
  } else at = packWidest(bytes, at, first, width);
  sink.length = at;
}

function packWidest(bytes: Uint8Array, start: number, first: number, width: number): number {
  let at = start;
  let held = 0n;
  let bits = 0;
  for (let i = first; i < first + RUN_VALUES; i++) {
    held |= BigInt(differences[i] ?? 0) << BigInt(bits);
    for (bits += width; bits >= 8; bits -= 8) {
      bytes[at++] = Number(held & 0xffn);
      held >>= 8n;
    }
  }
  return at;
}

function putZigzag(sink: ByteSink, value: number): void {
  putVarint(sink, value >= 0 ? value * 2 : -value * 2 - 1);
}

export interface UnpackedNumbers {
  readonly values: Float64Array;
  /** Where the bytes after the values begin. */
  readonly end: number;
}

/** What `packNumbers` has packed, from `at` on. Throws for bytes that break off. */
export function unpackNumbers(bytes: Uint8Array, at: number): UnpackedNumbers {
  const source = { bytes, at };
  if (readVarint(source) !== BLOCK_VALUES || readVarint(source) !== RUNS) throw damaged();
  const count = readVarint(source);
  let value = readZigzag(source);
  // A value takes a bit at least, unless a whole block is the same.
  if (count > (bytes.length + 1) * BLOCK_VALUES) throw damaged();
  const values = new Float64Array(count);
  if (count > 0) values[0] = value;
  for (let next = 1; next < count;) {
    const least = readZigzag(source);
    const widthsAt = source.at;
    source.at += RUNS;
    for (let run = 0; run < RUNS && next < count; run++) {
      const width = bytes[widthsAt + run] ?? 0;
      const wanted = Math.min(RUN_VALUES, count - next);
      value = unpackRun(source, width, least, value, values, next, wanted);
      next += wanted;
    }
  }
  if (source.at > bytes.length) throw damaged();
  return { values, end: source.at };
}

interface Source {
  readonly bytes: Uint8Array;
  at: number;
}

/** Returns the last value. */
function unpackRun(
  source: Source,
  width: number,
  least: number,
  before: number,
  values: Float64Array,
  next: number,
  wanted: number,
): number {
  const { bytes } = source;
  let { at } = source;
  let value = before;
  let held = 0;
  let bits = 0;
  if (width === 0) {
    for (let i = next; i < next + wanted; i++) values[i] = value += least;
  } else if (width <= SMALL_WIDTH_MAX) {
    const mask = (1 << width) - 1;
    for (let i = next; i < next + wanted; i++) {
      for (; bits < width; bits += 8) held |= (bytes[at++] ?? 0) << bits;
      values[i] = value += least + (held & mask);
      held >>>= width;
      bits -= width;
    }
  } else if (width > WIDE_WIDTH_MAX) {
    if (width > WIDTH_MAX) throw damaged();
    let wide = 0n;
    for (let i = next; i < next + wanted; i++) {
      for (; bits < width; bits += 8) wide |= BigInt(bytes[at++] ?? 0) << BigInt(bits);
      values[i] = value += least + Number(BigInt.asUintN(width, wide));
      wide >>= BigInt(width);
      bits -= width;
    }
  } else {
    const size = 2 ** width;
    for (let i = next; i < next + wanted; i++) {
      for (; bits < width; bits += 8) held += (bytes[at++] ?? 0) * 2 ** bits;
      values[i] = value += least + (held % size);
      held = Math.floor(held / size);
      bits -= width;
    }
  }
  source.at += (width * RUN_VALUES) / 8;
  return value;
}

function readVarint(source: Source): number {
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = source.bytes[source.at++];
    if (byte === undefined || factor > 2 ** 56) throw damaged();
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}

function readZigzag(source: Source): number {
  const value = readVarint(source);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function damaged(): Error {
  return new Error('Packed numbers are damaged.');
}
