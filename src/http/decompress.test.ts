import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { AppError } from '../base/errors.ts';
import { decompress, type Encoding, encodingOf } from './decompress.ts';

const TEXT = Buffer.from('the same words, again and again and again');
const BOUND = TEXT.length;

function undo(
  encoding: Exclude<Encoding, 'identity'>,
  bytes: Buffer,
  bytesMax = BOUND,
): Promise<string> {
  return new Promise((resolve) => {
    decompress(encoding, bytes, bytesMax, (error, body) => {
      if (error === null) return resolve(body?.toString() ?? 'no body');
      assert(error instanceof AppError, String(error));
      return resolve(`${error.code} ${error.message}`);
    });
  });
}

test('encodings that can be undone are known however they are written, others are refused', () => {
  const known = [undefined, '', ' identity ', 'GZIP', 'x-gzip', 'deflate', 'Zstd'].map(encodingOf);

  assert.deepEqual(known, ['identity', 'identity', 'identity', 'gzip', 'gzip', 'deflate', 'zstd']);
  for (const header of ['br', 'gzip, gzip', 'x-zstd']) {
    assert.throws(() => encodingOf(header), { code: 'UNSUPPORTED_ENCODING' }, header);
  }
});

const PACKED = {
  gzip: gzipSync(TEXT),
  deflate: deflateSync(TEXT),
  zstd: zstdCompressSync(TEXT),
} as const;
const TOO_LARGE = `FST_ERR_CTP_BODY_TOO_LARGE The body is too large (maximum ${BOUND - 1} bytes after decompression).`;

for (const encoding of ['gzip', 'deflate', 'zstd'] as const) {
  test(`${encoding} is undone up to its bound and not beyond`, async () => {
    assert.equal(await undo(encoding, PACKED[encoding]), TEXT.toString());
    assert.equal(await undo(encoding, PACKED[encoding], BOUND - 1), TOO_LARGE);
    const broken = `VALIDATION_ERROR The body is not valid ${encoding} data, or it is incomplete.`;
    assert.equal(await undo(encoding, PACKED[encoding].subarray(0, -5)), broken);
    assert.equal(await undo(encoding, Buffer.from([0xff, 0xff, 0xff])), broken);
  });
}

test('a bound above a thousand is told with its comma', async () => {
  const message = await undo('gzip', gzipSync(Buffer.alloc(2_000)), 1_234);

  assert.match(message, /maximum 1,234 bytes/);
});

test('deflate without its two bytes is undone, too', async () => {
  assert.equal(await undo('deflate', deflateRawSync(TEXT)), TEXT.toString());
  // As long as the two bytes, and not them.
  assert.equal(await undo('deflate', deflateRawSync(Buffer.alloc(0))), '');
  // Says deflate in its first byte, but the two together are no header.
  const looksLike = deflateRawSync(TEXT);
  assert.notEqual(looksLike.readUInt16BE(0) % 31, 0);
});

test('several frames of zstd are one body, and its bound holds for all of them', async () => {
  const twice = Buffer.concat([PACKED.zstd, PACKED.zstd]);

  assert.equal(await undo('zstd', twice, 2 * BOUND), TEXT.toString() + TEXT.toString());
  assert.match(await undo('zstd', twice, 2 * BOUND - 1), /^FST_ERR_CTP_BODY_TOO_LARGE/);
  assert.match(await undo('zstd', twice, BOUND), /^FST_ERR_CTP_BODY_TOO_LARGE/);
});

test('a thousand frames are read, one more is refused', async () => {
  const empty = zstdCompressSync(Buffer.alloc(0));
  const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => empty));

  assert.equal(await undo('zstd', frames(1_000)), '');
  assert.match(await undo('zstd', frames(1_001)), /^VALIDATION_ERROR/);
});

test('what only looks like the two bytes of deflate is none of them', async () => {
  const stored = (first: number, text: string): Buffer => {
    const length = Buffer.byteLength(text);
    const head = Buffer.from([first, length, 0, ~length & 0xff, 0xff]);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  // The right method, but the two bytes are no multiple of 31.
  const method = Buffer.concat([stored(0x08, TEXT.toString()), Buffer.from([0x03, 0x00])]);
  assert.equal(await undo('deflate', method), TEXT.toString());
  // A multiple of 31, but another method.
  const multiple = stored(0x01, 'x'.repeat(23));
  assert.equal(multiple.readUInt16BE(0) % 31, 0);
  assert.equal(await undo('deflate', multiple), 'x'.repeat(23));

  assert.equal(deflateSync(TEXT, { level: 1 })[1], 0x01);
  assert.equal(await undo('deflate', deflateSync(TEXT, { level: 1 })), TEXT.toString());
  assert.match(await undo('deflate', Buffer.from([0x78])), /^VALIDATION_ERROR/);
});

test('a further frame of zstd has the room that is left, be it none', async () => {
  const frames = (...texts: readonly Buffer[]): Buffer =>
    Buffer.concat(texts.map((text) => zstdCompressSync(text)));

  assert.match(await undo('zstd', frames(TEXT, Buffer.from('x'))), /^FST_ERR_CTP_BODY_TOO_LARGE/);
  assert.equal(await undo('zstd', frames(TEXT, Buffer.alloc(0))), TEXT.toString());
  // It is not unpacked up to the place where it breaks off.
  const broken = Buffer.concat([PACKED.zstd, frameOf(TEXT, 10, false)]);
  assert.match(await undo('zstd', broken), /^FST_ERR_CTP_BODY_TOO_LARGE/);
});

test('a frame of zstd that asks for more than 16 MB of memory is refused', async () => {
  assert.equal(await undo('zstd', frameOf(TEXT, 24)), TEXT.toString());
  assert.match(await undo('zstd', frameOf(TEXT, 25)), /^VALIDATION_ERROR/);
});

/** One block as it is, in a frame that asks for a window of 2 to the power of `windowLog` bytes. */
function frameOf(content: Buffer, windowLog: number, isLast = true): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE(content.length * 8 + (isLast ? 1 : 0), 0, 3);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (windowLog - 10) * 8]);
  return Buffer.concat([head, block, content]);
}
