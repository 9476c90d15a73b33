/** A disk without room: nothing that was acknowledged is lost, and everything goes on with the room. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { fillDisk, newDisk } from '../../../../test/support/store/small-disk.ts';
import {
  batchOf,
  insertUntilStored,
  needsOf,
} from '../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { DAY_MS, MB } from '../../../spec/units.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { createRowIds } from '../row-ids.ts';
import { sql } from '../sql.ts';
import { type LogStore, rowsOf } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';
import type { PartAnswer, PartJob } from './part-jobs.ts';

const encoder = createBlockEncoder(createRowIds(systemClock, 1));
const never = new AbortController().signal;

async function count(store: LogStore): Promise<unknown> {
  const answer = await store.query(sql`SELECT count() AS n FROM logs WHERE body != ''`);
  return rowsOf(answer)[0]?.['n'];
}

test('without room inserts are refused while searches go on, and come through with the room', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  const directory = join(disk, 'store');
  let refused = batchOf(100);
  {
    await using store = await openSegmentStore(needsOf(), directory);
    for (let i = 0; i < 5; i++) await store.insert(batchOf(100));
    fillDisk(disk, 100 * MB);

    await assert.rejects(store.insert(refused), { code: 'STORAGE_UNAVAILABLE' });
    assert.equal(await count(store), 500);
    rmSync(join(disk, 'filler'));
    await insertUntilStored(store, refused);
    assert.equal(await count(store), 600);
    refused = batchOf(100);
  }
  await using store = await openSegmentStore(needsOf(), directory);
  await store.insert(refused);
  assert.equal(await count(store), 700);
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('a deletion that finds no room changes nothing, and can be repeated', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  const directory = join(disk, 'store');
  await using store = await openSegmentStore(needsOf(), directory);
  const [stays, goes] = [batchOf(2_000, 'stays'), batchOf(2_000, 'goes')];
  await store.insert({ ...stays, blocks: [...stays.blocks, ...goes.blocks], events: 4_000 });
  const parts = readdirSync(rowsFolder(directory, 'segments')).toSorted();
  fillDisk(disk, 0);

  const deletion = sql`DELETE FROM logs WHERE body = 'goes'`;
  await assert.rejects(store.command(deletion), { code: 'STORAGE_UNAVAILABLE' });

  assert.equal(await count(store), 4_000);
  assert.deepEqual(readdirSync(rowsFolder(directory, 'segments')).toSorted(), parts);
  rmSync(join(disk, 'filler'));
  await store.command(deletion);
  assert.equal(await count(store), 2_000);
});

test('a change of retention and an expiry that find no room change nothing, and can be repeated', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  const directory = join(disk, 'store');
  const organization = organizationId('org_a');
  const day = { organization, index: 'main', days: 1 } as const;
  {
    await using store = await openSegmentStore(needsOf(), directory);
    const now = Date.now();
    const old = Array.from({ length: 2_000 }, (_, i) =>
      logRecord({ organization, timestamp: now - 2 * DAY_MS, retentionDays: 30, body: `old ${i}` }),
    );
    const fresh = old.map((record) => ({ ...record, timestamp: now, body: 'fresh' }));
    const blocks = [encoder.encode([...old, ...fresh]).bytes];
    await store.insert({ token: 'a', blocks, events: 4_000 });
    fillDisk(disk, 0);

    await assert.rejects(store.setRetention(day), { code: 'STORAGE_UNAVAILABLE' });
    await store.maintain(never);
    assert.equal(await count(store), 4_000, 'the change was refused');
    rmSync(join(disk, 'filler'));
    await store.setRetention(day);
    fillDisk(disk, 0);
    await assert.rejects(store.maintain(never), { code: 'STORAGE_UNAVAILABLE' });
    assert.equal(await count(store), 4_000, 'nothing was removed');
  }
  rmSync(join(disk, 'filler'));
  await using store = await openSegmentStore(needsOf(), directory);
  await store.maintain(never);
  assert.equal(await count(store), 2_000);
});

test('parts are not joined without room, and a backup of them needs none', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  await using store = await openSegmentStore(needsOf(), join(disk, 'store'));
  for (let i = 0; i < 20; i++) await store.insert(batchOf(100));
  fillDisk(disk, 0);

  await store.maintain(never);
  const copied = await store.copyFiles?.({});

  assert.equal(copied?.files.length, 20);
  assert.equal(await count(store), 2_000);
});

test('a part for which the room ends while it is written leaves nothing behind', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  const folder = join(disk, 'parts');
  mkdirSync(folder);
  await using thread = createThreadPool<PartJob, PartAnswer>({
    name: 'writing parts',
    program: new URL('part-thread.ts', import.meta.url),
    threadsMax: 1,
    waitingMax: 1,
    jobMsMax: 60_000,
    heapBytesMax: 512 * MB,
    tooBusy: () => new Error('busy'),
    tooLong: () => new Error('long'),
  });
  // Of one event, which nothing can make small.
  const [block = new Uint8Array()] = batchOf(1, randomBytes(200_000).toString('base64')).blocks;
  const job = {
    kind: 'store',
    folder,
    name: '20261118-0000000001.parquet',
    bytes: new Uint8Array(block),
    storedAt: Date.UTC(2026, 10, 18),
    tokens: [],
    before: [],
  } as const;
  fillDisk(disk, 64 * 1_024);

  await assert.rejects(
    thread.run(() => ({ job })),
    { code: 'STORAGE_UNAVAILABLE' },
  );

  assert.deepEqual(readdirSync(folder), []);
  rmSync(join(disk, 'filler'));
  assert.equal((await thread.run(() => ({ job }))).part?.rows, 1);
});
