/** A disk without room: inserts wait, searches go on, and what was acknowledged is there. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillDisk, newDisk } from '../../../../test/support/store/small-disk.ts';
import {
  batchOf,
  insertUntilStored,
  needsOf,
  waitUntil,
} from '../../../../test/support/store/supervised-store.ts';
import { AppError } from '../../../base/errors.ts';
import { MB } from '../../../spec/units.ts';
import { sql } from '../sql.ts';
import { rowsOf, type InsertBatch, type LogStore } from '../store.ts';
import { openDuckdbStore } from './open-duckdb-store.ts';

async function count(store: LogStore): Promise<unknown> {
  const answer = await store.query(sql`SELECT count() AS n FROM logs WHERE body != ''`);
  return rowsOf(answer)[0]?.['n'];
}

test('without room inserts are refused while searches go on, and come through with the room', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  await using store = await openDuckdbStore(needsOf(), join(disk, 'store'));
  for (let i = 0; i < 5; i++) await store.insert(batchOf(100));

  fillDisk(disk, 100 * MB);
  const refused = batchOf(100);
  await assert.rejects(store.insert(refused), { code: 'STORAGE_UNAVAILABLE' });
  assert.equal(await count(store), 500);
  rmSync(join(disk, 'filler'));
  await insertUntilStored(store, refused);

  assert.equal(await count(store), 600);
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('an engine that dies on a full disk comes back with everything it had acknowledged', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  await using store = await openDuckdbStore(needsOf(), join(disk, 'store'));
  for (let i = 0; i < 20; i++) await store.insert(batchOf(1_000));

  fillDisk(disk, 0);
  const pid = store.enginePid();
  process.kill(pid, 'SIGKILL');
  await waitUntil('an engine', async () => (await store.health()).state !== 'up');
  await assert.rejects(
    store.insert(batchOf(1)),
    (error: unknown) => error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE',
  );
  rmSync(join(disk, 'filler'));
  await waitUntil('the engine', async () => (await store.health()).state === 'up');

  assert.equal(await count(store), 20_000);
  await insertUntilStored(store, batchOf(1_000));
  assert.equal(await count(store), 21_000);
});

test('a disk that fills up under load costs nothing that was acknowledged', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  let acknowledged = 0;
  {
    await using store = await openDuckdbStore(needsOf(), join(disk, 'store'));
    fillDisk(disk, 290 * MB);
    let refusals = 0;
    // Checkpoints come on the way; the last room goes between two batches.
    for (let i = 0; refusals < 5 && i < 400; i++) {
      if (await isStored(store, batchOf(2_000, `${'x'.repeat(200)} ${i}`))) acknowledged += 2_000;
      else refusals++;
      if (i === 40) fillDisk(disk, 0);
    }
    assert(refusals > 0);
    rmSync(join(disk, 'filler'));
    await insertUntilStored(store, batchOf(2_000));
    acknowledged += 2_000;
    assert.equal(await count(store), acknowledged);
  }

  await using again = await openDuckdbStore(needsOf(), join(disk, 'store'));
  assert.equal(await count(again), acknowledged);
});

async function isStored(store: LogStore, batch: InsertBatch): Promise<boolean> {
  try {
    await store.insert(batch);
    return true;
  } catch (error) {
    assert(error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE', String(error));
    return false;
  }
}
