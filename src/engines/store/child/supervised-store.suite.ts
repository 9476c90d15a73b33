/** What a store keeps whose engine is a process of ours: that process may die, hang, or be somebody else's. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freezeProcess } from '../../../../test/support/programs/freeze-process.ts';
import {
  batchOf,
  insertUntilStored,
  needsOf,
  newFolder,
  waitUntil,
  type SupervisedTraits,
} from '../../../../test/support/store/supervised-store.ts';
import { AppError } from '../../../base/errors.ts';
import { sql } from '../sql.ts';
import { rowsOf } from '../store.ts';
import type { EmbeddedEngine } from './engine-of-folder.ts';
import { isProcessAlive } from './is-process-alive.ts';
import { testBounds } from './store-bounds.suite.ts';

export function supervisedStoreSuite(name: string, traits: SupervisedTraits): void {
  const { skip = false } = traits;
  if (skip !== false) {
    test(name, { skip }, () => {});
    return;
  }
  void describe(name, () => {
    testDeaths(traits);
    testHangs(traits);
    testOwners(traits);
    testBounds(traits);
  });
}

const EVENTS = 50;

function testDeaths({ open, ownerFile = 'lock' }: SupervisedTraits): void {
  test('an engine that is killed during inserts comes back, with every batch once', async (t) => {
    await using store = await open(needsOf(), newFolder(t));
    const killed: number[] = [];
    const batches = 120;
    const progress = { stored: 0 };
    const inserts = Array.from({ length: batches }, async (_, i) => {
      await sleep(i * 10);
      await insertUntilStored(store, batchOf(EVENTS, `batch ${i}`));
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
    assert(rowsOf(answer).every((row) => row['n'] === EVENTS && row['ids'] === EVENTS));
    assert.deepEqual(await store.health(), { state: 'up' });
  });

  test('while the engine is away the store is down and says when to come back', async (t) => {
    await using store = await open(needsOf({ restartDelayMsMin: 1_000 }), newFolder(t));

    process.kill(store.enginePid(), 'SIGKILL');
    await waitUntil('the watchdog', async () => (await store.health()).state === 'down');

    await assert.rejects(
      store.query(sql`SELECT sum(number) AS x FROM numbers(3)`),
      (error: unknown) => {
        assert(error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE');
        return (error.facts.retryAfterSeconds ?? 0) > 0;
      },
    );
    await waitUntil('the restart', async () => (await store.health()).state === 'up');
  });

  test('stopping leaves no process and no half-written file', async (t) => {
    const folder = newFolder(t);
    const store = await open(needsOf(), folder);
    const pid = store.enginePid();
    await insertUntilStored(store, batchOf(EVENTS));

    await store[Symbol.asyncDispose]();

    assert(!isProcessAlive(pid));
    await using again = await open(needsOf(), folder);
    const answer = await again.query(sql`SELECT count() AS n FROM logs`);
    assert.deepEqual(rowsOf(answer), [{ n: EVENTS }]);
    assert(existsSync(join(folder, 'lock')));
    assert.match(readFileSync(join(folder, ownerFile), 'utf8'), /"owner":\d+/);
  });
}

function testHangs({ open, insertsAlone = false }: SupervisedTraits): void {
  test('an engine that no longer answers is replaced', async (t) => {
    // A busy machine is not to be taken for one that fell silent.
    const impatient = needsOf({ watchEveryMs: 200, watchFailuresMax: 3 });
    await using store = await open(impatient, newFolder(t));
    const frozen = store.enginePid();

    process.kill(frozen, 'SIGSTOP');
    await waitUntil('a new engine', () => store.enginePid() !== frozen);

    await insertUntilStored(store, batchOf(1));
    assert(!isProcessAlive(frozen));
  });

  test('an engine that hangs is reported down, stores nothing, and is killed when we stop', async (t) => {
    const patientWatchdog = { watchEveryMs: 60_000 };
    const timeouts = { healthTimeoutMs: 200, insertTimeoutMs: 300, stopTimeoutMs: 300 };
    const store = await open(needsOf({ ...patientWatchdog, ...timeouts }), newFolder(t));
    const pid = store.enginePid();

    await freezeProcess(pid);
    const health = await store.health();
    const inserted = store.insert(batchOf(1));
    if (insertsAlone) await inserted;
    else await assert.rejects(inserted, { code: 'STORAGE_UNAVAILABLE' });
    await store[Symbol.asyncDispose]();

    assert.equal(health.state, 'down');
    assert(!isProcessAlive(pid));
  });
}

const HOLDER = fileURLToPath(
  new URL('../../../../test/support/store/hold-embedded-store.ts', import.meta.url),
);

/** Another process that opens the store; resolves with what it says. */
async function holdStore(t: TestContext, folder: string, engine: EmbeddedEngine) {
  const child: ChildProcess = spawn(process.execPath, [HOLDER, folder, engine], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  assert(child.stdout !== null);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = JSON.parse(said.toString()) as { enginePid?: number; refused?: string };
  return { child, ...answer };
}

function testOwners({ engine, open }: SupervisedTraits): void {
  test('a second process is refused with one clear sentence, and disturbs nothing', async (t) => {
    const folder = newFolder(t);
    await using store = await open(needsOf(), folder);

    const second = await holdStore(t, folder, engine);

    assert.equal(
      second.refused,
      `LockedError: The log store is in use by another process (${process.pid}). ` +
        'Stop it, or set XPLAIN_DATA to another folder.',
    );
    await insertUntilStored(store, batchOf(1, 'still mine'));
  });

  test('the engine dies with a process that is killed, and the folder is free at once', async (t) => {
    const folder = newFolder(t);
    const { child, enginePid = 0 } = await holdStore(t, folder, engine);
    assert(isProcessAlive(enginePid));

    child.kill('SIGKILL');

    await using store = await open(needsOf(), folder);
    assert(!isProcessAlive(enginePid));
    await insertUntilStored(store, batchOf(1, 'mine now'));
  });
}
