/** What the queue on disk does when the disk is full, and when two want the same directory. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue } from '../../src/engines/queue/open-queue.ts';
import { LIMITS } from '../support/limits.ts';
import { requireProgram } from '../support/programs/require-program.ts';
import { checkQueue, nothingExpected, readJournal } from './queue-journal.ts';
import { removeFolder } from '../support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS };

/**
 * LMDB's driver writes the text about a failed write past the end of its buffer, so now and then the process ends
 * with a broken heap instead of saying no. What was promised has to be there either way; that the disk is never
 * quite full is what `free-space.ts` is for.
 */
test('a full disk refuses appends, keeps what was promised, and recovers with the space', async (t) => {
  const prlimit = requireProgram(t, 'prlimit', 'util-linux');
  if (prlimit === undefined) return;
  const { directory, options, journal, child } = await startChild(t);
  await waitFor(() => linesOf(journal, 'appended') > 20);

  // No file of the child may grow: for its queue that is a disk without room.
  setFileBytesMax(prlimit, child, '1048576');
  const hasEnded = (): boolean => child.signalCode !== null;
  await waitFor(() => linesOf(journal, 'refused') > 2 || hasEnded());
  try {
    setFileBytesMax(prlimit, child, 'unlimited');
  } catch (error) {
    await waitFor(hasEnded);
    t.diagnostic(String(error));
  }
  await sleep(LIMITS.queue.probeMs);
  const before = linesOf(journal, 'appended');
  await waitFor(() => linesOf(journal, 'appended') > before + 20 || hasEnded());

  if (hasEnded()) t.diagnostic(`the driver ended the process with ${child.signalCode}`);
  await kill(child);
  const expected = nothingExpected();
  readJournal(journal, expected);
  await using queue = await openQueue(needs, options);
  await checkQueue(queue, expected);
  assert(existsSync(directory));
});

test('a second process is told in one line who has the queue, and gets it when that one dies', async (t) => {
  const { options, journal, child } = await startChild(t);
  await waitFor(() => linesOf(journal, 'ready') > 0);

  await assert.rejects(openQueue(needs, options), (error: Error) => {
    assert.match(
      error.message,
      new RegExp(`^The queue in .* is in use by process ${child.pid}\\. `),
    );
    assert(!error.message.includes('\n'));
    return true;
  });

  await kill(child);
  await using queue = await openQueue(needs, options);
  assert.equal((await queue.health()).state, 'up');
});

test('one process cannot open a queue twice', async (t) => {
  const directory = await temporaryDirectory(t);
  const options = { kind: 'lmdb', directory } as const;
  await using queue = await openQueue(needs, options);

  await assert.rejects(openQueue(needs, options), /is in use by/);

  assert.equal((await queue.health()).state, 'up');
});

async function startChild(t: TestContext) {
  const directory = await temporaryDirectory(t);
  const options = { kind: 'lmdb', directory: join(directory, 'queue') } as const;
  const journal = join(directory, 'journal');
  const program = join(import.meta.dirname, 'queue-child.ts');
  // Without the trap the signal that goes with a file that is too large would end the child.
  const child = spawn(
    'sh',
    [
      '-c',
      'trap "" XFSZ; exec "$@"',
      'sh',
      process.execPath,
      program,
      JSON.stringify(options),
      journal,
      '1',
    ],
    { stdio: ['ignore', 'inherit', 'ignore'] },
  );
  t.after(() => child.kill('SIGKILL'));
  return { directory, options, journal, child };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function setFileBytesMax(prlimit: string, { pid }: ChildProcess, bytes: string): void {
  execFileSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`]);
}

function linesOf(journal: string, kind: string): number {
  if (!existsSync(journal)) return 0;
  return readFileSync(journal, 'utf8').split(`["${kind}"`).length - 1;
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_500; turn++) {
    if (isTrue()) return;
    await sleep(20);
  }
  assert.fail('it did not happen in 30 seconds');
}

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-crash-'));
  t.after(() => removeFolder(directory));
  return directory;
}
