import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minePatterns, type Row } from '../../patterns/index.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { openMining } from './open-mining.ts';

const LIMITS_HERE = LIMITS.mining;

function linesOf(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `2026-03-01 10:00:00 ${i % 7 === 0 ? 'ERROR' : 'INFO'} job ${i} took ${i * 3} ms`,
  );
}

test('the patterns are those that are found without a thread', async () => {
  await using mining = await openMining({ limits: LIMITS_HERE });
  const rows: Row[] = [
    ...linesOf(500),
    { level: 'warn', message: 'größer 5 🙂', n: 1 },
    '',
    'last',
  ];

  const mined = await mining.minePatterns(rows, { maxSamples: 3, patternsMax: 500 });

  const expected = minePatterns(rows, { maxSamples: 3 });
  assert.deepEqual(mined, { ...expected, found: expected.patterns.length });
});

test('no more patterns are handed over than were asked for, and all are counted', async () => {
  await using mining = await openMining({ limits: LIMITS_HERE });
  const words = ['alpha', 'beta', 'gamma', 'delta'];

  const mined = await mining.minePatterns(words, { patternsMax: 2 });

  assert.equal(mined.patterns.length, 2);
  assert.equal(mined.found, minePatterns(words).patterns.length);
  assert.equal(mined.assignment.length, 4);
});

test('an option out of range is refused as without a thread', async () => {
  await using mining = await openMining({ limits: LIMITS_HERE });
  const asked = mining.minePatterns(['a'], { simThreshold: 7, patternsMax: 1 });

  await assert.rejects(asked, {
    name: 'AppError',
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: 'simThreshold', message: 'must be between 0 and 1' }] },
  });
});

test('the thread that answers requests goes on while 20,000 long lines are mined', async () => {
  await using mining = await openMining({ limits: LIMITS_HERE });
  const filler = 'x y z '.repeat(80);
  const rows: Row[] = linesOf(20_000).map((line, i) =>
    i % 2 === 0 ? `${line} ${filler}` : { message: line, filler },
  );
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);

  await mining.minePatterns(rows, { patternsMax: 500 });

  clearInterval(ticking);
  // Without pauses there would be none at all; how many there are is a matter of the machine.
  assert.ok(turns >= 5, `${turns} turns`);
});

test('one job more than may wait is refused, and the others are done', async () => {
  const limits = { ...LIMITS_HERE, threadsMax: 1, waitingMax: 2 };
  await using mining = await openMining({ limits });
  const ask = () => mining.minePatterns(linesOf(50), { patternsMax: 10 });

  const jobs = [ask(), ask(), ask()];
  await assert.rejects(ask(), { code: 'RATE_LIMITED', facts: { retryAfterSeconds: 1 } });

  const done = await Promise.all(jobs);
  assert.deepEqual(
    done.map(({ assignment }) => assignment.length),
    [50, 50, 50],
  );
});

test('a job that takes too long is given up', async () => {
  await using mining = await openMining({
    limits: { ...LIMITS_HERE, threadsMax: 1, jobMsMax: 40 },
  });
  const many = Array.from(
    { length: 200_000 },
    (_, i) => `user ${i} did ${i % 977} in room ${i % 31}`,
  );

  await assert.rejects(mining.minePatterns(many, { patternsMax: 1 }), { code: 'QUERY_TIMEOUT' });
});

test('a thread that runs out of memory fails its job alone and is replaced', async () => {
  const limits = { ...LIMITS_HERE, threadsMax: 1, heapBytesMax: 32 * 1024 * 1024 };
  await using mining = await openMining({ limits });
  const many = Array.from(
    { length: 300_000 },
    (_, i) => `${i} ${i * 7} word${i} ${'ab '.repeat(20)}`,
  );

  await assert.rejects(mining.minePatterns(many, { patternsMax: 1 }), {
    message: 'a thread for mining failed',
  });

  const { found } = await mining.minePatterns(linesOf(10), { patternsMax: 10 });
  assert.ok(found > 0);
});

test('an aborted signal gives up a job that runs and one that waits', async () => {
  await using mining = await openMining({ limits: { ...LIMITS_HERE, threadsMax: 1 } });
  const controller = new AbortController();
  const rows = linesOf(20_000);
  const jobs = [1, 2].map(() => mining.minePatterns(rows, { patternsMax: 1 }, controller.signal));

  controller.abort();

  for (const job of jobs) await assert.rejects(job, { name: 'AbortError' });
  assert.equal((await mining.minePatterns(['a'], { patternsMax: 1 })).found, 1);
});

test('what waits when it is closed is told so', async () => {
  const mining = await openMining({ limits: { ...LIMITS_HERE, threadsMax: 1 } });
  const jobs = [1, 2].map(() => mining.minePatterns(linesOf(5_000), { patternsMax: 1 }));
  const outcomes = Promise.allSettled(jobs);

  await mining[Symbol.asyncDispose]();

  for (const { status } of await outcomes) assert.equal(status, 'rejected');
  await assert.rejects(mining.minePatterns(['a'], { patternsMax: 1 }), /closed/);
});
