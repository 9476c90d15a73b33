import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog, type Log } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import { fakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { openSchedule } from './open-schedule.ts';
import type { PeriodicJob, Schedule } from './schedule.ts';
import type { Wait } from './wait.ts';

/** Opens one more handle on the place of this test; undefined when the test is skipped. */
export type OpenStores = (t: TestContext) => Promise<(() => Promise<Metadata>) | undefined>;

const { leaseMs } = LIMITS.schedule;
const everyMs = 20_000;

/** What nodes that share a metadata store do with periodic jobs. */
export function scheduleSuite(openStores: OpenStores): void {
  function promise(name: string, check: (nodes: Nodes) => Promise<void>): void {
    test(name, async (t) => {
      const open = await openStores(t);
      if (open === undefined) return;
      await using nodes = createNodes(open);
      await check(nodes);
    });
  }

  promise('every due time runs once, whichever node takes it', async (nodes) => {
    const { clock } = nodes;
    const runs: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      const node = await nodes.start(name);
      node.schedule.start({ name: 'tick', everyMs, run: async () => void runs.push(clock.now()) });
    }

    for (let tick = 1; tick <= 6; tick += 1) {
      await until(nodes.clock, () => runs.length >= tick);
      await pass(nodes, everyMs);
    }
    await until(nodes.clock, () => runs.length >= 7);
    await sleep(50);

    assert.equal(runs.length, 7);
    const [first = 0] = runs;
    // Each run starts within its own interval of the grid that the first one began.
    assert.deepEqual(
      runs.map((at) => Math.floor((at - first) / everyMs)),
      [0, 1, 2, 3, 4, 5, 6],
    );
  });

  promise('times that were missed are left out', async (nodes) => {
    let runs = 0;
    const { store, schedule } = await nodes.start('a');
    schedule.start(jobThat(async () => void (runs += 1)));
    for (let turn = 0; turn < 10_000 && !(await hasEnded(store, runs)); turn += 1) await sleep(1);

    nodes.clock.advance(10 * everyMs);
    await until(nodes.clock, () => runs === 2);
    await sleep(30);

    assert.equal(runs, 2);
  });

  promise(
    'a job without work is asked in time, and nothing is written down for it',
    async (nodes) => {
      const { store, schedule } = await nodes.start('a');
      const seen = { questions: 0, runs: 0 };
      let hasWork = false;
      schedule.start({
        ...jobThat(async () => void (seen.runs += 1)),
        hasWork: async () => {
          seen.questions += 1;
          return hasWork;
        },
      });
      await until(nodes.clock, () => seen.questions === 1);

      await pass(nodes, 2 * everyMs);
      await until(nodes.clock, () => seen.questions >= 2);
      const row = await store.db.selectFrom('leases').selectAll().executeTakeFirstOrThrow();
      assert.equal(row.fence, 0);
      assert.equal(seen.runs, 0);

      hasWork = true;
      // Second by second: the next due time may be soon after the first run.
      for (let second = 0; second < 60 && seen.runs === 0; second++) await pass(nodes, SECOND_MS);
      assert.equal(seen.runs, 1);
    },
  );

  promise('a job never runs beside itself, however long it takes', async (nodes) => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let runs = 0;
    const run = async () => {
      running += 1;
      runs += 1;
      assert.equal(running, 1);
      if (runs === 1) await gate.promise;
      running -= 1;
    };
    for (const name of ['a', 'b']) (await nodes.start(name)).schedule.start(jobThat(run));
    await until(nodes.clock, () => runs === 1);

    await pass(nodes, 3 * everyMs);
    assert.equal(runs, 1);
    gate.resolve();

    await until(nodes.clock, () => running === 0);
    await pass(nodes, everyMs);
    await until(nodes.clock, () => runs >= 2);
  });

  promise('a job that fails is logged and comes again in time', async (nodes) => {
    const logged: string[] = [];
    let runs = 0;
    const log: Log = { ...silentLog, error: (_, message) => void logged.push(message) };
    const { schedule } = await nodes.start('a', log);
    schedule.start(
      jobThat(async () => {
        runs += 1;
        throw new Error('on purpose');
      }),
    );
    await until(nodes.clock, () => logged.length === 1);

    await pass(nodes, everyMs);
    await until(nodes.clock, () => runs === 2);

    assert.equal(logged[0], 'periodic job failed');
  });

  promise('a node that is cut off stops its run, and another takes over', async (nodes) => {
    const a = await nodes.start('a');
    const events: string[] = [];
    a.schedule.start(
      jobThat(async (signal) => {
        events.push('a runs');
        await aborted(signal);
        events.push('a stops');
      }),
    );
    await until(nodes.clock, () => events.length === 1);
    const b = await nodes.start('b');
    b.schedule.start(jobThat(async () => void events.push('b runs')));
    await pass(nodes, 2 * leaseMs);
    assert.deepEqual(events, ['a runs']);

    await a.store[Symbol.asyncDispose]();
    await pass(nodes, 2 * leaseMs);
    await until(nodes.clock, () => events.length >= 3);

    assert.deepEqual(events.slice(0, 3), ['a runs', 'a stops', 'b runs']);
  });

  promise('a run that lost its lease is aborted and can write nothing more', async (nodes) => {
    const { store, schedule } = await nodes.start('a');
    const result = Promise.withResolvers<unknown>();
    schedule.start(
      jobThat(async (signal, lease) => {
        await store.transaction((unit) => lease.hold(unit));
        await store.db.updateTable('leases').set({ fence: 100, holder: 'thief' }).execute();
        await aborted(signal);
        result.resolve(
          await store.transaction((unit) => lease.hold(unit)).catch((error: unknown) => error),
        );
      }),
    );

    await pass(nodes, leaseMs);

    assert.match(String(await result.promise), /lease tick was lost/);
    await sleep(20);
    const row = await store.db.selectFrom('leases').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.holder, 'thief');
  });

  promise('a node that stops ends its run and leaves the work to another', async (nodes) => {
    const a = await nodes.start('a');
    const events: string[] = [];
    a.schedule.start(
      jobThat(async (signal) => {
        events.push('a runs');
        await aborted(signal);
        await sleep(20);
        events.push('a ends');
      }),
    );
    await until(nodes.clock, () => events.length === 1);

    await a.schedule[Symbol.asyncDispose]();
    assert.deepEqual(events, ['a runs', 'a ends']);
    const b = await nodes.start('b');
    b.schedule.start(jobThat(async () => void events.push('b runs')));
    await until(nodes.clock, () => events.length === 3);

    assert.throws(() => a.schedule.start(jobThat(async () => {})), /stopped/);
  });

  promise('a node does not wait for ever for a run that will not end', async (nodes) => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (_, message) => void warnings.push(message) };
    const { schedule } = await nodes.start('a', log);
    const gate = Promise.withResolvers<void>();
    let isRunning = false;
    schedule.start(
      jobThat(async () => {
        isRunning = true;
        await gate.promise;
      }),
    );
    await until(nodes.clock, () => isRunning);

    const stopped = schedule[Symbol.asyncDispose]();
    await pass(nodes, LIMITS.schedule.stopMsMax + 1_000);
    await stopped;
    gate.resolve();

    assert.ok(warnings.includes('periodic jobs did not stop'));
  });

  promise('a due time that a wrong clock left in the future holds nothing up', async (nodes) => {
    const { store, schedule } = await nodes.start('a');
    const dueAt = nodes.clock.now() + 1_000 * everyMs;
    await store.db
      .insertInto('leases')
      .values({ name: 'tick', holder: null, fence: 3, renewals: 0, due_at: dueAt })
      .execute();
    let runs = 0;

    schedule.start(jobThat(async () => void (runs += 1)));
    await until(nodes.clock, () => runs === 1);
    await sleep(30);
    assert.equal(runs, 1);

    await pass(nodes, everyMs + 10_000);
    await until(nodes.clock, () => runs === 2);
  });

  promise('one name is one job', async (nodes) => {
    const { schedule } = await nodes.start('a');
    schedule.start(jobThat(async () => {}));

    assert.throws(() => schedule.start(jobThat(async () => {})), /scheduled already/);
  });
}

interface Nodes extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly stores: readonly Metadata[];
  start(nodeId: string, log?: Log): Promise<{ store: Metadata; schedule: Schedule }>;
}

function createNodes(open: () => Promise<Metadata>): Nodes {
  const clock = fakeClock();
  const closing: AsyncDisposable[] = [];
  const stores: Metadata[] = [];
  const wait: Wait = async (ms, signal) => {
    const endAt = clock.now() + ms;
    while (clock.now() < endAt && !signal.aborted) await sleep(1);
  };
  return {
    clock,
    stores,
    async start(nodeId, log = silentLog) {
      const metadata = await open();
      stores.push(metadata);
      const schedule = openSchedule({ metadata, nodeId, clock, log, wait });
      closing.unshift(schedule, metadata);
      return { store: metadata, schedule };
    },
    async [Symbol.asyncDispose]() {
      for (const each of closing) await each[Symbol.asyncDispose]();
    },
  };
}

function jobThat(run: PeriodicJob['run']): PeriodicJob {
  return { name: 'tick', everyMs, run };
}

/**
 * Lets the time go by in small steps. In between every node gets the time that a few statements take, so
 * that a slow machine does not look like a dead node.
 */
async function pass({ clock, stores }: Nodes, ms: number): Promise<void> {
  const stepMs = 1_000;
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs);
    await sleep(3);
    for (const store of [...stores, ...stores]) await store.health();
  }
}

/** The first run is over, and its lease given back with the next due time. */
async function hasEnded(store: Metadata, runs: number): Promise<boolean> {
  const row = await store.db.selectFrom('leases').selectAll().executeTakeFirst();
  return runs === 1 && row?.holder === null;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}

/** Time goes on, slowly: what is due may start a little later than it is due. */
async function until(clock: FakeClock, isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 6_000; turn += 1) {
    if (isTrue()) return;
    clock.advance(20);
    await sleep(5);
  }
  assert.fail('it did not happen');
}
