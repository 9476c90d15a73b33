/** Bytes that grow as they are written, and stay for the next use: the hot path allocates almost nothing. */
export interface ByteSink {
  bytes: Buffer;
  length: number;
}

export function createByteSink(capacity: number): ByteSink {
  return { bytes: Buffer.allocUnsafeSlow(capacity), length: 0 };
}

/** Ensures space for `extra` bytes after the existing ones. */
export function reserve(sink: ByteSink, extra: number): void {
  const needed = sink.length + extra;
  if (needed <= sink.bytes.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(needed, sink.bytes.length * 2));
  sink.bytes.copy(grown, 0, 0, sink.length);
  sink.bytes = grown;
}

/** An unsigned number in groups of seven bits, lowest first. */
export function putVarint(sink: ByteSink, value: number): void {
  reserve(sink, 8);
  sink.length = writeVarint(sink.bytes, sink.length, value);
}

/** A whole number below 2^53 in eight bytes, lowest first; also negative ones. */
export function putInt64(sink: ByteSink, value: number): void {
  putUint32Pair(sink, value, Math.floor(value / 0x1_0000_0000));
}

/** Two numbers in four bytes each, lowest first; of larger ones the lowest four bytes. */
export function putUint32Pair(sink: ByteSink, first: number, second: number): void {
  reserve(sink, 8);
  const { bytes, length } = sink;
  writeUint32(bytes, length, first | 0);
  writeUint32(bytes, length + 4, second | 0);
  sink.length = length + 8;
}

export function putZeros(sink: ByteSink, count: number): void {
  reserve(sink, count);
  sink.bytes.fill(0, sink.length, sink.length + count);
  sink.length += count;
}

/** Everything that was written into the other one. */
export function putBytes(sink: ByteSink, part: ByteSink): void {
  reserve(sink, part.length);
  part.bytes.copy(sink.bytes, sink.length, 0, part.length);
  sink.length += part.length;
}

/** Up to this length a loop over the characters beats a call into the runtime. */
const LOOP_CHARACTERS_MAX = 24;

/** Length, then the text as UTF-8; half of a surrogate pair becomes U+FFFD. */
export function putString(sink: ByteSink, text: string): void {
  const { length } = text;
  // A UTF-16 unit takes at most three bytes.
  reserve(sink, length * 3 + 8);
  if (length <= LOOP_CHARACTERS_MAX && putShortAscii(sink, text)) return;
  const { bytes, length: start } = sink;
  // Most text is ASCII: leave as much room for the length as that needs, and move the text when it was wrong.
  const guess = varintSize(length);
  const written = bytes.write(text, start + guess, 'utf8');
  const size = varintSize(written);
  if (size !== guess) bytes.copyWithin(start + size, start + guess, start + guess + written);
  writeVarint(bytes, start, written);
  sink.length = start + size + written;
}

function putShortAscii(sink: ByteSink, text: string): boolean {
  const { bytes, length: start } = sink;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return false;
    bytes[start + 1 + i] = code;
  }
  bytes[start] = length;
  sink.length = start + 1 + length;
  return true;
}

/** Byte by byte: the runtime's own way checks the range of the value, which takes longer than writing it. */
function writeUint32(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

function writeVarint(bytes: Buffer, at: number, value: number): number {
  let rest = value;
  let end = at;
  while (rest >= 0x80) {
    bytes[end++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  bytes[end++] = rest;
  return end;
}

export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}
