/** Whole runs into buckets: one of foreign make, and one that does everything wrong once. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import {
  failure,
  type Fault,
  reply,
  startBucket,
} from '../../../../test/support/s3/start-bucket.ts';
import { startSwift } from '../../../../test/support/s3/start-swift.ts';
import { startExports } from '../../../../test/support/exports/start-exports.ts';
import { systemClock } from '../../../base/clock.ts';
import { folderOf } from '../archive/names.ts';
import { parseManifest } from '../../../contract/archive-manifest.ts';
import type { DestinationTest, ScheduledExport } from '../../../contract/exports.ts';
import type { BucketPlace } from '../../../engines/objects/objects.ts';
import { openObjects } from '../../../engines/objects/open-objects.ts';
import { openOutbound } from '../../../engines/outbound/open-outbound.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';

const store = await openTestStore();

/** Exports two events into the bucket once, and tells what became of it. */
async function exportTo(
  t: TestContext,
  place: BucketPlace,
  beforeRun: (created: ScheduledExport) => void = () => {},
  lock: { readonly lockDays?: number } = {},
) {
  const { access, call, write, runDue } = await startExports(t, { store });
  const { id: organization, owner } = await access.newOrganization();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = place;
  const body = {
    name: '../=cmd 😀',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    format: 'jsonl',
    compression: 'none',
    startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
    destination: {
      kind: 's3',
      endpoint,
      region,
      bucket,
      prefix: 'logs',
      accessKeyId,
      secretAccessKey,
      ...lock,
    },
  };
  const created = await call('POST /api/v1/exports', { as: owner, body });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.text.includes(secretAccessKey), false);
  const { id } = created.body.data as ScheduledExport;
  beforeRun(created.body.data as ScheduledExport);
  const ids = await write(organization, [{ body: 'one' }, { body: 'two' }]);
  access.clock.advance(HOUR_MS);
  await runDue();
  const shown = await call(`GET /api/v1/exports/${id}`, { as: owner });
  assert.equal(shown.text.includes(secretAccessKey), false);
  const tested = await call('POST /api/v1/exports/test', {
    as: owner,
    body: { destination: body.destination },
  });
  const trial = tested.body.data as DestinationTest;
  return { ids, after: shown.body.data as ScheduledExport, trial };
}

/** The ids of the events that manifests name files of. */
async function idsIn(place: BucketPlace): Promise<string[]> {
  const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const needs = { clock: systemClock, limits: LIMITS.objects, outbound };
  const objects = await openObjects(needs, { kind: 's3', ...place, prefix: '' });
  const read = async (name: string): Promise<string> => {
    const found = await objects.read(name);
    assert.ok(found !== undefined, name);
    return text(found.content);
  };
  const names = (await objects.list('logs/', { limit: 100 })).map(({ name }) => name);
  const ids: string[] = [];
  for (const name of names.filter((each) => each.includes('/manifests/'))) {
    for (const file of parseManifest(await read(name))?.manifest.files ?? []) {
      const lines = (await read(`logs/${file.name}`)).trim().split('\n');
      ids.push(...lines.map((line) => String((JSON.parse(line) as { _id: unknown })._id)));
    }
  }
  assert.deepEqual(await objects.unfinished('logs/'), []);
  return ids.toSorted();
}

test('a run into a bucket of foreign make holds every event once', async (t) => {
  const place = await startSwift({
    name: t.name,
    skip: (message) => t.skip(message),
    after: (cleanUp) => t.after(cleanUp),
  });
  if (place === undefined) return;

  const { ids, after } = await exportTo(t, place);

  assert.equal(after.health, 'ok', after.healthDetail);
  assert.deepEqual(await idsIn(place), ids.toSorted());
});

test('a run into a bucket that fails in every way once holds every event once', async (t) => {
  const bucket = await startBucket(t);
  const halfClosed: Fault = (_, response, answer) => {
    const { status, headers } = answer();
    response.writeHead(status, { ...headers, 'content-length': '1000' });
    response.write('<?xml');
    setImmediate(() => response.socket?.end());
  };
  const faults: Fault[] = [
    (_, response) => reply(response, failure(503, 'SlowDown')),
    halfClosed,
    (_, response) => void response.destroy(),
    (_, response) => reply(response, { ...failure(500, 'InternalError') }),
  ];
  // Every call fails once, in one way after the other.
  const failed = new Set<string>();
  bucket.fault = ({ method, target }) => {
    const call = `${method} ${target.split('?')[0]}`;
    if (failed.has(call)) return undefined;
    failed.add(call);
    return faults[failed.size % faults.length];
  };

  const { ids, after } = await exportTo(t, bucket.place);

  assert.equal(after.health, 'ok', after.healthDetail);
  bucket.fault = () => undefined;
  assert.deepEqual(await idsIn(bucket.place), ids.toSorted());
});

test('a run into a bucket whose key has expired fails at once, in words for people', async (t) => {
  const bucket = await startBucket(t);
  bucket.fault = () => (_, response) => reply(response, failure(400, 'ExpiredToken'));

  const { after } = await exportTo(t, bucket.place);

  assert.equal(after.health, 'failing');
  assert.match(after.healthDetail, /key has expired/);
  assert.equal(bucket.objects.size, 0);
});

test('a run into a bucket that leads elsewhere fails at once, and nobody goes there', async (t) => {
  const elsewhere = await startBucket(t);
  const bucket = await startBucket(t);
  bucket.fault = () => (_, response) =>
    reply(response, { status: 307, headers: { location: elsewhere.place.endpoint } });

  const { after } = await exportTo(t, bucket.place);

  assert.equal(after.health, 'failing', after.healthDetail);
  assert.equal(elsewhere.requests.length, 0);
});

test('a run into a bucket that says it holds another size is not done', async (t) => {
  const bucket = await startBucket(t);
  bucket.fault = ({ method, target }) =>
    method === 'HEAD' && target.includes('.jsonl')
      ? (_, response, answer) => {
          const { status, headers } = answer();
          reply(response, { status, headers: { ...headers, 'content-length': '1' } });
        }
      : undefined;

  const { after } = await exportTo(t, bucket.place);

  assert.equal(after.health, 'retrying', after.healthDetail);
  const manifests = [...bucket.objects.keys()].filter((name) => name.includes('/manifests/'));
  assert.deepEqual(manifests, []);
});

test('an upload that a killed node began and did not note is ended by the next run, others stay', async (t) => {
  const bucket = await startBucket(t);
  const begun = (key: string) => ({
    key,
    startedAt: '2026-11-16T06:00:00.000Z',
    lock: undefined,
    parts: new Map(),
  });

  const { after } = await exportTo(t, bucket.place, ({ name, id }) => {
    const folder = `logs/${folderOf(name, id)}`;
    bucket.uploads.set('orphan', begun(`${folder}/dt=2026-11-15/a_b_1.jsonl`));
    bucket.uploads.set('of-another', begun('logs/other-1/dt=2026-11-15/a_b_1.jsonl'));
  });

  assert.equal(after.health, 'ok', after.healthDetail);
  assert.deepEqual([...bucket.uploads.keys()], ['of-another']);
});

test('a key that may not list uploads is no reason for a run to fail', async (t) => {
  const bucket = await startBucket(t);
  bucket.fault = ({ method, target }) =>
    method === 'GET' && /[?&]uploads/.test(target)
      ? (_, response) => reply(response, failure(403, 'AccessDenied'))
      : undefined;

  const { after } = await exportTo(t, bucket.place);

  assert.equal(after.health, 'ok', after.healthDetail);
});

test('files and manifests of a locked archive are locked for its days, and those of a test for a minute', async (t) => {
  const bucket = await startBucket(t);
  bucket.objectLock = 'enabled';
  const from = Date.now();

  const { ids, after, trial } = await exportTo(t, bucket.place, undefined, { lockDays: 30 });

  assert.equal(after.health, 'ok', after.healthDetail);
  assert.deepEqual(after.destination.kind === 's3' && after.destination.lockDays, 30);
  assert.deepEqual([trial.ok, trial.error], [true, null]);
  const lasting = [...bucket.locks].map(([name, until]) => {
    const days = Math.round((Date.parse(until) - from) / DAY_MS);
    return `${/manifests|export-test|dt=/.exec(name)?.[0]} ${days}`;
  });
  assert.deepEqual(lasting.toSorted(), ['dt= 30', 'export-test 0', 'manifests 30']);
  const [, until = ''] = [...bucket.locks].find(([name]) => name.includes('export-test')) ?? [];
  assert.ok(Date.parse(until) - from >= LIMITS.exports.testLockMs - SECOND_MS);
  assert.deepEqual(await idsIn(bucket.place), ids.toSorted());
});

test('a bucket that locks nothing makes a locked archive fail, and its test says why', async (t) => {
  for (const objectLock of ['off', 'ignored'] as const) {
    const bucket = await startBucket(t);
    bucket.objectLock = objectLock;

    const { after, trial } = await exportTo(t, bucket.place, undefined, { lockDays: 1 });

    assert.equal(after.health, 'failing', objectLock);
    assert.match(
      after.healthDetail,
      /^The store didn't lock the file. The bucket needs Object Lock/,
    );
    assert.deepEqual([trial.ok, trial.error], [false, after.healthDetail]);
    const manifests = [...bucket.objects.keys()].filter((name) => name.includes('/manifests/'));
    assert.deepEqual(manifests, [], 'nothing counts as archived');
  }
});
