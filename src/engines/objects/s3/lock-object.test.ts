import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { startBucket } from '../../../../test/support/s3/start-bucket.ts';
import { DAY_MS, MB } from '../../../spec/units.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import { openS3Objects } from './open-s3-objects.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const UNTIL = '2026-01-17T12:00:00Z';
const PART = 5 * MB;

async function start(
  t: TestContext,
  objectLock: 'enabled' | 'off' | 'ignored',
  place: { readonly lockMs?: number } = { lockMs: 2 * DAY_MS },
) {
  const bucket = await startBucket(t);
  bucket.objectLock = objectLock;
  const clock = { time: NOW, now: () => clock.time };
  const needs = {
    limits: { ...LIMITS.objects, partBytes: PART },
    outbound: openOutbound({ networks: ['127.0.0.1'], hosts: [] }),
    clock,
    sleep: async () => {},
  };
  const objects = await openS3Objects(needs, { ...bucket.place, ...place });
  return { bucket, objects, clock };
}

const small = (): Readable => Readable.from([Buffer.from('content')]);
const large = (): Readable => Readable.from([Buffer.alloc(PART), Buffer.alloc(3)]);
const source = (bytes: number) => ({
  bytes,
  read: async (from: number, to: number) => Buffer.alloc(to - from),
});

test('every object is locked until its time, whole or in parts', async (t) => {
  const { bucket, objects } = await start(t, 'enabled');

  await objects.write('org_a/small', small());
  await objects.write('org_a/new', small(), { ifAbsent: true });
  await objects.write('org_a/large', large());
  await objects.upload('org_a/uploaded', source(PART + 1));

  assert.deepEqual(Object.fromEntries(bucket.locks), {
    'org_a/small': UNTIL,
    'org_a/new': UNTIL,
    'org_a/large': UNTIL,
    'org_a/uploaded': UNTIL,
  });
});

test('an upload that was cut off and goes on later is locked well enough', async (t) => {
  const { bucket, objects, clock } = await start(t, 'enabled');
  let kept: string | undefined;
  const keep = async (mark: string) => void (kept = mark);
  const broken = { ...source(PART + 1), read: () => Promise.reject(new Error('killed')) };
  await assert.rejects(objects.upload('org_a/x', broken, { keep }));
  clock.time += DAY_MS / 2;

  await objects.upload('org_a/x', source(PART + 1), { mark: kept, keep });

  assert.equal(bucket.locks.get('org_a/x'), UNTIL);
});

test('what the store does not lock is a failure that lasts', async (t) => {
  for (const objectLock of ['off', 'ignored'] as const) {
    const { objects } = await start(t, objectLock);
    const lasting = { code: 'not_locked', isLasting: true };

    await assert.rejects(objects.write('org_a/x', small()), lasting, objectLock);
    await assert.rejects(objects.write('org_a/y', large()), lasting, objectLock);
    await assert.rejects(objects.upload('org_a/z', source(PART + 1)), lasting, objectLock);
  }
});

test('without a lock no store is asked for one', async (t) => {
  const { bucket, objects } = await start(t, 'off', {});

  await objects.write('org_a/x', small());
  await objects.upload('org_a/y', source(PART + 1));

  const names = bucket.requests.flatMap(({ headers }) => Object.keys(headers));
  assert.deepEqual(
    names.filter((name) => /object-lock|content-md5/.test(name)),
    [],
  );
});
