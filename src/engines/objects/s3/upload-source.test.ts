import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bucket } from './bucket.ts';
import { uploadSource } from './upload-source.ts';

/** Never asked: what is tested here is refused before anything is sent. */
const BUCKET = {
  limits: { bytesMax: 100, partBytes: 10, partsMax: 5 },
} as unknown as Bucket;

function sourceOf(bytes: number, given: number): Parameters<typeof uploadSource>[2] {
  return { bytes, read: async () => new Uint8Array(given) };
}

test('a source that is shorter or longer than it says is not sent', async () => {
  for (const given of [4, 6]) {
    await assert.rejects(
      uploadSource(BUCKET, 'a', sourceOf(5, given), undefined),
      /as long as it says/,
    );
  }
});

test('whoever stops while a source is read sends nothing', async () => {
  const progress = { mark: undefined, signal: AbortSignal.abort(), keep: async () => {} };

  await assert.rejects(uploadSource(BUCKET, 'a', sourceOf(5, 5), progress), { code: 'stopped' });
});

test('what all parts together cannot hold is refused', async () => {
  await assert.rejects(uploadSource(BUCKET, 'a', sourceOf(51, 51), undefined), {
    code: 'VALIDATION_ERROR',
  });
});
