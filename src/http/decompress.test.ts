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
const TOO_LARGE = `FST_ERR_CTP_BODY_TOO_LARGE The body is larger than ${BOUND - 1} bytes, counted after decompression.`;

for (const encoding of ['gzip', 'deflate', 'zstd'] as const) {
  test(`${encoding} is undone up to its bound and not beyond`, async () => {
    assert.equal(await undo(encoding, PACKED[encoding]), TEXT.toString());
    assert.equal(await undo(encoding, PACKED[encoding], BOUND - 1), TOO_LARGE);
    const broken = `VALIDATION_ERROR The body is not valid ${encoding} data, or a part of it is missing.`;
    assert.equal(await undo(encoding, PACKED[encoding].subarray(0, -5)), broken);
    assert.equal(await undo(encoding, Buffer.from([0xff, 0xff, 0xff])), broken);
  });
}

test('a bound above a thousand is told with its comma', async () => {
  const message = await undo('gzip', gzipSync(Buffer.alloc(2_000)), 1_234);

  assert.match(message, /larger than 1,234 bytes/);
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
