import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ThreadAnswer, ThreadJob } from '../../../test/support/programs/thread-program.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createThreadPool } from './create-thread-pool.ts';
import { ownedMemory } from './owned-memory.ts';
import type { ThreadPool, ThreadPoolSettings, Urgency } from './threads.ts';

const SETTINGS: ThreadPoolSettings<ThreadJob> = {
  name: 'tests',
  program: new URL('../../../test/support/programs/thread-program.ts', import.meta.url),
  threadsMax: 1,
  waitingMax: 10,
  jobMsMax: 30_000,
  heapBytesMax: 64 * 1024 * 1024,
  tooBusy: () => new Error('too busy'),
  tooLong: () => new Error('too long'),
};

type Pool = ThreadPool<ThreadJob, ThreadAnswer>;

function poolWith(settings: Partial<ThreadPoolSettings<ThreadJob>> = {}): Pool {
  return createThreadPool<ThreadJob, ThreadAnswer>({ ...SETTINGS, ...settings });
}

async function threadOf(pool: Pool): Promise<number> {
  return (await pool.run(() => ({ job: { kind: 'tell' } }))).threadId;
}

/** A job that was handed over at once is on its way to the thread after one turn. */
async function atWork(): Promise<void> {
  await nextTurn();
}

test('jobs are done one after the other by the same thread', async () => {
  await using pool = poolWith();
  const done: string[] = [];

  const jobs = [
    pool.run(() => ({ job: { kind: 'sleep', ms: 20 } })).then(() => done.push('first')),
    pool.run(() => ({ job: { kind: 'tell' } })).then(() => done.push('second')),
  ];
  await Promise.all(jobs);

  assert.deepEqual(done, ['first', 'second']);
  assert.equal(await threadOf(pool), await threadOf(pool));
});

test('owners take turns, and one that waits for nothing yet finds a place in a full line', async () => {
  await using pool = poolWith({ waitingMax: 3 });
  const done: string[] = [];
  const run = (owner: string, name: string) =>
    pool
      .run(() => ({ job: { kind: 'sleep', ms: 5 } }), undefined, 'usual', owner)
      .then(() => done.push(name));

  const jobs = [run('a', 'a1')];
  await atWork();
  jobs.push(run('a', 'a2'), run('a', 'a3'), run('a', 'a4'));
  await assert.rejects(run('a', 'a5'), /too busy/);
  jobs.push(run('b', 'b1'));
  await Promise.all(jobs);

  assert.deepEqual(done, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('memory moves to a thread and back', async () => {
  await using pool = poolWith();
  const bytes = new Uint8Array([1, 2, 3]);

  const answer = await pool.run(() => ({
    job: { kind: 'reverse', bytes },
    moved: ownedMemory(bytes),
  }));

  assert.deepEqual(answer.bytes, new Uint8Array([3, 2, 1]));
  assert.equal(bytes.byteLength, 0);
});

test('bytes that share their memory are copied, and the others keep theirs', async () => {
  await using pool = poolWith();
  const shared = new Uint8Array([1, 2, 3, 4]);
  const bytes = shared.subarray(1, 3);

  const answer = await pool.run(() => ({
    job: { kind: 'reverse', bytes },
    moved: ownedMemory(bytes),
  }));

  assert.deepEqual(answer.bytes, new Uint8Array([3, 2]));
  assert.deepEqual(shared, new Uint8Array([1, 2, 3, 4]));
});

test('a job is handed over only once a thread is free for it', async () => {
  await using pool = poolWith();
  const handed: string[] = [];

  const first = pool.run(() => {
    handed.push('first');
    return { job: { kind: 'sleep', ms: 20 } };
  });
  const second = pool.run(async () => {
    handed.push('second');
    return { job: { kind: 'tell' } };
  });

  assert.deepEqual(handed, ['first']);
  await first;
  await second;
  assert.deepEqual(handed, ['first', 'second']);
});

test('a job that cannot be handed over fails alone', async () => {
  await using pool = poolWith();
  const before = await threadOf(pool);

  await assert.rejects(
    pool.run(() => Promise.reject(new Error('no rows'))),
    /no rows/,
  );
  const uncloneable = { kind: 'tell', extra: () => {} } as ThreadJob;
  await assert.rejects(
    pool.run(() => ({ job: uncloneable })),
    { name: 'DataCloneError' },
  );

  assert.equal(await threadOf(pool), before);
});

test('what the program refuses is refused the same way here', async () => {
  await using pool = poolWith();

  await assert.rejects(
    pool.run(() => ({ job: { kind: 'refuse' } })),
    {
      name: 'AppError',
      code: 'VALIDATION_ERROR',
      message: 'Not like this.',
      facts: { details: [{ path: 'rows.3', message: 'Must not be null.' }] },
    },
  );
});

test('what breaks on a thread is told by its places, not by its words', async () => {
  await using pool = poolWith();
  const before = await threadOf(pool);

  await assert.rejects(
    pool.run(() => ({ job: { kind: 'break' } })),
    (error: Error) => {
      assert.ok(error.cause instanceof Error);
      assert.doesNotMatch(`${error.stack} ${error.cause.stack}`, /canary/);
      assert.equal(error.message, 'a job of tests failed');
      assert.match(error.cause.message, /^TypeError\n\s+at run/);
      return true;
    },
  );
  assert.equal(await threadOf(pool), before);
});

for (const [kind, message] of [
  ['exit', 'a thread for tests ended'],
  ['crash', 'a thread for tests failed'],
  ['fill', 'a thread for tests failed'],
] as const) {
  test(`a thread that dies (${kind}) fails its job alone and is replaced`, async () => {
    await using pool = poolWith();
    const before = await threadOf(pool);

    const jobs = [pool.run(() => ({ job: { kind } })), threadOf(pool)];

    await assert.rejects(jobs[0] as Promise<unknown>, (error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.stack : '';
      assert.doesNotMatch(`${error.stack} ${cause}`, /canary/);
      assert.equal(error.message, message);
      return true;
    });
    assert.notEqual(await jobs[1], before);
  });
}

test('a job that takes too long is given up together with its thread', async () => {
  await using pool = poolWith({ jobMsMax: 50 });
  const spin = () => pool.run(() => ({ job: { kind: 'spin' } }));

  await assert.rejects(spin(), /too long/);

  // The thread of the first would be told apart: it has ended.
  await assert.rejects(spin(), /too long/);
});

test('one job more than may wait is refused, and the others are done', async () => {
  await using pool = poolWith({ waitingMax: 2 });

  const jobs = [1, 2, 3].map(() => threadOf(pool));
  await assert.rejects(threadOf(pool), /too busy/);

  assert.equal((await Promise.all(jobs)).length, 3);
});

test('a quick job passes the others that wait, and is not refused because of them', async () => {
  await using pool = poolWith({ waitingMax: 2 });
  const done: string[] = [];
  const ask = (name: string, urgency: Urgency) =>
    pool.run(() => ({ job: { kind: 'tell' } }), undefined, urgency).then(() => done.push(name));

  const jobs = [ask('running', 'usual'), ask('second', 'usual'), ask('third', 'usual')];
  await assert.rejects(ask('fourth', 'usual'), /too busy/);
  await Promise.all([...jobs, ask('quick', 'quick')]);

  assert.deepEqual(done, ['running', 'quick', 'second', 'third']);
});

test('one quick job more than may wait is refused', async () => {
  await using pool = poolWith({ waitingMax: 0, quickWaitingMax: 1 });
  const ask = () => pool.run(() => ({ job: { kind: 'tell' } }), undefined, 'quick');

  const jobs = [ask(), ask()];
  await assert.rejects(ask(), /too busy/);

  assert.equal((await Promise.all(jobs)).length, 2);
});

test('an aborted signal gives up a job that runs and one that waits', async () => {
  await using pool = poolWith();
  const controller = new AbortController();
  let handed = 0;
  const jobs = [1, 2].map(() =>
    pool.run(() => {
      handed += 1;
      return { job: { kind: 'sleep', ms: 50 } };
    }, controller.signal),
  );

  await atWork();
  controller.abort();

  for (const job of jobs) await assert.rejects(job, { name: 'AbortError' });
  await assert.rejects(
    pool.run(() => ({ job: { kind: 'tell' } }), controller.signal),
    { name: 'AbortError' },
  );
  await threadOf(pool);
  assert.equal(handed, 1);
});

test('a thread may finish a job that nobody waits for any more, if it does so soon', async () => {
  await using pool = poolWith({ limits: { ...LIMITS.threads, abandonedMsMax: 30_000 } });
  const before = await threadOf(pool);

  const controller = new AbortController();
  const job = pool.run(() => ({ job: { kind: 'sleep', ms: 20 } }), controller.signal);
  await atWork();
  controller.abort();

  await assert.rejects(job, { name: 'AbortError' });
  assert.equal(await threadOf(pool), before);
});

test('a thread that does not is replaced', async () => {
  await using pool = poolWith({ limits: { ...LIMITS.threads, abandonedMsMax: 20 } });
  const before = await threadOf(pool);

  const controller = new AbortController();
  const job = pool.run(() => ({ job: { kind: 'spin' } }), controller.signal);
  await atWork();
  controller.abort();

  await assert.rejects(job, { name: 'AbortError' });
  assert.notEqual(await threadOf(pool), before);
});

test('a thread without a job is retired after a while', async () => {
  await using pool = poolWith({ limits: { ...LIMITS.threads, idleMsMax: 10, keptMax: 0 } });
  const before = await threadOf(pool);

  await sleep(100);

  assert.notEqual(await threadOf(pool), before);
});

test('so many threads as are kept stay', async () => {
  await using pool = poolWith({ limits: { ...LIMITS.threads, idleMsMax: 10, keptMax: 1 } });
  const before = await threadOf(pool);

  await sleep(100);

  assert.equal(await threadOf(pool), before);
});

test('there is one thread less than the machine has processors, and never none', async () => {
  await using pool = poolWith({ threadsMax: 3 });

  const jobs = [1, 2, 3].map(() => pool.run(() => ({ job: { kind: 'sleep', ms: 20 } })));
  const threads = new Set((await Promise.all(jobs)).map(({ threadId }) => threadId));

  assert.ok(threads.size <= Math.max(1, availableParallelism() - 1), `${threads.size} threads`);
});

test('practice leaves a thread behind that takes the first job', async () => {
  let rounds = 0;
  const pool = poolWith({
    *practice() {
      for (; rounds < 3; rounds += 1) yield { job: { kind: 'tell' } };
    },
  });

  await pool.warmUp();
  assert.equal(rounds, 3);
  await threadOf(pool);
  await pool[Symbol.asyncDispose]();

  rounds = 0;
  await pool.warmUp();
});

test('what runs and what waits when it is closed is told so', async () => {
  const pool = poolWith();
  const jobs = [1, 2].map(() => pool.run(() => ({ job: { kind: 'spin' } })));
  const outcomes = Promise.allSettled(jobs);

  await pool[Symbol.asyncDispose]();

  for (const { status } of await outcomes) assert.equal(status, 'rejected');
  await assert.rejects(threadOf(pool), /closed/);
});

test('what is garbage a moment later has a bound of its own', async () => {
  await using pool = poolWith({ youngBytesMax: 24 * 1024 * 1024 });

  const { youngMbMax } = await pool.run(() => ({ job: { kind: 'tell' } }));

  assert.equal(youngMbMax, 24);
});
