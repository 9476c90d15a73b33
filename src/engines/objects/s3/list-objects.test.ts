import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { ObjectsError } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import { listObjects, listUploads } from './list-objects.ts';

const limits = { ...LIMITS.objects, listMax: 4, listPagesMax: 3 };
const unknown = new ObjectsError('unknown_answer');

/** A bucket that gives these answers, one after the other. */
function bucketThat(...answers: object[]) {
  const asked: object[] = [];
  const client = {
    send: async ({ input }: { input: object }) => {
      asked.push(input);
      return answers.shift() ?? {};
    },
  };
  const call = ({ send }: { send: () => Promise<unknown> }) => send();
  const bucket = { client, call, limits, name: 'logs', prefix: 'base/' } as unknown as Bucket;
  return { bucket, asked };
}

const key = (name: string, bytes = 1) => ({ Key: `base/${name}`, Size: bytes });

test('a page has names without what stands in front of all, and their bytes', async () => {
  const { bucket, asked } = bucketThat({ Contents: [key('org/a', 7), key('org/b', 0)] });
  assert.deepEqual(await listObjects(bucket, 'org/', { limit: 3 }), [
    { name: 'org/a', bytes: 7 },
    { name: 'org/b', bytes: 0 },
  ]);
  assert.deepEqual(asked, [{ Bucket: 'logs', Prefix: 'base/org/', MaxKeys: 3 }]);
});

test('names that are not ours are passed over, and pages follow until there are enough', async () => {
  const { bucket, asked } = bucketThat(
    { Contents: [key('org/a'), key('org/a b')], IsTruncated: true },
    { Contents: [key('org/c'), key('org/d'), key('org/e')], IsTruncated: true },
  );
  const found = await listObjects(bucket, 'org/', { limit: 3, after: 'org/0' });
  assert.deepEqual(
    found.map(({ name }) => name),
    ['org/a', 'org/c', 'org/d'],
  );
  const shared = { Bucket: 'logs', Prefix: 'base/org/' };
  assert.deepEqual(asked, [
    { ...shared, MaxKeys: 3, StartAfter: 'base/org/0' },
    { ...shared, MaxKeys: 2, StartAfter: 'base/org/a b' },
  ]);
});

test('no more is asked for than a page may have', async () => {
  const { bucket, asked } = bucketThat({});
  assert.deepEqual(await listObjects(bucket, 'org/', { limit: 100 }), []);
  assert.deepEqual(asked, [{ Bucket: 'logs', Prefix: 'base/org/', MaxKeys: 4 }]);
});

for (const [name, answer] of [
  ['a name with another beginning', { Contents: [key('other/a')] }],
  ['a name outside of the place', { Contents: [{ Key: 'org/a', Size: 1 }] }],
  ['no name', { Contents: [{ Size: 1 }] }],
  ['no size', { Contents: [{ Key: 'base/org/b' }] }],
  ['the name that was the last', { Contents: [key('org/a')] }],
  ['names in another order', { Contents: [key('org/c'), key('org/b')] }],
  ['nothing, and that there is more', { Contents: [], IsTruncated: true }],
] as const) {
  test(`a store that answers ${name} is not understood`, async () => {
    const { bucket } = bucketThat(answer);
    await assert.rejects(listObjects(bucket, 'org/', { limit: 4, after: 'org/a' }), unknown);
  });
}

test('a store that never comes to an end is left after so many pages', async () => {
  const page = (name: string) => ({ Contents: [key(name)], IsTruncated: true });
  const odd = ['org/a!', 'org/b!', 'org/c!', 'org/d!'];
  const endless = bucketThat(...odd.map(page));
  await assert.rejects(listObjects(endless.bucket, 'org/', { limit: 2 }), unknown);
  assert.equal(endless.asked.length, 3);
  const ends = bucketThat(page('org/a!'), page('org/b!'), { Contents: [key('org/c')] });
  assert.equal((await listObjects(ends.bucket, 'org/', { limit: 2 })).length, 1);
});

const upload = (name: string, ms = 5) => ({
  Key: `base/${name}`,
  UploadId: 'u',
  Initiated: new Date(ms),
});

test('uploads that did not end are listed, page by page', async () => {
  const { bucket, asked } = bucketThat(
    {
      Uploads: [upload('org/a'), upload('org/not ours')],
      IsTruncated: true,
      NextKeyMarker: 'k',
      NextUploadIdMarker: 'm',
    },
    { Uploads: [upload('org/b', 6)], IsTruncated: true, NextKeyMarker: 'l' },
    {},
  );
  assert.deepEqual(await listUploads(bucket, 'org/'), [
    { name: 'org/a', mark: 'u', startedAt: 5 },
    { name: 'org/b', mark: 'u', startedAt: 6 },
  ]);
  const shared = { Bucket: 'logs', Prefix: 'base/org/' };
  assert.deepEqual(asked, [
    shared,
    { ...shared, KeyMarker: 'k', UploadIdMarker: 'm' },
    { ...shared, KeyMarker: 'l' },
  ]);
});

for (const [name, answer] of [
  ['no mark', { Uploads: [{ ...upload('org/a'), UploadId: undefined }] }],
  ['no time', { Uploads: [{ ...upload('org/a'), Initiated: undefined }] }],
  ['a name outside of the place', { Uploads: [{ ...upload('org/a'), Key: 'org/a' }] }],
  ['no place to go on from', { IsTruncated: true }],
] as const) {
  test(`uploads with ${name} are not understood`, async () => {
    await assert.rejects(listUploads(bucketThat(answer).bucket, 'org/'), unknown);
  });
}

test('uploads that never come to an end are left after so many pages', async () => {
  const more = { IsTruncated: true, NextKeyMarker: 'k' };
  const { bucket, asked } = bucketThat(more, more, more, more);
  await assert.rejects(listUploads(bucket, 'org/'), unknown);
  assert.equal(asked.length, 3);
});
