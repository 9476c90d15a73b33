/** The block format of Snappy: a length, then literals and copies of earlier output. */
import { AppError } from '../../../base/errors.ts';
import { badRequest } from '../partial-intake.ts';

/** Nothing is allocated before the announced size is known to be allowed. */
export function decompressSnappy(bytes: Buffer, bytesMax: number): Buffer {
  const { length, at } = readLength(bytes);
  if (length > bytesMax) {
    const message = `The body is too large (maximum ${bytesMax} bytes after decompression).`;
    throw new AppError('FST_ERR_CTP_BODY_TOO_LARGE', message);
  }
  const out = Buffer.allocUnsafe(length);
  const state: State = { bytes, at, out, written: 0 };
  while (state.at < bytes.length) readElement(state);
  if (state.written !== length) throw malformed();
  return out;
}

interface State {
  readonly bytes: Buffer;
  at: number;
  readonly out: Buffer;
  written: number;
}

function readLength(bytes: Buffer): { length: number; at: number } {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw malformed();
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, at: at + 1 };
  }
  throw malformed();
}

/** The two low bits of the first byte are the type of an element. */
function readElement(state: State): void {
  const tag = readNumber(state, 1);
  const rest = tag >> 2;
  switch (tag & 3) {
    case 0:
      return copyLiteral(state, rest < 60 ? rest + 1 : readNumber(state, rest - 59) + 1);
    case 1:
      return copyBack(state, (rest & 7) + 4, (rest >> 3) * 256 + readNumber(state, 1));
    case 2:
      return copyBack(state, rest + 1, readNumber(state, 2));
    default:
      return copyBack(state, rest + 1, readNumber(state, 4));
  }
}

function readNumber(state: State, count: number): number {
  if (state.at + count > state.bytes.length) throw malformed();
  const value = state.bytes.readUIntLE(state.at, count);
  state.at += count;
  return value;
}

function copyLiteral(state: State, length: number): void {
  const { bytes, at, out, written } = state;
  if (length > bytes.length - at || length > out.length - written) throw malformed();
  bytes.copy(out, written, at, at + length);
  state.at += length;
  state.written += length;
}

function copyBack(state: State, length: number, offset: number): void {
  const { out, written } = state;
  if (offset === 0 || offset > written || length > out.length - written) throw malformed();
  // A copy may overlap what it writes: that is how runs are encoded.
  for (let i = 0; i < length; i++) out[written + i] = out[written + i - offset] ?? 0;
  state.written += length;
}

function malformed(): AppError {
  return badRequest('The body is not valid Snappy data.');
}
