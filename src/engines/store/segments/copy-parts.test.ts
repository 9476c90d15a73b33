import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { createRowIds } from '../row-ids.ts';
import { sql } from '../sql.ts';
import { type LogStore, rowsOf, type StampsOfFiles, type StoreCopy } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';

const DAY = Date.UTC(2026, 10, 10, 23, 59);
const encoder = createBlockEncoder(createRowIds(systemClock, 1));

function insert(store: LogStore, bodies: readonly string[], timestamp = DAY): Promise<void> {
  const records = bodies.map((body, at) =>
    logRecord({ organization: organizationId(`org_${at % 2}`), timestamp: timestamp + at, body }),
  );
  const blocks = [encoder.encode(records).bytes];
  return store.insert({ token: randomUUID(), blocks, events: bodies.length });
}

async function copyOf(store: LogStore, known: StampsOfFiles = {}): Promise<StoreCopy> {
  assert(store.copyFiles !== undefined);
  return store.copyFiles(known);
}

async function bodiesIn(store: LogStore): Promise<unknown[]> {
  const answer = await store.query(sql`SELECT body FROM logs ORDER BY body`);
  return rowsOf(answer).map(({ body }) => body);
}

test('a copy has every row stored before, counts them, and leaves out what did not change', async (t) => {
  const directory = newFolder(t);
  await using store = await openSegmentStore(needsOf(), directory);
  await insert(store, ['one', 'two', 'three']);
  await insert(store, ['four', 'five'], DAY + 60_000);

  const first = await copyOf(store);

  assert.deepEqual([first.keptIn, first.pauseMs, first.files.length], ['parts', 0, 2]);
  assert.deepEqual(
    first.files.map(({ rows }) => rows),
    [
      [
        { organization: 'org_0', day: '2026-11-10', rows: 2 },
        { organization: 'org_1', day: '2026-11-10', rows: 1 },
      ],
      [
        { organization: 'org_0', day: '2026-11-11', rows: 1 },
        { organization: 'org_1', day: '2026-11-11', rows: 1 },
      ],
    ],
  );
  const [name = ''] = first.files.map((file) => file.name);
  const parts = rowsFolder(directory, 'segments');
  assert.equal(statSync(join(parts, name)).ino, statSync(join(first.folder, name)).ino);

  const stamps = Object.fromEntries(first.files.map((file) => [file.name, file.stamp]));
  await insert(store, ['six']);
  const second = await copyOf(store, stamps);
  assert.deepEqual(
    second.files.map(({ isCopied }) => isCopied),
    [false, false, true],
  );
  assert(!existsSync(join(second.folder, name)), 'what an earlier copy has left is gone');
});

test('a copy is a store by itself, whatever happens to the parts it was made of', async (t) => {
  const [directory, other] = [newFolder(t), newFolder(t)];
  await using store = await openSegmentStore(needsOf(), directory);
  await insert(store, ['one', 'two']);
  await store.setRetention({ organization: organizationId('org_0'), index: 'main', days: 3_000 });

  const { folder, files } = await copyOf(store);
  await store.command(sql`DELETE FROM logs WHERE body = 'one'`);
  await insert(store, ['three']);

  assert(files.some((file) => file.name === 'retentions.json'));
  await cp(folder, rowsFolder(other, 'segments'), { recursive: true });
  await rm(folder, { recursive: true });
  await using restored = await openSegmentStore(needsOf(), other);
  assert.deepEqual(await bodiesIn(restored), ['one', 'two']);
  const kept = await restored.query(
    sql`SELECT retention_days AS days FROM logs WHERE body = 'one'`,
  );
  assert.deepEqual(rowsOf(kept), [{ days: 3_000 }]);
  assert.deepEqual(await restored.health(), { state: 'up' });
  assert.deepEqual(await bodiesIn(store), ['three', 'two']);
});

test('a copy that nobody has fetched is gone after a start', async (t) => {
  const directory = newFolder(t);
  let folder = '';
  {
    await using store = await openSegmentStore(needsOf(), directory);
    await insert(store, ['one']);
    ({ folder } = await copyOf(store));
    assert(existsSync(folder));
  }
  await using _ = await openSegmentStore(needsOf(), directory);
  assert(!existsSync(folder));
});
