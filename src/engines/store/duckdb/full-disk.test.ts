/** A disk without room: inserts wait, searches go on, and what was acknowledged is there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findProgram } from '../../../../test/support/programs/require-program.ts';
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
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const DISK_BYTES = 600 * MB;

/** A small disk of our own. Undefined, and said so, where we may not make one. */
function newDisk(t: TestContext): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-disk-'));
  const [mount = '', umount = ''] = [findProgram('mount'), findProgram('umount')];
  t.after(() => {
    spawnSync(umount, ['--lazy', folder]);
    removeFolder(folder);
  });
  const made = spawnSync(mount, ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]);
  if (made.status !== 0) {
    process.stderr.write(`SKIPPED: ${t.name}: this user may not mount a disk of its own\n`);
    return undefined;
  }
  return folder;
}

/** Takes all room but `left` bytes. */
function fill(folder: string, left: number): void {
  const file = openSync(join(folder, 'filler'), 'a');
  const chunk = Buffer.alloc(MB);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = Math.min(MB, bavail * bsize - left);
      if (bytes <= 0 || writeSync(file, chunk, 0, bytes) === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

async function count(store: LogStore): Promise<unknown> {
  const answer = await store.query(sql`SELECT count() AS n FROM logs WHERE body != ''`);
  return rowsOf(answer)[0]?.['n'];
}

test('without room inserts are refused while searches go on, and come through with the room', async (t) => {
  const disk = newDisk(t);
  if (disk === undefined) return;
  await using store = await openDuckdbStore(needsOf(), join(disk, 'store'));
  for (let i = 0; i < 5; i++) await store.insert(batchOf(100));

  fill(disk, 100 * MB);
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

  fill(disk, 0);
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
    fill(disk, 290 * MB);
    let refusals = 0;
    // Checkpoints come on the way; the last room goes between two batches.
    for (let i = 0; refusals < 5 && i < 400; i++) {
      if (await isStored(store, batchOf(2_000, `${'x'.repeat(200)} ${i}`))) acknowledged += 2_000;
      else refusals++;
      if (i === 40) fill(disk, 0);
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
