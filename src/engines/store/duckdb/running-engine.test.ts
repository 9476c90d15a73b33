import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  batchOf,
  needsOf,
  newFolder,
  waitUntil,
} from '../../../../test/support/store/supervised-store.ts';
import { sql } from '../sql.ts';
import { type LogStore, rowsOf } from '../store.ts';
import { openDuckdbStore } from './open-duckdb-store.ts';
import { openRunningEngine } from './running-engine.ts';

async function countIn(store: LogStore | undefined): Promise<unknown> {
  assert.ok(store !== undefined, 'the engine is found');
  await using reader = store;
  const answer = await reader.query(sql`SELECT count() AS n FROM logs`);
  return rowsOf(answer)[0]?.['n'];
}

test('the rows of a folder are read beside its server, also after its engine was started again', async (t) => {
  const folder = newFolder(t);
  const needs = needsOf();
  const file = join(folder, 'engine');
  assert.equal(await openRunningEngine(needs, folder), undefined, 'nobody runs yet');
  {
    await using store = await openDuckdbStore(needs, folder);
    await store.insert(batchOf(50, 'first'));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const socket = readFileSync(file, 'utf8');
    assert.equal(statSync(dirname(socket)).mode & 0o777, 0o700);

    assert.equal(await countIn(await openRunningEngine(needs, folder)), 50);
    await using reader = await openRunningEngine(needs, folder);
    await assert.rejects(async () => reader?.query(sql`SELECT nothing FROM logs`), /refused/);

    process.kill(store.enginePid(), 'SIGKILL');
    await waitUntil('another engine', async () => (await store.health()).state === 'up');
    assert.equal(await countIn(await openRunningEngine(needs, folder)), 50);

    writeFileSync(file, join(folder, 'nowhere'));
    assert.equal(await openRunningEngine(needs, folder), undefined, 'nobody is there');
  }
  assert.equal(existsSync(file), false);
  assert.equal(await openRunningEngine(needs, folder), undefined, 'it has ended');
});
