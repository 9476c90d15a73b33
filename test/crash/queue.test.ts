/** Kills a process that works on the queue, again and again: whatever the queue promised must hold. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue, type QueueOptions } from '../../src/engines/queue/open-queue.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startNats } from '../support/programs/start-nats.ts';
import {
  checkQueue,
  LEASE_MS,
  nothingExpected,
  QUEUE_LIMITS,
  readJournal,
  type Expected,
} from './queue-journal.ts';
import { removeFolder } from '../support/remove-folder.ts';

const LMDB_ROUNDS = 50;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const needs = { clock: systemClock, log: silentLog, limits: QUEUE_LIMITS };

test(`LMDB: ${LMDB_ROUNDS} kills lose, double and change nothing (SEED=${seed})`, async (t) => {
  const directory = await temporaryDirectory(t);
  const options = { kind: 'lmdb', directory: join(directory, 'queue') } as const;
  const random = seededRandom(seed);
  const expected = nothingExpected();

  for (let round = 0; round < LMDB_ROUNDS; round++) {
    const journal = join(directory, `journal-${round}`);
    await runAndKill(options, journal, seed + round, random.integer(0, 150));
    readJournal(journal, expected);
    // Most rounds go on with what the last one left behind.
    if (random.chance(0.4) || round === LMDB_ROUNDS - 1) {
      await using queue = await openQueue(needs, options);
      await checkQueue(queue, expected);
    }
  }

  reportWork(t, expected);
});

const CLIENT_ROUNDS = 10;
const SERVER_ROUNDS = 6;

test(`NATS: ${CLIENT_ROUNDS} kills of a node lose, double and change nothing (SEED=${seed})`, async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  const directory = await temporaryDirectory(t);
  const options = { kind: 'nats', servers: [server.url] } as const;
  const random = seededRandom(seed);
  const expected = nothingExpected();

  for (let round = 0; round < CLIENT_ROUNDS; round++) {
    const journal = join(directory, `journal-${round}`);
    await runAndKill(options, journal, seed + round, random.integer(0, 400));
    readJournal(journal, expected);
    if (random.chance(0.4) || round === CLIENT_ROUNDS - 1) await checkShared(options, expected);
  }

  reportWork(t, expected);
});

test(`NATS: ${SERVER_ROUNDS} kills of the server lose, double and change nothing (SEED=${seed})`, async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  const directory = await temporaryDirectory(t);
  const options = { kind: 'nats', servers: [server.url] } as const;
  const random = seededRandom(seed);
  const expected = nothingExpected();
  const journal = join(directory, 'journal');

  await using worker = await startWorker(options, journal, seed);
  await waitForMore(journal, 'appended');
  for (let round = 0; round < SERVER_ROUNDS; round++) {
    await sleep(random.integer(200, 600));
    await server.kill();
    await server.start();
    await waitForMore(journal, 'appended');
    await waitForMore(journal, 'acknowledged');
  }
  await worker.kill();

  readJournal(journal, expected);
  await checkShared(options, expected);
  reportWork(t, expected);
});

/** On a node of its own, once the claims of the dead one are free. */
async function checkShared(options: QueueOptions, expected: Expected): Promise<void> {
  await using queue = await openQueue(needs, options);
  await sleep(2 * LEASE_MS);
  await checkQueue(queue, expected);
}

/** Lets a child work for some time after it is ready, and kills it in the middle of whatever it does. */
async function runAndKill(
  options: QueueOptions,
  journal: string,
  childSeed: number,
  workMs: number,
): Promise<void> {
  await using worker = await startWorker(options, journal, childSeed);
  // A tenth of the children dies while it still opens the queue.
  const bytes = workMs % 10 === 0 ? 0 : 1;
  for (let turn = 0; turn < 12_000 && sizeOf(journal) < bytes; turn++) await sleep(5);
  await sleep(workMs);
  await worker.kill();
}

interface Worker extends AsyncDisposable {
  kill(): Promise<void>;
}

async function startWorker(
  options: QueueOptions,
  journal: string,
  childSeed: number,
): Promise<Worker> {
  const program = join(import.meta.dirname, 'queue-child.ts');
  const child = spawn(
    process.execPath,
    [program, JSON.stringify(options), journal, String(childSeed)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    async kill() {
      assert.equal(child.exitCode, null, 'the child ended by itself');
      await end();
    },
    [Symbol.asyncDispose]: end,
  };
}

/** Waits until the child has been promised something more than now. */
async function waitForMore(journal: string, kind: string): Promise<void> {
  const read = (): string => (sizeOf(journal) < 0 ? '' : readFileSync(journal, 'utf8'));
  const count = (): number => read().split(`["${kind}"`).length;
  const before = count();
  for (let turn = 0; turn < 6_000; turn++) {
    if (count() > before) return;
    await sleep(20);
  }
  assert.fail(`nothing was ${kind} any more`);
}

/** Less than nothing as long as there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-crash-'));
  t.after(() => removeFolder(directory));
  return directory;
}

function reportWork(t: TestContext, { promised, claims }: Expected): void {
  assert(promised.size > 20 && claims.size > 3, 'the children hardly did anything');
  t.diagnostic(`${promised.size} appends promised, ${claims.size} claims`);
}
