import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { payloadOf } from '../../../test/support/ingest/payload-of.ts';
import { openQueue } from '../../engines/queue/open-queue.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { startWriter, type Writer } from './index.ts';
import type { WriterNeeds } from './start-writer.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const organization = organizationId('org_a');
const quick: Limits['ingest'] = {
  ...LIMITS.ingest,
  lingerMs: 5,
  retryDelayMsMin: 1,
  retryDelayMsMax: 4,
  storeProbeMs: 5,
};

/** A store that does what a test tells it, and remembers what it was given. */
function fakeStore() {
  const inserts: { token: string; events: number; blocks: number }[] = [];
  const tries: { token: string; isRepeated: boolean }[] = [];
  let isDown = false;
  let failure: () => Error | undefined = () => undefined;
  let gateFor: (events: number) => Promise<void> | undefined = () => undefined;
  let waiting = 0;
  return {
    waitFor: (next: typeof gateFor) => void (gateFor = next),
    waiting: () => waiting,
    inserts,
    tries,
    events: () => inserts.reduce((sum, { events }) => sum + events, 0),
    goDown: (down: boolean) => void (isDown = down),
    failWith: (next: () => Error | undefined) => void (failure = next),
    insert: async (batch: Parameters<WriterNeeds['store']['insert']>[0]) => {
      tries.push({ token: batch.token, isRepeated: batch.isRepeated });
      if (isDown) throw new AppError('STORAGE_UNAVAILABLE', 'away');
      const error = failure();
      if (error !== undefined) throw error;
      const gate = gateFor(batch.events);
      waiting += gate === undefined ? 0 : 1;
      await gate;
      inserts.push({ token: batch.token, events: batch.events, blocks: batch.blocks.length });
    },
    health: async () => ({ state: isDown ? ('down' as const) : ('up' as const) }),
  };
}

interface Bench {
  readonly queue: IngestQueue;
  readonly store: ReturnType<typeof fakeStore>;
  readonly clock: { now(): number; at: number };
  readonly usage: { failures: number; readonly recorded: { token: string; bytes: number }[] };
  readonly start: (limits?: Limits['ingest']) => Writer;
}

async function bench(t: TestContext): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-writer-'));
  const clock = { at: 1_000_000, now: () => clock.at };
  const real = { now: () => Date.now() };
  const queue = await openQueue(
    { clock: real, log: silentLog, limits: LIMITS },
    { kind: 'lmdb', directory },
  );
  const store = fakeStore();
  const usage: Bench['usage'] = { failures: 0, recorded: [] };
  const writers: Writer[] = [];
  t.after(async () => {
    for (const writer of writers) await writer[Symbol.asyncDispose]();
    await queue[Symbol.asyncDispose]();
    removeFolder(directory);
  });
  return {
    queue,
    store,
    clock,
    usage,
    start: (limits = quick) => {
      const writer = startWriter({
        queue,
        store,
        limits,
        clock,
        log: silentLog,
        metrics: silentMetrics,
        recordUsage: async (token, shares) => {
          if (usage.failures-- > 0) throw new Error('no');
          usage.recorded.push({
            token,
            bytes: shares.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
          });
        },
      });
      writers.push(writer);
      return writer;
    },
  };
}

async function append(queue: IngestQueue, entries: number, events = 10): Promise<void> {
  for (let i = 0; i < entries; i++) {
    const block = new Uint8Array([i]);
    const payload = payloadOf({ block, sentBytes: 100, acceptedAt: 1 });
    await queue.append({ organization, events, payload });
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 6_000; i++) {
    if (await isSo()) return;
    await sleep(5);
  }
  assert.fail('it did not happen');
}

test('what is queued is stored and leaves the queue', async (t) => {
  const { queue, store, start } = await bench(t);
  await append(queue, 3);

  start();
  await until(() => queue.depth().events === 0);

  assert.equal(store.events(), 30);
});

test('entries that wait together are stored together', async (t) => {
  const { queue, store, start } = await bench(t);
  await append(queue, 20);

  start();
  await until(() => queue.depth().events === 0);

  assert.deepEqual(
    store.inserts.map(({ blocks }) => blocks),
    [20],
  );
});

test('one insert holds a bounded number of events', async (t) => {
  const { queue, store, start } = await bench(t);
  await append(queue, 10, 100);

  start({ ...quick, batchEventsMax: 100, batchesJoinedMax: 3 });
  await until(() => queue.depth().events === 0);

  assert.equal(store.events(), 1_000);
  assert.ok(store.inserts.every(({ events }) => events <= 300));
});

test('a flood leaves a writer to the others, whose events go on their own', async (t) => {
  const { queue, store, start } = await bench(t);
  const gate = Promise.withResolvers<void>();
  store.waitFor((events) => (events > 100 ? gate.promise : undefined));
  const limits = { ...quick, batchEventsMax: 100, batchesJoinedMax: 3, writersPerNode: 4 };
  await append(queue, 60, 100);
  start(limits);
  await until(() => store.waiting() === limits.writersPerNode - 1);

  const payload = payloadOf({ block: new Uint8Array([1]), sentBytes: 1, acceptedAt: 1 });
  for (const name of ['org_b', 'org_c']) {
    await queue.append({ organization: organizationId(name), events: 7, payload });
  }
  await until(() => store.events() === 14);

  assert.equal(store.waiting(), limits.writersPerNode - 1, 'the flood still waits');
  gate.resolve();
  await until(() => queue.depth().events === 0);
  assert.equal(store.events(), 6_014);
});

test('a request of which nothing is left is counted and stores nothing', async (t) => {
  const { queue, store, usage, start } = await bench(t);
  const payload = payloadOf({ block: new Uint8Array(), sentBytes: 33, acceptedAt: 1 });
  await queue.append({ organization, events: 0, payload });

  start();
  await until(() => queue.depth().bytes === 0);

  assert.deepEqual(store.inserts, []);
  assert.deepEqual(
    usage.recorded.map(({ bytes }) => bytes),
    [33],
  );
});

test('a batch of the smallest worthwhile size goes at once, a smaller one waits for company', async (t) => {
  const { queue, store, start } = await bench(t);
  const patient = { ...quick, lingerMs: 60_000, flushMsMax: 60_000 };
  await append(queue, 1, patient.batchEventsMin - 1);

  start(patient);
  await sleep(200);
  assert.equal(store.events(), 0);

  await append(queue, 1, 1);
  await until(() => store.events() === patient.batchEventsMin);
});

test('no batch waits longer than the flush time', async (t) => {
  const { queue, store, start } = await bench(t);
  await append(queue, 1, 1);

  start({ ...quick, lingerMs: 60_000, flushMsMax: 20 });

  await until(() => store.events() === 1);
});

test('a failing batch is retried under the same token, and the store told so', async (t) => {
  const { queue, store, start } = await bench(t);
  let failures = 3;
  store.failWith(() => (failures-- > 0 ? new Error('refused') : undefined));
  await append(queue, 1);

  start();
  await until(() => queue.depth().events === 0);

  assert.equal(store.events(), 10);
  assert.equal(new Set(store.tries.map(({ token }) => token)).size, 1);
  assert.deepEqual(
    store.tries.map(({ isRepeated }) => isRepeated),
    [false, true, true, true],
  );
  assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
});

test('a batch that keeps failing becomes a dead letter, after every retry and not before', async (t) => {
  const { queue, store, start } = await bench(t);
  let tries = 0;
  store.failWith(() => {
    tries++;
    return new Error('the text of the engine');
  });
  await append(queue, 1);

  start();
  await until(async () => (await queue.listDeadLetters({}, { limit: 10 })).length === 1);

  const [letter] = await queue.listDeadLetters({}, { limit: 10 });
  assert.equal(tries, 1 + quick.retriesMax);
  assert.equal(letter?.events, 10);
  assert.equal(letter.isSpilled, false);
  assert.ok(!letter.reason.includes('the text of the engine'));
  assert.equal(queue.depth().events, 0);
});

test('while the store is away nothing is tried in vain, and everything is stored afterwards', async (t) => {
  const { queue, store, clock, start } = await bench(t);
  store.goDown(true);
  await append(queue, 5);

  const writer = start();
  await until(() => writer.outageSince() !== undefined);
  assert.equal(writer.outageSince(), clock.at);
  await append(queue, 5);
  await sleep(60);
  assert.equal(queue.depth().events, 100);

  store.goDown(false);
  await until(() => queue.depth().events === 0);
  assert.equal(store.events(), 100);
  assert.equal(writer.outageSince(), undefined);
  assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
});

test('a long outage with a full queue spills the oldest, and they come back by themselves', async (t) => {
  const { queue, store, clock, start } = await bench(t);
  store.goDown(true);
  await append(queue, 20);

  const limits = { ...quick, queueEventsMax: 200, spillRatio: 0.1 };
  const writer = start(limits);
  await until(() => writer.outageSince() !== undefined);
  clock.at += limits.storeOutageMsMax;
  await sleep(50);
  assert.equal(queue.depth().events, 200);
  assert.equal(queue.isSpilling(), false);
  clock.at += 1;
  await until(() => queue.depth().events < 200);
  assert.equal(queue.isSpilling(), true);

  const letters = await queue.listDeadLetters({}, { limit: 100 });
  assert.ok(letters.length >= 2 && letters.every(({ isSpilled }) => isSpilled));
  store.goDown(false);
  await until(() => store.events() === 200);
  assert.equal(queue.isSpilling(), false);
  assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
});

test('nearly full is not full until somebody was refused for want of room', async (t) => {
  const { queue, store, clock, start } = await bench(t);
  store.goDown(true);
  await append(queue, 20);

  const limits = { ...quick, queueEventsMax: 220, queueWarnRatio: 0.8, spillRatio: 0.1 };
  const writer = start(limits);
  await until(() => writer.outageSince() !== undefined);
  clock.at += limits.storeOutageMsMax + 1;
  await sleep(60);
  assert.equal(queue.depth().events, 200);
  assert.equal(queue.isSpilling(), false);

  queue.noteFull();
  await until(() => queue.isSpilling());

  await until(() => queue.depth().events < 200);
  const { events } = queue.depth();
  await sleep(60);
  assert.equal(queue.depth().events, events, 'what is refused anyway needs no further room');
});

test('what was spilled before a restart comes back after it', async (t) => {
  const { queue, store, start } = await bench(t);
  await append(queue, 20);
  await queue.spillOldest(150, 'The store was away.');

  start();

  await until(() => store.events() === 200);
  assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
});

test('a replay that fails holds nothing up and is tried again', async (t) => {
  const { queue, store, clock, start } = await bench(t);
  await append(queue, 20);
  await queue.spillOldest(150, 'The store was away.');
  let failures = 2;
  const replay = queue.replayDeadLetters.bind(queue);
  t.mock.method(queue, 'replayDeadLetters', (filter: Parameters<typeof replay>[0]) =>
    failures-- > 0 ? Promise.reject(new Error('no')) : replay(filter),
  );

  start();
  await until(() => store.events() === 50);
  for (const stored of [60, 220]) {
    clock.at += quick.retryDelayMsMax;
    await append(queue, 1);
    await until(() => store.events() === stored);
  }

  assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
});

test('a queue with room is not spilled, however long the outage', async (t) => {
  const { queue, store, clock, start } = await bench(t);
  store.goDown(true);
  await append(queue, 20);

  const writer = start({ ...quick, queueEventsMax: 200 / LIMITS.ingest.queueWarnRatio + 2 });
  await until(() => writer.outageSince() !== undefined);
  clock.at += quick.storeOutageMsMax + 1;
  await sleep(60);

  assert.equal(queue.depth().events, 200);
});

test('a short outage with a full queue spills nothing', async (t) => {
  const { queue, store, start } = await bench(t);
  store.goDown(true);
  await append(queue, 20);

  const writer = start({ ...quick, queueEventsMax: 200 });
  await until(() => writer.outageSince() !== undefined);
  await sleep(60);

  assert.equal(queue.depth().events, 200);
});

test('usage is counted before the queue forgets, and again until it was', async (t) => {
  const { queue, store, usage, start } = await bench(t);
  usage.failures = 2;
  await append(queue, 2);

  start();
  await until(() => queue.depth().events === 0);

  assert.deepEqual(
    usage.recorded.map(({ bytes }) => bytes),
    [200],
  );
  const tokens = new Set(store.inserts.map(({ token }) => token));
  assert.deepEqual([...tokens], [usage.recorded[0]?.token]);
});

test('stopping waits for what is being stored', async (t) => {
  const { queue, store, start } = await bench(t);
  const insert = store.insert;
  store.insert = async (batch) => {
    await sleep(100);
    await insert(batch);
  };
  await append(queue, 1);

  const writer = start();
  await sleep(50);
  await writer[Symbol.asyncDispose]();

  assert.equal(store.events(), 10);
  assert.equal(queue.depth().events, 0);
});
