/** Folders that are not ours to use: one line that says what to do, and nothing is touched. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  batchOf,
  needsOf,
  newFolder,
  waitUntil,
} from '../../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { openEmbedded } from '../open-store.ts';
import { openDuckdbStore } from './open-duckdb-store.ts';

const needs = needsOf();

async function folderWithRows(t: TestContext): Promise<string> {
  const folder = newFolder(t);
  await using store = await openDuckdbStore(needs, folder);
  await store.insert(batchOf(1));
  return folder;
}

function filesOf(folder: string): Record<string, string> {
  const days = rowsFolder(folder, 'duckdb');
  const names = readdirSync(days).filter((name) => name.includes('.duckdb'));
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(days, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, hash(name)]));
}

async function makeDatabase(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

async function assertRefused(folder: string, message: RegExp): Promise<void> {
  const before = filesOf(folder);
  await assertMessage(folder, message);
  assert.deepEqual(filesOf(folder), before);
}

async function assertMessage(folder: string, message: RegExp): Promise<void> {
  await assert.rejects(openDuckdbStore(needs, folder), (error: Error) => {
    assert.match(error.message, message);
    assert.equal(error.message.split('\n').length, 1);
    return true;
  });
}

test('a file of a newer release stops the start', async (t) => {
  const folder = await folderWithRows(t);
  const path = join(rowsFolder(folder, 'duckdb'), '20260101.duckdb');
  await makeDatabase(path, ['CREATE TABLE schema_versions AS SELECT 99 AS version']);

  await assertRefused(
    folder,
    /written by a newer release: .*20260101\.duckdb has version 99.*Start the newer/,
  );
});

test('a file of somebody else stops the start', async (t) => {
  const folder = await folderWithRows(t);
  const path = join(rowsFolder(folder, 'duckdb'), '20260101.duckdb');
  await makeDatabase(path, ['CREATE TABLE theirs (x INTEGER)']);

  await assertRefused(folder, /20260101\.duckdb is a database without our tables\. Move it/);
});

test('a file under another name is none of our business', async (t) => {
  const folder = await folderWithRows(t);
  await makeDatabase(join(rowsFolder(folder, 'duckdb'), 'theirs.duckdb'), [
    'CREATE TABLE t (x INT)',
  ]);

  await using store = await openDuckdbStore(needs, folder);

  assert.deepEqual(await store.health(), { state: 'up' });
});

test('a file that another process has open stops the start', async (t) => {
  const folder = await folderWithRows(t);
  const days = rowsFolder(folder, 'duckdb');
  const path = join(days, '20260101.duckdb');
  const [own = ''] = readdirSync(days).filter((name) => name.endsWith('.duckdb'));
  copyFileSync(join(days, own), path);
  const instance = await DuckDBInstance.create(path);

  try {
    // Looking into the file here would end the lock.
    await assertMessage(folder, /20260101\.duckdb is in use by another process/);
  } finally {
    instance.closeSync();
  }
  await using store = await openDuckdbStore(needs, folder);
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('a folder that ClickHouse made is refused, and nothing is made in it', async (t) => {
  const folder = newFolder(t);
  mkdirSync(join(folder, 'rows'));

  await assert.rejects(openDuckdbStore(needs, folder), {
    message:
      `The rows in ${folder} were written by ClickHouse, and DuckDB cannot read them. ` +
      `Set XPLAIN_EMBEDDED_STORE=clickhouse; or set XPLAIN_DATA to a new folder, and copy them there with \`xplain migrate switch --from ${dirname(folder)}\`.`,
  });
  assert.deepEqual(readdirSync(folder), ['rows']);
});

test('ClickHouse where its library is missing is refused in one line', async (t) => {
  // Where there is a library, nothing is missing.
  if (withoutClickhouse() === false) return;
  const folder = newFolder(t);

  await assert.rejects(
    openEmbedded(needs, folder, 'clickhouse'),
    /^Error: The library of ClickHouse is not installed on \S+\. Leave XPLAIN_EMBEDDED_STORE out/,
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('what was lost is told by health, names its file, and is told again after a restart', async (t) => {
  const folder = newFolder(t);
  {
    await using store = await openDuckdbStore(needs, folder);
    const pid = store.enginePid();
    for (let i = 0; i < 5; i++) await store.insert(batchOf(10, `batch ${i}`));
    const days = rowsFolder(folder, 'duckdb');
    const log = readdirSync(days).find((name) => name.endsWith('.wal')) ?? '';
    // As a disk that forgot the end of the log.
    process.kill(pid, 'SIGSTOP');
    truncateSync(join(days, log), Math.floor(statSync(join(days, log)).size / 2));
    process.kill(pid, 'SIGKILL');
    await waitUntil('the engine', async () => (await store.health()).state === 'degraded');
    const { note = '' } = await store.health();
    assert.match(note, new RegExp(basename(log, '.wal')));
    await store.insert(batchOf(10, 'after'));
  }

  await using again = await openDuckdbStore(needs, folder);

  assert.equal((await again.health()).state, 'degraded');
  await again.insert(batchOf(10, 'after'));
});
