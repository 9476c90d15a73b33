import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { refusal, fakeBucket } from '../../../../test/support/s3/fake-bucket.ts';
import type { WriteHow } from '../objects.ts';
import { writeStream } from './write-stream.ts';

const BEGUN = { UploadId: 'mark' };
const SENT = { ETag: '"a"' };
const MISSING = refusal(404);
const sized = (bytes: number) => ({ ContentLength: bytes, ETag: '"a"' });

/** How it ended, and each call with its part and text, where it has any. Parts have four bytes, objects twelve at most. */
async function write(
  chunks: readonly (string | Uint8Array)[],
  answers: readonly (object | Error)[],
  how: WriteHow = {},
) {
  const { bucket, asked, options } = fakeBucket(answers, { partBytes: 4, bytesMax: 12 });
  const end = await writeStream(bucket, 'org_a/x', Readable.from(chunks), how).then(
    ({ bytes }) => bytes,
    (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
  );
  const calls = asked.map(([call, { PartNumber: part, Body: body, IfNoneMatch: condition }]) =>
    [call, part, body?.toString(), condition].filter((each) => each !== undefined).join(' '),
  );
  return { end, calls, options, last: asked.at(-1)?.[1] };
}

test('what fits into one part is put at once', async () => {
  for (const [chunks, body] of [
    [['ab', 'c'], 'abc'],
    [[Buffer.from('a')], 'a'],
    [['ab', Buffer.from('cd')], 'abcd'],
    [[], ''],
  ] as const) {
    const { end, calls } = await write(chunks, [{}, sized(body.length)]);
    assert.deepEqual([end, calls], [body.length, [`PutObject ${body}`, 'HeadObject']]);
  }
});

test('what is larger goes in parts of one size, the last one with the rest', async () => {
  for (const [chunks, parts] of [
    [
      ['abcd', 'e'],
      ['abcd', 'e'],
    ],
    [['abcde'], ['abcd', 'e']],
    [
      ['abcdef', 'ghi'],
      ['abcd', 'efgh', 'i'],
    ],
    [['abcdefghijkl'], ['abcd', 'efgh', 'ijkl']],
    [
      ['é', 'éab'],
      ['éé', 'ab'],
    ],
  ] as const) {
    const bytes = Buffer.byteLength(parts.join(''));
    const answers = [BEGUN, ...parts.map(() => SENT), {}, sized(bytes)];
    const { end, calls } = await write(chunks, answers);
    const sent = parts.map((part, at) => `UploadPart ${at + 1} ${part}`);
    assert.equal(end, bytes);
    assert.deepEqual(calls, [
      'CreateMultipartUpload',
      ...sent,
      'CompleteMultipartUpload',
      'HeadObject',
    ]);
  }
});

test('what is over the largest size is refused, and its parts are taken back', async () => {
  const { bucket } = fakeBucket([], { partBytes: 40, bytesMax: 12 });
  await assert.rejects(writeStream(bucket, 'org_a/x', Readable.from(['x'.repeat(13)]), {}), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: 'content', message: 'The file is over 12 bytes.' }] },
  });
  const { end, calls } = await write(['abcdefgh', 'ijkl', 'm'], [BEGUN, SENT, SENT, SENT, {}]);
  assert.equal(end, 'VALIDATION_ERROR');
  assert.deepEqual(calls.slice(3), ['UploadPart 3 ijkl', 'AbortMultipartUpload']);
});

test('a new object of several parts is asked for before, and made on condition', async () => {
  const isNew = { ifAbsent: true };
  const there = await write(['abcde'], [sized(1)], isNew);
  assert.deepEqual([there.end, there.calls], ['exists', ['HeadObject']]);
  const made = await write(['abcde'], [MISSING, BEGUN, SENT, SENT, {}, sized(5)], isNew);
  assert.deepEqual(
    [made.end, made.calls[0], made.calls.at(-2)],
    [5, 'HeadObject', 'CompleteMultipartUpload *'],
  );
  const small = await write(['abc'], [MISSING, {}, sized(3)], isNew);
  assert.deepEqual([small.end, small.calls], [3, ['HeadObject', 'PutObject abc *', 'HeadObject']]);
});

test('an upload that fails is taken back, whatever the store says to that', async () => {
  const { signal } = new AbortController();
  for (const answer of [{}, refusal(500)]) {
    const { end, calls, options, last } = await write(
      ['abcde'],
      [BEGUN, SENT, refusal(403), answer],
      { signal },
    );
    assert.deepEqual([end, calls.at(-1)], ['denied', 'AbortMultipartUpload']);
    assert.equal(last?.UploadId, 'mark');
    assert.deepEqual(options.slice(-2), [{ abortSignal: signal }, {}]);
  }
  const lost = await write(['abcde'], [BEGUN, SENT, SENT, refusal(404), MISSING, {}]);
  assert.deepEqual([lost.end, lost.calls.at(-1)], ['broken_off', 'AbortMultipartUpload']);
  const cut = await write(['abcde'], [BEGUN, SENT, SENT, {}, sized(4)]);
  assert.deepEqual([cut.end, cut.calls.at(-1)], ['wrong_size', 'HeadObject']);
});
