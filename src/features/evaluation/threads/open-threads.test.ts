import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openEvaluationThreads } from './open-threads.ts';
import { runJob } from './run-job.ts';

const HERE = { ...LIMITS.evaluation, inputThreadsMax: 1 };
const settings = { vendor: 'vendor', isOffline: true, detailsMax: 10, jsonDepthMax: 64 };

function bodyOf(count: number): Uint8Array {
  const rows = Array.from(
    { length: count },
    (_, i) => `INFO job ${i} took ${i * 3} ms in room ${i % 7}`,
  );
  return Buffer.from(JSON.stringify({ rows, preview: true }));
}

const read = (count: number) => ({ kind: 'read' as const, bytes: bodyOf(count), settings });

test('a thread answers what the job itself would', async () => {
  await using threads = openEvaluationThreads({ limits: HERE });
  const bytes = new Uint8Array(bodyOf(300));
  const job = { kind: 'read' as const, bytes: bytes.slice(), settings };

  const answer = await threads.run({ ...job, bytes });

  assert.deepEqual(answer, runJob(job));
  assert.equal(bytes.byteLength, 0);
});

test('an input of the largest small size passes one that is a byte larger', async () => {
  const small = read(50);
  await using threads = openEvaluationThreads({
    limits: { ...HERE, bodyBytesQuickMax: small.bytes.length },
  });
  const done: string[] = [];
  const ask = (name: string, bytes: Uint8Array) =>
    threads.run({ ...small, bytes }).then(() => done.push(name));
  const larger = Buffer.concat([small.bytes, Buffer.from(' ')]);

  await Promise.all([ask('running', bodyOf(50)), ask('larger', larger), ask('small', small.bytes)]);

  assert.deepEqual(done, ['running', 'small', 'larger']);
});

for (const [kind, limits] of [
  ['small', { smallInputsWaitingMax: 2, inputsWaitingMax: 0 }],
  ['large', { smallInputsWaitingMax: 0, inputsWaitingMax: 2, bodyBytesQuickMax: 0 }],
] as const) {
  test(`one ${kind} input more than may wait is refused, and the others are done`, async () => {
    await using threads = openEvaluationThreads({ limits: { ...HERE, ...limits } });

    const jobs = [1, 2, 3].map(() => threads.run(read(50)));
    await assert.rejects(threads.run(read(50)), {
      code: 'EVALUATIONS_BUSY',
      facts: { retryAfterSeconds: 1 },
    });

    for (const done of await Promise.all(jobs)) assert.equal(done.kind, 'preview');
  });
}

test('an input that takes too long is given up, and the next one finds a fresh thread', async () => {
  const limits = { ...HERE, threadMsMax: 1 };
  await using hasty = openEvaluationThreads({ limits });
  await using patient = openEvaluationThreads({ limits: HERE });

  await assert.rejects(hasty.run(read(9_000)), { code: 'EVALUATION_TIMEOUT' });
  await assert.rejects(hasty.run(read(9_000)), { code: 'EVALUATION_TIMEOUT' });

  assert.equal((await patient.run(read(10))).kind, 'preview');
});

test('a thread that runs out of memory fails its input alone, without a word of it', async () => {
  const limits = { ...HERE, threadHeapBytesMax: 24 * 1024 * 1024 };
  await using threads = openEvaluationThreads({ limits });
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    [`key${i}`]: [i, { canary: `canary${i}`.repeat(20) }],
  }));
  const bytes = Buffer.from(JSON.stringify({ rows, preview: true }));

  await assert.rejects(threads.run({ kind: 'read', bytes, settings }), (error: Error) => {
    assert.doesNotMatch(String(error.stack), /canary/);
    assert.equal(error.message, 'a thread for evaluation failed');
    return true;
  });
  assert.equal((await threads.run(read(10))).kind, 'preview');
});

test('when nobody waits any more, a running input is given up and a waiting one never begins', async () => {
  await using threads = openEvaluationThreads({ limits: HERE });
  const gone = new AbortController();
  const jobs = [1, 2].map(() => threads.run(read(9_000), gone.signal));

  gone.abort();

  for (const job of jobs) await assert.rejects(job, { name: 'AbortError' });
  assert.equal((await threads.run(read(10))).kind, 'preview');
});

test('what breaks on a thread is told by its places, not by its words', async () => {
  await using threads = openEvaluationThreads({ limits: HERE });
  const bytes = Buffer.from('["canary", nonsense-canary]');
  const events = { eventIds: [], isTruncated: false };
  const request = {
    criteria: '',
    items: [],
    mode: 'generic_verdict' as const,
    model: 'haiku-4-5' as const,
    logCompression: true,
    options: {},
    isPreview: true,
  };

  await assert.rejects(
    threads.run({
      kind: 'prepare',
      bytes,
      request,
      events,
      judge: { vendor: 'vendor', isOffline: true },
    }),
    (error: Error) => {
      assert.doesNotMatch(
        `${String(error.stack)} ${String((error.cause as Error).stack)}`,
        /canary/,
      );
      assert.match(String((error.cause as Error).message), /SyntaxError\n\s+at /);
      return true;
    },
  );
});

test('the thread that answers requests goes on meanwhile', async () => {
  await using threads = openEvaluationThreads({ limits: HERE });
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);

  await threads.run(read(10_000));

  clearInterval(ticking);
  // Without a thread there would be none at all; how many there are is a matter of the machine.
  assert.ok(turns >= 5, `${turns} turns`);
});

test('practice leaves a thread behind that takes the next input', async () => {
  const threads = openEvaluationThreads({ limits: HERE });

  await threads.warmUp();
  assert.equal((await threads.run(read(10))).kind, 'preview');
  await threads[Symbol.asyncDispose]();

  await threads.warmUp();
});
