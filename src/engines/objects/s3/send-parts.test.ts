import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { refusal, fakeBucket } from '../../../../test/support/s3/fake-bucket.ts';
import {
  abortParts,
  beginParts,
  completeParts,
  listParts,
  sendPart,
  type SentPart,
} from './send-parts.ts';

const UNKNOWN = { name: 'ObjectsError', code: 'unknown_answer' };
const upload = { name: 'org_a/x', mark: 'mark', signal: undefined };
const place = { Bucket: 'logs', Key: 'in/org_a/x' };
const partOf = (number: number) => ({ PartNumber: number, Size: number * 10, ETag: `"${number}"` });

test('an upload begins with a mark that can be kept, and with what is told of the content', async () => {
  const { bucket, asked, options } = fakeBucket([{ UploadId: 'mark5' }], {
    markCharactersMax: 5,
  });
  const { signal } = new AbortController();
  const how = { contentType: 'text/css', cacheSeconds: 60 };

  const begun = await beginParts(bucket, 'org_a/x', signal, how);

  assert.deepEqual(begun, { name: 'org_a/x', mark: 'mark5', signal });
  const headers = { ContentType: 'text/css', CacheControl: 'max-age=60' };
  assert.deepEqual(asked, [['CreateMultipartUpload', { ...place, ...headers }]]);
  assert.deepEqual(options, [{ abortSignal: signal }]);
});

test('no mark, an empty one and one that is too long are no beginning', async () => {
  for (const answer of [{}, { UploadId: '' }, { UploadId: 'marks6' }]) {
    const { bucket } = fakeBucket([answer], { markCharactersMax: 5 });
    await assert.rejects(beginParts(bucket, 'org_a/x', undefined), UNKNOWN);
  }
});

test('parts are listed page by page, each from the last number on', async () => {
  const { bucket, asked } = fakeBucket(
    [
      { IsTruncated: true, Parts: [partOf(1), partOf(4)] },
      // What was told before is not told again, with another size or not.
      { IsTruncated: false, Parts: [{ PartNumber: 4, Size: 7, ETag: '"7"' }, partOf(5)] },
    ],
    { partsMax: 3 },
  );

  const parts = await listParts(bucket, upload);

  assert.deepEqual(
    [...(parts ?? [])],
    [
      [1, { bytes: 10, etag: '"1"' }],
      [4, { bytes: 40, etag: '"4"' }],
      [5, { bytes: 50, etag: '"5"' }],
    ],
  );
  assert.deepEqual(
    asked.map(([, input]) => input),
    ['0', '4'].map((after) => ({ ...place, UploadId: 'mark', PartNumberMarker: after })),
  );
});

test('an upload without parts has none, and one that is not known is undefined', async () => {
  const none = await listParts(fakeBucket([{}]).bucket, upload);
  assert.deepEqual([...(none ?? [[0]])], []);
  for (const missing of [refusal(404, 'NoSuchUpload'), refusal(404)]) {
    assert.equal(await listParts(fakeBucket([missing]).bucket, upload), undefined);
  }
  const noBucket = fakeBucket([refusal(404, 'NoSuchBucket')]).bucket;
  await assert.rejects(listParts(noBucket, upload), { code: 'no_bucket' });
});

test('parts without number, size or tag, too many of them and the same page again are no list', async () => {
  const { PartNumber, Size, ETag } = partOf(1);
  const pages = [
    [{ Parts: [{ Size, ETag }] }],
    [{ Parts: [{ PartNumber, ETag }] }],
    [{ Parts: [{ PartNumber, Size }] }],
    [{ Parts: [partOf(1), partOf(2), partOf(3)] }],
    [
      { IsTruncated: true, Parts: [partOf(1)] },
      { IsTruncated: true, Parts: [partOf(1)] },
    ],
  ];
  for (const answers of pages) {
    const { bucket, calls } = fakeBucket(answers, { partsMax: 2 });
    await assert.rejects(listParts(bucket, upload), UNKNOWN);
    assert.equal(calls().length, answers.length);
  }
});

test('a part is sent with its number and length, and has a tag', async () => {
  const { bucket, asked } = fakeBucket([{ ETag: '"a"' }, {}]);
  const body = Buffer.from('seven b');

  assert.deepEqual(await sendPart(bucket, upload, 3, body), { bytes: 7, etag: '"a"' });
  await assert.rejects(sendPart(bucket, upload, 3, body), UNKNOWN);

  const sent = { UploadId: 'mark', PartNumber: 3, Body: body, ContentLength: 7 };
  assert.deepEqual(asked[0], ['UploadPart', { ...place, ...sent }]);
});

const md5 = (content: string | Buffer): string => createHash('md5').update(content).digest('hex');
const PARTS: ReadonlyMap<number, SentPart> = new Map([
  [10, { bytes: 1, etag: md5('b') }],
  [2, { bytes: 1, etag: `"${md5('a')}"` }],
]);
const TAG = `"${md5(Buffer.from(md5('a') + md5('b'), 'hex'))}-2"`;

test('an object is made of its parts in the order of their numbers', async () => {
  const { bucket, asked } = fakeBucket([{}]);
  assert.equal(await completeParts(bucket, upload, PARTS), true);
  const listed = [
    { PartNumber: 2, ETag: `"${md5('a')}"` },
    { PartNumber: 10, ETag: md5('b') },
  ];
  const input = { ...place, UploadId: 'mark', MultipartUpload: { Parts: listed } };
  assert.deepEqual(asked, [['CompleteMultipartUpload', input]]);
});

test('a new object is made on condition, and without one where the store knows none', async () => {
  const conditionsOf = async (answers: (object | Error)[], isNew: boolean) => {
    const { bucket, asked } = fakeBucket(answers);
    const answer = await completeParts(bucket, upload, PARTS, isNew).catch(
      (error: unknown) => (error as { readonly code: string }).code,
    );
    return [answer, ...asked.map(([, input]) => input.IfNoneMatch)];
  };
  assert.deepEqual(await conditionsOf([{}], true), [true, '*']);
  assert.deepEqual(await conditionsOf([refusal(501), {}], true), [true, '*', undefined]);
  assert.deepEqual(await conditionsOf([refusal(501), {}], false), ['refused', undefined]);
  assert.deepEqual(await conditionsOf([refusal(502), {}], true), ['failed', '*']);
  assert.deepEqual(await conditionsOf([refusal(412), {}], true), ['exists', '*']);
  assert.deepEqual(await conditionsOf([refusal(501), refusal(501)], true), [
    'refused',
    '*',
    undefined,
  ]);
});

test('an upload that is over is complete when the object is the one of its parts', async () => {
  const over = async (found: object | Error, parts = PARTS): Promise<boolean> => {
    const { bucket, calls } = fakeBucket([refusal(404, 'NoSuchUpload'), found]);
    const isThere = await completeParts(bucket, upload, parts);
    assert.deepEqual(calls(), ['CompleteMultipartUpload', 'HeadObject']);
    return isThere;
  };
  assert.equal(await over({ ContentLength: 2, ETag: TAG }), true);
  assert.equal(await over({ ContentLength: 2, ETag: TAG.replace('-2', '-3') }), false);
  assert.equal(await over({ ContentLength: 2 }), false);
  assert.equal(await over(refusal(404)), false);
  const odd = new Map([[1, { bytes: 1, etag: 'no hash' }]]);
  assert.equal(await over({ ContentLength: 2 }, odd), false);
  assert.equal(await over({ ContentLength: 2, ETag: TAG }, odd), false);
  assert.equal(await over(refusal(404), odd), false);
});

test('an upload is given up once, and it may be over already', async () => {
  const { bucket, asked } = fakeBucket([{}, refusal(404, 'NoSuchUpload'), refusal(403)]);
  await abortParts(bucket, upload);
  await abortParts(bucket, upload);
  await assert.rejects(abortParts(bucket, upload), { code: 'denied' });
  assert.deepEqual(asked[0], ['AbortMultipartUpload', { ...place, UploadId: 'mark' }]);
});
