import { constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { AppError } from '../base/errors.ts';
import { KB } from '../spec/units.ts';

export type Encoding = 'identity' | 'gzip' | 'deflate' | 'zstd';

/** 16 MB: more than any body needs, and far less than the 128 MB a hostile frame could request. */
const ZSTD_WINDOW_LOG_MAX = 24;
/** More are made on purpose only: each costs a trip to the thread pool. */
const ZSTD_FRAMES_MAX = 1_000;
const CHUNK_BYTES_MIN = 16 * KB;
const CHUNK_BYTES_MAX = 256 * KB;

/** Returns the `Content-Encoding`, if supported. Stacked encodings are refused: only bombs need them. */
export function encodingOf(header: string | undefined): Encoding {
  switch (header?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
      return 'deflate';
    case 'zstd':
      return 'zstd';
    default:
      throw new AppError(
        'UNSUPPORTED_ENCODING',
        'Unsupported Content-Encoding. Send the body uncompressed, or with gzip, deflate or zstd.',
      );
  }
}

type Done = (error: Error | null, body?: Buffer) => void;

/** Undoes an encoding off the event loop, and stops as soon as the result is larger than allowed. */
export function decompress(
  encoding: Exclude<Encoding, 'identity'>,
  bytes: Buffer,
  bytesMax: number,
  done: Done,
): void {
  const options = { maxOutputLength: bytesMax, chunkSize: chunkBytes(bytes.length) };
  switch (encoding) {
    case 'gzip':
      return gunzip(bytes, options, finish);
    case 'deflate':
      // Some clients omit the two header bytes that the standard requires.
      return hasZlibHeader(bytes)
        ? inflate(bytes, options, finish)
        : inflateRaw(bytes, options, finish);
    case 'zstd':
      return decompressFrames(bytes, bytesMax, [], finish);
  }

  function finish(error: Error | null, body?: Buffer): void {
    const isTooLarge =
      error === null
        ? body !== undefined && body.length > bytesMax
        : 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) done(bodyTooLarge(bytesMax));
    else if (error === null) done(null, body);
    else done(brokenStream(encoding, error));
  }
}

/**
 * Zstandard data may be several frames, one after the other, of which Node reads only the first and is
 * silent about the rest; so each is read on its own.
 */
function decompressFrames(bytes: Buffer, bytesLeft: number, before: Buffer[], done: Done): void {
  if (before.length >= ZSTD_FRAMES_MAX) return done(new Error('the data has too many frames'));
  const options = {
    // Zero would mean no limit.
    maxOutputLength: Math.max(bytesLeft, 1),
    chunkSize: chunkBytes(bytes.length),
    params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
    info: true,
  };
  zstdDecompress(bytes, options, (error, result) => {
    if (error !== null) return done(error);
    const { buffer, engine } = frameOf(result);
    const frames = [...before, buffer];
    if (engine.bytesWritten >= bytes.length) return done(null, joined(frames));
    decompressFrames(bytes.subarray(engine.bytesWritten), bytesLeft - buffer.length, frames, done);
  });
}

/** With `info`, Node returns more than its types declare, including how much of the input it has read. */
function frameOf(result: unknown): { buffer: Buffer; engine: { bytesWritten: number } } {
  return result as ReturnType<typeof frameOf>;
}

function joined(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
}

export function bodyTooLarge(bytesMax: number): AppError {
  const bytes = bytesMax.toLocaleString('en-US');
  const message = `The body is too large (maximum ${bytes} bytes after decompression).`;
  return new AppError('FST_ERR_CTP_BODY_TOO_LARGE', message);
}

function brokenStream(encoding: Encoding, cause: Error): AppError {
  const message = `The body is not valid ${encoding} data, or it is incomplete.`;
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] }, cause);
}

/** Each piece of output costs a trip to the thread pool, each byte of its size an allocation. */
function chunkBytes(compressedBytes: number): number {
  return Math.min(Math.max(compressedBytes * 8, CHUNK_BYTES_MIN), CHUNK_BYTES_MAX);
}

function hasZlibHeader(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  const header = bytes.readUInt16BE(0);
  return (header & 0x0f00) === 0x0800 && header % 31 === 0;
}
