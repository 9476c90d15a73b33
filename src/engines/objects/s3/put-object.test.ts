import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, fakeBucket } from '../../../../test/support/s3/fake-bucket.ts';
import type { WriteHow } from '../objects.ts';
import { absent, findObject, optionsOf } from './find-object.ts';
import { checkStored, headersOf, putObject } from './put-object.ts';

const BODY = Buffer.from('seven b');
const THERE = { ContentLength: 7, ETag: '"a"' };
const MISSING = refusal(404);

/** How it ended, and each call with its condition. */
async function put(answers: readonly (object | Error)[], how: WriteHow = {}) {
  const { bucket, asked } = fakeBucket(answers);
  const end = await putObject(bucket, 'org_a/x', BODY, how).then(
    () => 'put',
    (error: unknown) => (error as { readonly code: string }).code,
  );
  return [end, ...asked.map(([call, input]) => `${call} ${input.IfNoneMatch ?? '-'}`)];
}

test('an object is put in one call and looked at, and asked for before when it has to be new', async () => {
  const [head, plain, onCondition] = ['HeadObject -', 'PutObject -', 'PutObject *'];
  const isNew = { ifAbsent: true };
  assert.deepEqual(await put([{}, THERE]), ['put', plain, head]);
  assert.deepEqual(await put([{}, THERE], { ifAbsent: false }), ['put', plain, head]);
  assert.deepEqual(await put([MISSING, {}, THERE], isNew), ['put', head, onCondition, head]);
  assert.deepEqual(await put([THERE], isNew), ['exists', head]);
  assert.deepEqual(await put([MISSING, refusal(412)], isNew), ['exists', head, onCondition]);
  assert.deepEqual(await put([MISSING, refusal(501), {}, THERE], isNew), [
    'put',
    head,
    onCondition,
    plain,
    head,
  ]);
  assert.deepEqual(await put([MISSING, refusal(502)], isNew), ['failed', head, onCondition]);
  assert.deepEqual(await put([refusal(501)]), ['refused', plain]);
  assert.deepEqual(await put([{}, { ContentLength: 6 }]), ['wrong_size', plain, head]);
  assert.deepEqual(await put([{}, MISSING]), ['wrong_size', plain, head]);
});

test('what is put goes with its length, its type and the time it may be kept', async () => {
  const { signal } = new AbortController();
  const { bucket, asked, options } = fakeBucket([{}, THERE]);
  await putObject(bucket, 'org_a/x', BODY, { contentType: 'text/css', cacheSeconds: 0, signal });
  const place = { Bucket: 'logs', Key: 'in/org_a/x' };
  const content = { Body: BODY, ContentLength: 7 };
  const headers = { ContentType: 'text/css', CacheControl: 'max-age=0' };
  assert.deepEqual(asked, [
    ['PutObject', { ...place, ...content, ...headers }],
    ['HeadObject', place],
  ]);
  assert.deepEqual(options, [{ abortSignal: signal }, { abortSignal: signal }]);
  assert.deepEqual(headersOf({}), {});
  assert.deepEqual(headersOf({ cacheSeconds: 5 }), { CacheControl: 'max-age=5' });
  assert.deepEqual(optionsOf(undefined), {});
});

test('an object has the size that was sent, or another one', async () => {
  const check = (bytes: number) =>
    checkStored(fakeBucket([THERE]).bucket, 'org_a/x', bytes, undefined);
  await check(7);
  await assert.rejects(check(8), { name: 'ObjectsError', code: 'wrong_size' });
});

test('an object is found with its size and tag, or it is not there', async () => {
  const find = (answer: object | Error) => findObject(fakeBucket([answer]).bucket, 'org_a/x');
  assert.deepEqual(await find(THERE), { bytes: 7, etag: '"a"', lockedUntil: undefined });
  assert.deepEqual(await find({ ContentLength: 0 }), {
    bytes: 0,
    etag: undefined,
    lockedUntil: undefined,
  });
  assert.equal(await find(MISSING), undefined);
  await assert.rejects(find({ ETag: '"a"' }), { code: 'unknown_answer' });
  await assert.rejects(find(refusal(404, 'NoSuchBucket')), { code: 'no_bucket' });
});

test('absent are objects and uploads, not buckets', () => {
  assert.equal(absent(refusal(404)), 'absent');
  assert.equal(absent(refusal(400, 'NoSuchUpload')), 'absent');
  assert.equal(absent(refusal(404, 'NoSuchBucket')), undefined);
  assert.equal(absent(refusal(403)), undefined);
  assert.equal(absent(new Error('404')), undefined);
});
