import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { openTestDestinations } from '../../../../test/support/exports/open-test-destinations.ts';
import { failure, reply, startBucket } from '../../../../test/support/s3/start-bucket.ts';
import { openDiskObjects } from '../../../engines/objects/disk/open-disk-objects.ts';
import { type Objects, ObjectsError } from '../../../engines/objects/objects.ts';
import type { Place } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { tryPlace } from './try-place.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const { signal: never } = new AbortController();

async function start(t: TestContext, change: Partial<DestinationNeeds> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-destinations-'));
  t.after(() => removeFolder(folder));
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const objects = await openDiskObjects({ clock, limits: LIMITS.objects }, join(folder, 'objects'));
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  const exportFolders = { archive, unmounted: join(folder, 'unmounted') };
  const needs = { metadata, clock, objects, exportFolders, ...change };
  const { id: organization } = await access.newOrganization();
  return { access, archive, organization, destinations: openTestDestinations(needs) };
}

const write = async ({ files, nameOf }: Place, path: string, content: string) =>
  files.write(nameOf(path), Readable.from([content]));

async function read({ files, nameOf }: Place, path: string): Promise<string | undefined> {
  const found = await files.read(nameOf(path));
  return found && text(found.content);
}

test('a folder of the operator holds the files of each organization apart, and no name leads out', async (t) => {
  const { access, archive, organization, destinations } = await start(t);
  const { id: other } = await access.newOrganization();
  const draft = { kind: 'folder', folder: 'archive', prefix: 'some/where' } as const;
  const kept = await destinations.settle(organization, draft);
  const place = destinations.open(organization, kept);

  await write(place, 'all-1/dt=2026-11-15/x.csv', 'ours');

  assert.deepEqual(kept, { shown: draft, secret: undefined });
  assert.equal(
    await read(destinations.openSource(organization, draft), 'all-1/dt=2026-11-15/x.csv'),
    'ours',
  );
  assert.equal(
    await read(destinations.openSource(other, draft), 'all-1/dt=2026-11-15/x.csv'),
    undefined,
  );
  assert.deepEqual(readdirSync(join(archive, organization, 'some/where')), ['all-1']);
  for (const hostile of [
    '../x',
    '../../../x',
    '/etc/x',
    'a/../../../x',
    '=cmd',
    'a/😀',
    'x'.repeat(1_000),
  ]) {
    await assert.rejects(write(place, hostile, 'x'), { code: 'VALIDATION_ERROR' }, hostile);
  }
});

test('a folder that nobody has named is refused, and one that is not mounted is not made', async (t) => {
  const { organization, destinations } = await start(t);
  assert.deepEqual(destinations.folders(), ['archive', 'unmounted']);
  for (const folder of ['other', 'constructor', '__proto__']) {
    const settling = destinations.settle(organization, { kind: 'folder', folder });
    await assert.rejects(settling, { code: 'VALIDATION_ERROR' }, folder);
  }
  const kept = await destinations.settle(organization, { kind: 'folder', folder: 'unmounted' });
  await assert.rejects(destinations.test(organization, kept, never), { code: 'not_reached' });
});

test('a prefix has its bounds, on both sides of them', async (t) => {
  const { organization, destinations } = await start(t);
  const { prefixPartsMax, prefixPartCharactersMax } = LIMITS.exports;
  const settle = (prefix: string) =>
    destinations.settle(organization, { kind: 'folder', folder: 'archive', prefix });
  const most = [
    'x'.repeat(prefixPartCharactersMax),
    ...Array.from({ length: prefixPartsMax - 1 }, () => 'y'),
  ];

  const place = destinations.open(organization, await settle(most.join('/')));
  await write(place, 'all-1/dt=2026-11-15/x.csv', 'fits');

  await assert.rejects(settle([...most, 'z'].join('/')), { code: 'VALIDATION_ERROR' });
  await assert.rejects(settle(`x${most.join('/')}`), { code: 'VALIDATION_ERROR' });
});

test('files go to a bucket below its prefix, and its secret is kept while key and address stay', async (t) => {
  const bucket = await startBucket(t);
  const { organization, destinations } = await start(t);
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place;
  const draft = {
    kind: 's3',
    endpoint,
    region,
    bucket: 'exports',
    accessKeyId,
    prefix: 'a',
  } as const;
  const first = await destinations.settle(organization, { ...draft, secretAccessKey });

  await write(destinations.open(organization, first), 'all-1/dt=2026-11-15/x.csv', 'rows');
  const changed = await destinations.settle(organization, { ...draft, prefix: 'b' }, first);

  assert.deepEqual([...bucket.objects.keys()], ['a/all-1/dt=2026-11-15/x.csv']);
  assert.equal(JSON.stringify(first.shown).includes(secretAccessKey), false);
  assert.equal(changed.secret, secretAccessKey);
  for (const other of [{ accessKeyId: 'other' }, { endpoint: 'http://127.0.0.1:1' }]) {
    const settling = destinations.settle(organization, { ...draft, ...other }, first);
    await assert.rejects(settling, { code: 'VALIDATION_ERROR' });
  }
  await assert.rejects(destinations.settle(organization, draft), { code: 'VALIDATION_ERROR' });
  const asked = { ...draft, endpoint: `${endpoint}/?x=1`, secretAccessKey };
  await assert.rejects(destinations.settle(organization, asked), { code: 'VALIDATION_ERROR' });
});

test('a try of a bucket leaves nothing behind, and says what is wrong', async (t) => {
  const bucket = await startBucket(t);
  const { organization, destinations } = await start(t);
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place;
  const draft = { kind: 's3', endpoint, region, bucket: 'exports', accessKeyId } as const;
  const kept = await destinations.settle(organization, { ...draft, secretAccessKey });

  await destinations.test(organization, kept, never);

  assert.deepEqual(
    new Set(bucket.requests.map(({ method }) => method)),
    new Set(['PUT', 'HEAD', 'GET', 'DELETE']),
  );
  assert.equal(bucket.objects.size, 0);
  const wrong = { ...kept, secret: 'wrong' };
  await assert.rejects(destinations.test(organization, wrong, never), { code: 'denied' });
  const { shown } = kept;
  assert.ok(shown.kind === 's3');
  const missing = { ...kept, shown: { ...shown, bucket: 'missing' } };
  await assert.rejects(destinations.test(organization, missing, never), { code: 'no_bucket' });
  bucket.fault = ({ method }) =>
    method === 'GET' ? (_, response) => reply(response, failure(403, 'AccessDenied')) : undefined;
  await assert.rejects(destinations.test(organization, kept, never), { code: 'denied' });
});

test('a try has its time', async () => {
  assert.equal(LIMITS.exports.testMsMax, 30_000);
  const stopped = (signal: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new ObjectsError('stopped')));
    });
  const write_: Objects['write'] = async (_name, _content, how) => stopped(how?.signal);
  const place = { files: { write: write_ } as Place['files'], nameOf: (path: string) => path };

  await assert.rejects(tryPlace(place, never, 20), { code: 'timed_out' });
  const stop = new AbortController();
  const trying = tryPlace(place, stop.signal, 10_000);
  stop.abort();
  await assert.rejects(trying, { code: 'stopped' });
});
