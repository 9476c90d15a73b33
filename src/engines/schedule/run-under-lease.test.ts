/** One run of a job, and what becomes of its lease, by a clock of the test. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { silentLog } from '../../base/log.ts';
import {
  giveBackLease,
  holdLease,
  readLease,
  renewLease,
  takeLease,
  type LeaseState,
} from './leases-table.ts';
import { openLoops } from './open-loops.ts';
import { runUnderLease } from './run-under-lease.ts';

const THIRD = 5_000;
const never = new AbortController().signal;

async function start(t: TestContext, dueAt?: number) {
  const metadata = await openTestMetadata(t);
  const clock = fakeClock();
  const { db } = metadata;
  const read = (name = 'tick'): Promise<LeaseState> => readLease(db, name, dueAt ?? clock.now());
  const taken = await takeLease(db, await read(), 'a');
  assert.ok(taken !== undefined);
  const noted: unknown[] = [];
  const waits: number[] = [];
  /** What happens while somebody waits; the time is over when it ends. */
  const during: (() => Promise<void> | void)[] = [];
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    waits.push(ms);
    const next = during.shift();
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      return;
    }
    await next();
  };
  const runs = {
    worked: (about: unknown) => void noted.push(['worked', about]),
    failed: (error: unknown, about: unknown) => void noted.push([String(error), about]),
  };
  const needs = { metadata, clock, log: silentLog, wait, runs };
  const run = (job: (signal: AbortSignal) => Promise<void>, stop = never, everyMs = 60_000) =>
    runUnderLease(needs, { name: 'tick', everyMs, run: job }, taken, stop);
  return { metadata, db, clock, read, taken, noted, waits, during, run };
}

test('a job nobody knew yet is due at the given time, and stays as it is once it is known', async (t) => {
  const { db } = await start(t);

  const first = await readLease(db, 'other', 77);
  assert.deepEqual(
    { ...first },
    { name: 'other', holder: null, fence: 0, renewals: 0, due_at: 77 },
  );
  assert.deepEqual(await readLease(db, 'other', 99), first);
});

test('a lease is taken by one alone, and renewed or given back by its holder alone', async (t) => {
  const { db, metadata, read, taken } = await start(t, 5);
  const other = await readLease(db, 'other', 5);
  assert.deepEqual([taken.holder, taken.fence, taken.renewals], ['a', 1, 0]);

  const seen = await read();
  assert.equal(await renewLease(db, taken), true);
  assert.equal(await takeLease(db, seen, 'b'), undefined);
  assert.equal((await read()).renewals, 1);
  const second = await takeLease(db, await read(), 'b');
  assert.deepEqual([second?.holder, second?.fence, second?.renewals], ['b', 2, 0]);

  assert.equal(await renewLease(db, taken), false);
  await giveBackLease(db, taken, 9);
  assert.deepEqual([(await read()).holder, (await read()).due_at], ['b', 5]);
  await assert.rejects(
    metadata.transaction((unit) => holdLease(unit, taken)),
    /^Error: the lease tick was lost to another node$/,
  );
  assert.ok(second !== undefined);
  await metadata.transaction((unit) => holdLease(unit, second));
  await giveBackLease(db, second, 9);
  const { holder, renewals, due_at } = await read();
  assert.deepEqual([holder, renewals, due_at], [null, 1, 9]);
  assert.deepEqual(await readLease(db, 'other', 0), other);
});

for (const [late, next] of [
  [0, 60_000],
  [59_999, 60_000],
  [60_000, 120_000],
  [150_000, 180_000],
  [-1, 59_999],
] as const) {
  test(`a run that ends ${late} ms after its time is due again ${next} ms after it`, async (t) => {
    const { clock, read, run, noted, taken } = await start(t);
    const dueAt = taken.due_at;

    await run(async () => clock.advance(late));

    const { holder, due_at } = await read();
    assert.deepEqual([holder, due_at - dueAt], [null, next]);
    assert.deepEqual(noted, [['worked', { job: 'tick' }]]);
  });
}

test('a run that fails is noted, and comes again in time', async (t) => {
  const { run, noted, read, taken } = await start(t);

  await run(() => Promise.reject(new Error('no')));

  assert.deepEqual(noted, [['Error: no', { job: 'tick' }]]);
  assert.equal((await read()).due_at - taken.due_at, 60_000);
});

test('a run that is stopped stays due, and is no failure', async (t) => {
  const { run, noted, read, taken } = await start(t);
  const stop = new AbortController();

  await run((signal) => {
    stop.abort();
    assert.equal(signal.aborted, true);
    return Promise.reject(new Error('cut short'));
  }, stop.signal);

  assert.deepEqual(noted, []);
  const { holder, due_at } = await read();
  assert.deepEqual([holder, due_at], [null, taken.due_at]);
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

test('a lease is renewed every third of its time, until another node has taken it', async (t) => {
  const { run, read, db, during, waits } = await start(t);
  const forever = () => new Promise<void>(() => {});
  const renewed: number[] = [];
  during.push(
    () => {},
    forever,
    async () => void renewed.push((await read()).renewals),
    forever,
    async () => void (await takeLease(db, await read(), 'b')),
    forever,
  );

  await run(untilAborted);

  assert.deepEqual(renewed, [1]);
  assert.deepEqual(waits, [THIRD, THIRD, THIRD, THIRD, THIRD, THIRD]);
  assert.equal((await read()).holder, 'b');
});

test('a job ends when no sign of life got through for two thirds of the lease', async (t) => {
  const { run, clock, during, metadata, read } = await start(t);
  const broken = t.mock.method(metadata.db, 'updateTable', () => {
    throw new Error('the store is away');
  });
  let aborted = -1;
  const begun = clock.now();
  const pass = (ms: number) => (): void => clock.advance(ms);
  const forever = () => new Promise<void>(() => {});
  during.push(pass(THIRD), forever, pass(THIRD - 1), forever, pass(1), forever);

  await assert.doesNotReject(
    run(async (signal) => {
      await untilAborted(signal);
      aborted = clock.now() - begun;
      broken.mock.restore();
    }),
  );

  assert.equal(aborted, 2 * THIRD);
  assert.equal((await read()).holder, 'a');
});

test('what runs until the node stops has a name of its own, and is waited for within a bound', async () => {
  const waits: number[] = [];
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (...reported: unknown[]) => void warned.push(reported) };
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    waits.push(ms);
    await untilAborted(signal);
  };
  const loops = openLoops({ log, wait }, 'late');
  let ended = 0;
  loops.start('one', async (stop) => {
    await untilAborted(stop);
    ended += 1;
  });
  assert.throws(() => loops.start('one', async () => {}), /^Error: one is scheduled already$/);
  loops.start('short', async () => {});
  await new Promise((resolve) => setImmediate(resolve));
  loops.start('short', untilAborted);

  await loops[Symbol.asyncDispose]();

  assert.deepEqual([ended, waits, warned], [1, [STOP_MS], []]);
  assert.throws(() => loops.start('two', async () => {}), /^Error: the schedule has stopped$/);

  const stuck = openLoops({ log, wait: async () => {} }, 'they are late');
  stuck.start('for ever', () => new Promise(() => {}));
  await stuck[Symbol.asyncDispose]();
  assert.deepEqual(warned, [[{ loops: ['for ever'] }, 'they are late']]);
});

const STOP_MS = 15_000;
