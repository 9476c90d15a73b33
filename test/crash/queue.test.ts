/** Kills a process that works on the queue, again and again: whatever the queue promised must hold. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue, type QueueOptions } from '../../src/engines/queue/open-queue.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { checkQueue, nothingExpected, readJournal, type Expected } from './queue-journal.ts';

const LMDB_ROUNDS = 50;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const needs = { clock: systemClock, log: silentLog };

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

/** Lets a child work for some time after it is ready, and kills it in the middle of whatever it does. */
async function runAndKill(
  options: QueueOptions,
  journal: string,
  childSeed: number,
  workMs: number,
): Promise<void> {
  const program = join(import.meta.dirname, 'queue-child.ts');
  const child = spawn(
    process.execPath,
    [program, JSON.stringify(options), journal, String(childSeed)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const exited = once(child, 'exit');
  try {
    // A tenth of the children dies while it still opens the queue.
    const bytes = workMs % 10 === 0 ? 0 : 1;
    for (let turn = 0; turn < 2_000 && sizeOf(journal) < bytes; turn++) await sleep(5);
    await sleep(workMs);
    assert.equal(child.exitCode, null, 'the child ended by itself');
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/** Less than nothing as long as there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-crash-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function reportWork(t: TestContext, { promised, claims }: Expected): void {
  assert(promised.size > 100 && claims.size > 20, 'the children hardly did anything');
  t.diagnostic(`${promised.size} appends promised, ${claims.size} claims`);
}
