import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { logRecord } from '../../../../test/support/log-records.ts';
import { systemClock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { createRowIds } from '../row-ids.ts';
import { sql } from '../sql.ts';
import { rowsOf } from '../store.ts';
import type { LogStore } from '../store.ts';
import { isProcessAlive } from '../child/is-process-alive.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const limits = { ...LIMITS, store: { ...LIMITS.store, restartDelayMsMin: 20 } };
/** For the engine that falls silent; a busy machine is not to be taken for one. */
const impatient = { ...limits, store: { ...limits.store, watchEveryMs: 200, watchFailuresMax: 3 } };
const needs = { clock: systemClock, limits, log: silentLog };
const organization = organizationId('org_crash');
const encoder = createBlockEncoder(createRowIds(systemClock, 1));

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As the writer does: the same batch again under its token until the store has confirmed it. */
async function insertUntilStored(store: LogStore, body: string): Promise<void> {
  const records = Array.from({ length: 50 }, () => logRecord({ organization, body }));
  const batch = { token: randomUUID(), blocks: [encoder.encode(records).bytes], events: 50 };
  let isRepeated = false;
  await waitUntil(`insert of ${body}`, async () => {
    try {
      await store.insert({ ...batch, isRepeated });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'STORAGE_UNAVAILABLE') throw error;
      isRepeated = true;
      return false;
    }
  });
}

async function waitUntil(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if (await isTrue()) return;
    await sleep(50);
  }
  assert.fail(`${what}: not in time`);
}

test('an engine that is killed during inserts comes back, with every batch once', async (t) => {
  await using store = await openEmbeddedStore(needs, folderOf(t));
  const killed: number[] = [];
  const batches = 120;
  const progress = { stored: 0 };
  const inserts = Array.from({ length: batches }, async (_, i) => {
    await sleep(i * 10);
    await insertUntilStored(store, `batch ${i}`);
    progress.stored++;
  });

  for (const part of [20, 60, 100]) {
    await waitUntil(
      'inserts',
      () => progress.stored >= part && !killed.includes(store.enginePid()),
    );
    killed.push(store.enginePid());
    process.kill(store.enginePid(), 'SIGKILL');
  }
  await Promise.all(inserts);
  // The last kill may fall behind the last insert.
  await waitUntil('the engine', async () => (await store.health()).state === 'up');

  const answer = await store.query(
    sql`SELECT body, count() AS n, uniqExact(row_id) AS ids FROM logs GROUP BY body`,
  );
  assert.equal(new Set(killed).size, 3);
  assert.equal(answer.rowCount, batches);
  assert(rowsOf(answer).every((row) => row['n'] === 50 && row['ids'] === 50));
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('an engine that no longer answers is replaced', async (t) => {
  await using store = await openEmbeddedStore({ ...needs, limits: impatient }, folderOf(t));
  const frozen = store.enginePid();

  process.kill(frozen, 'SIGSTOP');
  await waitUntil('a new engine', () => store.enginePid() !== frozen);

  await insertUntilStored(store, 'after');
  assert(!isProcessAlive(frozen));
});

test('while the engine is away the store is down and says when to come back', async (t) => {
  const slowly = { ...limits.store, restartDelayMsMin: 1_000 };
  const store = await openEmbeddedStore(
    { ...needs, limits: { ...limits, store: slowly } },
    folderOf(t),
  );
  await using _ = store;

  process.kill(store.enginePid(), 'SIGKILL');
  await waitUntil('the watchdog', async () => (await store.health()).state === 'down');

  await assert.rejects(store.query(sql`SELECT 1 AS x`), (error: unknown) => {
    assert(error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE');
    return (error.facts.retryAfterSeconds ?? 0) > 0;
  });
  await waitUntil('the restart', async () => (await store.health()).state === 'up');
});

test('a damaged part is put aside, loudly, and the store is degraded', async (t) => {
  const folder = folderOf(t);
  {
    await using store = await openEmbeddedStore(needs, folder);
    await insertUntilStored(store, 'whole');
    await store.command(sql`SYSTEM STOP MERGES`);
    await insertUntilStored(store, 'damaged');
  }
  const data = findFiles(join(folder, 'rows'), 'data.bin').find((file) => file.includes('_2_2_'));
  assert(data !== undefined);
  truncateSync(data, 100);
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };

  await using store = await openEmbeddedStore({ ...needs, log }, folder);

  assert.deepEqual(errors, ['log store put damaged parts aside, rows are missing']);
  const health = await store.health();
  assert.equal(health.state, 'degraded');
  assert.match(health.note ?? '', /1 damaged parts/);
  const answer = await store.query(sql`SELECT body, count() AS n FROM logs GROUP BY body`);
  assert.deepEqual(rowsOf(answer), [{ body: 'whole', n: 50 }]);
});

function findFiles(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`/${name}`))
    .map((file) => join(folder, file));
}

const HOLDER = fileURLToPath(
  new URL('../../../../test/support/hold-embedded-store.ts', import.meta.url),
);

/** Another process that opens the store; resolves with what it says. */
async function holdStore(t: TestContext, folder: string) {
  const child: ChildProcess = spawn(process.execPath, [HOLDER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  assert(child.stdout !== null);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = JSON.parse(said.toString()) as { enginePid?: number; refused?: string };
  return { child, ...answer };
}

test('a second process is refused with one clear sentence, and disturbs nothing', async (t) => {
  const folder = folderOf(t);
  await using store = await openEmbeddedStore(needs, folder);

  const second = await holdStore(t, folder);

  assert.equal(
    second.refused,
    `LockedError: The log store is in use by another process (${process.pid}). ` +
      'Stop it, or set XPLAIN_DATA to another folder.',
  );
  await insertUntilStored(store, 'still mine');
});

test('the engine dies with a process that is killed, and the folder is free at once', async (t) => {
  const folder = folderOf(t);
  const { child, enginePid = 0 } = await holdStore(t, folder);
  assert(isProcessAlive(enginePid));

  child.kill('SIGKILL');

  await using store = await openEmbeddedStore(needs, folder);
  assert(!isProcessAlive(enginePid));
  await insertUntilStored(store, 'mine now');
});

test('stopping leaves no process and no half-written file', async (t) => {
  const folder = folderOf(t);
  const store = await openEmbeddedStore(needs, folder);
  const pid = store.enginePid();
  await insertUntilStored(store, 'kept');

  await store[Symbol.asyncDispose]();

  assert(!isProcessAlive(pid));
  await using again = await openEmbeddedStore(needs, folder);
  const answer = await again.query(sql`SELECT count() AS n FROM logs`);
  assert.deepEqual(rowsOf(answer), [{ n: 50 }]);
  assert(existsSync(join(folder, 'lock')));
  assert.match(readFileSync(join(folder, 'lock'), 'utf8'), /"owner":\d+/);
});
