/** Both sides of every bound of calls to buckets. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { reply, startBucket } from '../../../../test/support/s3/start-bucket.ts';
import type { Limits } from '../../../spec/limits.ts';
import { MB, SECOND_MS } from '../../../spec/units.ts';
import { systemClock } from '../../../base/clock.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import type { OutboundRequest } from '../../outbound/outbound.ts';
import type { UploadSource } from '../objects.ts';
import { openS3Objects } from './open-s3-objects.ts';

async function start(t: TestContext, change: Partial<Limits['objects']> = {}) {
  const bucket = await startBucket(t);
  const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const needs = {
    limits: { ...LIMITS.objects, ...change },
    outbound,
    clock: systemClock,
    sleep: async () => {},
  };
  return { bucket, objects: await openS3Objects(needs, bucket.place) };
}

function sourceOf(bytes: number): UploadSource {
  return { bytes, read: async (from, to) => Buffer.alloc(to - from) };
}

test('a file has as many parts as stores take, and no more', async (t) => {
  assert.equal(LIMITS.objects.partsMax, 10_000);
  const { bucket, objects } = await start(t, { partBytes: 10, partsMax: 3 });
  bucket.partBytesMin = 1;

  assert.deepEqual(await objects.upload('org_a/x', sourceOf(30)), { bytes: 30 });
  await assert.rejects(objects.upload('org_a/y', sourceOf(31)), { code: 'VALIDATION_ERROR' });
  assert.deepEqual([...bucket.objects.keys()], ['org_a/x']);
});

test('a mark is as long as can be kept, and no longer', async (t) => {
  const { markCharactersMax } = LIMITS.objects;
  const { bucket, objects } = await start(t);
  const begin = async (characters: number): Promise<string[]> => {
    const marks: string[] = [];
    bucket.fault = ({ target }) => {
      if (!target.includes('?uploads')) return undefined;
      const id = 'x'.repeat(characters);
      const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return (_, response) => reply(response, { status: 200, body });
    };
    const keep = async (mark: string) => void marks.push(mark);
    await objects.upload('org_a/x', sourceOf(17 * MB), { keep }).catch(() => {});
    return marks;
  };

  assert.equal((await begin(markCharactersMax)).length, 1);
  assert.equal((await begin(markCharactersMax + 1)).length, 0);
});

test('so many files are removed at once, and no more', async (t) => {
  const { removalsAtOnce } = LIMITS.objects;
  const { bucket, objects } = await start(t);
  for (let at = 0; at < 2 * removalsAtOnce + 1; at += 1) {
    bucket.objects.set(`org_a/${at}`, Buffer.alloc(1));
  }
  let underWay = 0;
  let most = 0;
  bucket.fault = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    underWay += 1;
    most = Math.max(most, underWay);
    return (_, response, answer) => {
      setTimeout(() => {
        underWay -= 1;
        reply(response, answer());
      }, 50);
    };
  };

  await objects.removeAll('org_a');

  assert.equal(most, removalsAtOnce);
  assert.equal(bucket.objects.size, 0);
});

test('so many pages of a bucket full of the files of others are looked through', async (t) => {
  const { listPagesMax } = LIMITS.objects;
  const { bucket, objects } = await start(t, { listPagesMax: 3 });
  assert.equal(listPagesMax, 100);
  bucket.objects.set('org_a/.1', Buffer.alloc(1));
  bucket.objects.set('org_a/.2', Buffer.alloc(1));
  bucket.objects.set('org_a/x', Buffer.alloc(1));
  assert.deepEqual(await objects.list('org_a/', { limit: 1 }), [{ name: 'org_a/x', bytes: 1 }]);

  bucket.objects.set('org_a/.3', Buffer.alloc(1));
  await assert.rejects(objects.list('org_a/', { limit: 1 }), { code: 'unknown_answer' });
});

test('a call has a time of its own, and that of its bytes at the slowest', async (t) => {
  const { callMs, bytesPerSecondMin, rangeBytes } = LIMITS.objects;
  const { bucket } = await start(t);
  const sent: OutboundRequest[] = [];
  const headers = { 'content-length': String(MB), etag: '"x"' };
  const outbound = {
    send: async (request: OutboundRequest) => {
      sent.push(request);
      return { status: 200, headers, body: new Uint8Array() };
    },
  };
  const objects = await openS3Objects(
    { limits: LIMITS.objects, outbound, clock: systemClock },
    bucket.place,
  );

  await objects.write('org_a/x', Readable.from([Buffer.alloc(MB)]));
  const once = {
    clock: systemClock,
    limits: { ...LIMITS.objects, attemptsMax: 1 },
    outbound,
  };
  await (await openS3Objects(once, bucket.place)).read('org_a/x').catch(() => {});

  const msFor = (bytes: number): number => callMs + (bytes / bytesPerSecondMin) * SECOND_MS;
  assert.deepEqual(
    sent.map(({ method, totalMsMax }) => [method, totalMsMax]),
    [
      ['PUT', msFor(MB)],
      ['HEAD', callMs],
      ['GET', msFor(rangeBytes)],
    ],
  );
  assert.ok(msFor(LIMITS.objects.partBytes) < LIMITS.outbound.totalMsMax);
});
