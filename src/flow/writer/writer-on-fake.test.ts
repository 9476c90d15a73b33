import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { payloadOf } from '../../../test/support/ingest/payload-of.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { silentMetrics, type Metrics } from '../../base/metrics.ts';
import type { Claim, ClaimBounds, IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';
import { sharesOf, startWriter, type WriterNeeds } from './start-writer.ts';

const acme = organizationId('org_acme');
const LIMITS_OF_TEST: Limits['ingest'] = {
  ...LIMITS.ingest,
  batchEventsMin: 1,
  batchEventsMax: 10,
  batchesJoinedMax: 5,
  insertBytesMax: 777,
  writersPerNode: 4,
  queueEventsMax: 1_001,
  queueBytesMax: 2_000,
  queueWarnRatio: 0.9,
  spillRatio: 0.1,
  storeOutageMsMax: 500,
  storeProbeMs: 1,
  retriesMax: 5,
  retryDelayMsMin: 100,
  retryDelayMsMax: 1_000,
  lingerMs: 1,
};

interface Script {
  readonly limits?: Partial<Limits['ingest']>;
  readonly claims?: Claim[];
  readonly insert?: WriterNeeds['store']['insert'];
  readonly acknowledge?: () => Promise<void>;
  readonly replay?: () => Promise<number>;
  readonly spill?: number;
  readonly isDown?: boolean;
  readonly metrics?: Metrics;
  readonly needs?: Partial<WriterNeeds>;
  readonly queue?: Partial<IngestQueue>;
}

function claimOf(facts: Partial<Claim> = {}): Claim {
  const payload = payloadOf({ block: new Uint8Array([7]), sentBytes: 30, acceptedAt: 4 });
  const entries = [{ position: 1n, organization: acme, events: 3, payload }];
  return { token: 't', entries, events: 3, bytes: 9, attempts: 0, isRepeated: false, ...facts };
}

/** A writer on a queue that notes what it is asked for; nothing here touches a disk. */
function begin(t: TestContext, script: Script) {
  const calls: unknown[][] = [];
  const lines: [string, string, Record<string, unknown>][] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push([level, message, { ...fields }]);
  const log: Log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const clock = { at: 10_000, now: () => clock.at };
  const store = { isDown: script.isDown ?? false, looks: 0 };
  const asked: ClaimBounds[] = [];
  const queue = fakeQueue(script, calls, asked);
  const writer = startWriter({
    queue,
    store: {
      insert:
        script.insert ??
        (async ({ blocks, ...batch }) =>
          void calls.push(['insert', { ...batch, blocks: blocks.map((block) => [...block]) }])),
      health: async () => {
        store.looks += 1;
        return { state: store.isDown ? 'down' : 'up' };
      },
    },
    recordUsage: async (token, shares) => void calls.push(['usage', token, shares]),
    limits: { ...LIMITS_OF_TEST, ...script.limits },
    clock,
    log,
    metrics: script.metrics ?? silentMetrics,
    ...script.needs,
  });
  t.after(() => writer[Symbol.asyncDispose]());
  const named = (name: string): unknown[][] => calls.filter(([call]) => call === name);
  return { writer, calls, named, lines, clock, store, asked };
}

function fakeQueue(script: Script, calls: unknown[][], asked: ClaimBounds[]): IngestQueue {
  const unused = async (): Promise<never> => assert.fail('not asked for in these tests');
  const claims = [...(script.claims ?? [])];
  return {
    append: unused,
    claim: async (bounds) => {
      asked.push(bounds);
      return claims.shift();
    },
    waitForWork: (signal) =>
      sleep(60_000, undefined, { signal }).then(
        () => {},
        () => {},
      ),
    acknowledge: async ({ token }) => {
      calls.push(['acknowledge', token]);
      await script.acknowledge?.();
    },
    retryLater: async ({ attempts }, delayMs) => void calls.push(['retry', attempts, delayMs]),
    release: async ({ token }) => void calls.push(['release', token]),
    deadLetter: async ({ token }, reason) => void calls.push(['dead', token, reason]),
    spillOldest: async (events, reason) => {
      calls.push(['spill', events, reason]);
      return script.spill ?? 0;
    },
    listDeadLetters: unused,
    replayDeadLetters: async (filter) => {
      calls.push(['replay', filter]);
      return (await script.replay?.()) ?? 0;
    },
    discardDeadLetters: unused,
    readDeadLetter: unused,
    forgetOrganization: unused,
    depth: () => ({ events: 0, bytes: 0, byOrganization: new Map() }),
    entries: () => 0,
    front: () => ({ oldest: new Map(), last: 0n }),
    nodes: () => 1,
    noteSpilling: (isSpilling) => void calls.push(['spilling', isSpilling]),
    isSpilling: () => false,
    noteFull: () => {},
    sinceFullMs: () => Infinity,
    health: unused,
    [Symbol.asyncDispose]: async () => {},
    ...script.queue,
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000; i++) {
    if (isSo()) return;
    await sleep(1);
  }
  assert.fail('it did not happen');
}

/** What is registered, and what is counted by name. */
function notedMetrics() {
  const names: unknown[][] = [];
  const values: [string, number][] = [];
  const metrics: Metrics = {
    counter: (name, help) => {
      names.push(['counter', name, help]);
      return { add: (value) => void values.push([name, value]) };
    },
    gauge: () => assert.fail('a writer has no gauges'),
    histogram: (name, help, buckets) => {
      names.push(['histogram', name, help, buckets]);
      return { observe: (value) => void values.push([name, value]) };
    },
  };
  return { metrics, names, values };
}

test('a writer reports its batches, how long they took, and what became of them', async (t) => {
  const { metrics, names, values } = notedMetrics();
  const { named, clock } = begin(t, {
    metrics,
    claims: [
      claimOf(),
      claimOf({ token: 'again', attempts: 4, events: 8 }),
      claimOf({ token: 'never', attempts: 5, events: 9 }),
    ],
    insert: async ({ token }) => {
      if (token !== 't') throw new Error('refused');
      clock.at += 250;
    },
  });
  await until(() => named('dead').length === 1 && named('acknowledge').length === 1);

  assert.deepEqual(names, [
    [
      'histogram',
      'xplain_writer_batch_events',
      'Events per insert into the store.',
      [1, 10, 100, 1_000, 5_000, 10_000, 50_000, 100_000],
    ],
    [
      'histogram',
      'xplain_writer_insert_seconds',
      'Duration of an insert into the store.',
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ],
    ['counter', 'xplain_writer_events_total', 'Events stored.'],
    ['counter', 'xplain_writer_retries_total', 'Failed batches that will be retried.'],
    ['counter', 'xplain_writer_dead_events_total', 'Events that became dead letters.'],
  ]);
  assert.deepEqual(
    values.toSorted(([one], [other]) => one.localeCompare(other)),
    [
      ['xplain_writer_batch_events', 3],
      ['xplain_writer_dead_events_total', 9],
      ['xplain_writer_events_total', 3],
      ['xplain_writer_insert_seconds', 0.25],
      ['xplain_writer_retries_total', 1],
    ],
  );
});

test('each retry waits twice as long as the one before, up to a bound, and the last is the last', async (t) => {
  const { named, lines } = begin(t, {
    claims: [0, 1, 3, 4, 5].map((attempts) => claimOf({ attempts })),
    insert: async () => {
      throw new Error('refused');
    },
  });
  await until(() => named('dead').length === 1 && named('retry').length === 4);

  assert.deepEqual(named('retry'), [
    ['retry', 0, 100],
    ['retry', 1, 200],
    ['retry', 3, 800],
    ['retry', 4, 1_000],
  ]);
  assert.deepEqual(named('dead'), [
    ['dead', 't', 'The store refused the batch; the log has the details.'],
  ]);
  const [first] = lines;
  assert.deepEqual(first?.slice(0, 2), ['warn', 'storing a batch failed, it will be retried']);
  const { err, ...facts } = first?.[2] ?? {};
  assert.ok(err instanceof Error);
  assert.deepEqual(facts, { token: 't', events: 3, attempts: 0, delayMs: 100 });
  assert.deepEqual(lines.at(-1)?.slice(0, 2), ['error', 'batch dead-lettered']);
});

test('a dead letter names the code of an error of ours', async (t) => {
  const { named } = begin(t, {
    claims: [claimOf({ attempts: 5 })],
    insert: async () => {
      throw new AppError('VALIDATION_ERROR', 'No such column.');
    },
  });
  await until(() => named('dead').length === 1);

  assert.deepEqual(named('dead'), [['dead', 't', 'VALIDATION_ERROR: No such column.']]);
});

test('the store, the usage and whoever listens are told of a claim, in this order', async (t) => {
  const reported: unknown[] = [];
  const claim = claimOf({ isRepeated: true });
  const { calls, named } = begin(t, {
    claims: [claim],
    needs: {
      announce: (organizations, work) => {
        reported.push([...organizations]);
        return work();
      },
      noteStored: ({ token }, at) => void reported.push([token, at]),
    },
  });
  const shares = sharesOf(claim);
  await until(() => named('acknowledge').length === 1);

  assert.deepEqual(shares, [{ organization: acme, events: 3, sentBytes: 30, acceptedAt: 4 }]);
  assert.deepEqual(calls, [
    ['replay', { spilledOnly: true }],
    ['insert', { token: 't', events: 3, isRepeated: true, blocks: [[7]] }],
    ['usage', 't', shares],
    ['acknowledge', 't'],
  ]);
  assert.deepEqual(reported, [['org_acme'], ['t', 10_000]]);
});

const BOUNDS: readonly [queueEventsMax: number, eventsMax: number][] = [
  [1_001, 50],
  [399, 49],
  [80, 10],
  [3, 1],
];
for (const [queueEventsMax, eventsMax] of BOUNDS) {
  test(`of a queue for ${queueEventsMax} events one of four writers claims ${eventsMax}`, async (t) => {
    const { asked } = begin(t, { limits: { queueEventsMax } });
    await until(() => asked.length > 0);

    assert.deepEqual(asked, [{ eventsMax, bytesMax: 777 }]);
  });
}

test('what cannot be acknowledged is given back and said', async (t) => {
  const { named, lines } = begin(t, {
    claims: [claimOf()],
    acknowledge: async () => {
      throw new Error('no');
    },
    queue: {
      release: async () => {
        throw new Error('no');
      },
    },
  });
  await until(() => lines.length === 2);

  assert.equal(named('acknowledge').length, 1);
  assert.deepEqual(
    lines.map(([level, message, { token }]) => [level, message, token]),
    [
      ['error', 'acknowledging a stored batch failed', 't'],
      ['error', 'returning a batch to the queue failed', 't'],
    ],
  );
});

test('a store that goes away is said once, and once when it is back', async (t) => {
  const { writer, named, lines, clock, store } = begin(t, {
    claims: [claimOf(), claimOf({ token: 'second' })],
    insert: async () => {
      // Both claims are with the store when it goes.
      await sleep(5);
      store.isDown = true;
      throw new AppError('STORAGE_UNAVAILABLE', 'away');
    },
    replay: async () => (named('replay').length === 2 ? 12 : 0),
    queue: { waitForWork: () => sleep(1) },
  });
  await until(() => named('release').length === 2 && store.looks > 2);
  assert.equal(writer.outageSince(), 10_000);
  clock.at = 10_400;
  store.isDown = false;
  await until(() => named('replay').length === 2 && lines.length === 3);

  assert.equal(writer.outageSince(), undefined);
  assert.deepEqual(lines, [
    ['warn', 'log store unavailable, writers paused', { token: 't', events: 3, attempts: 0 }],
    ['info', 'log store available, writers resumed', { awayMs: 400 }],
    ['info', 'replaying spilled events', { replayed: 12 }],
  ]);
  assert.deepEqual(named('spilling'), [['spilling', false]]);
});

test('a replay that fails is tried again after the longest delay, not before', async (t) => {
  const { named, clock, lines, asked } = begin(t, {
    replay: async () => {
      throw new Error('full');
    },
    queue: { waitForWork: () => sleep(1) },
  });
  await until(() => lines.length === 1);
  clock.at = 10_999;
  const before = asked.length;
  await until(() => asked.length > before + 3);
  assert.equal(named('replay').length, 1);
  clock.at = 11_000;
  await until(() => named('replay').length === 2);

  assert.deepEqual(lines[0]?.slice(0, 2), ['error', 'replaying spilled events failed']);
});

interface Fill {
  readonly events?: number;
  readonly bytes?: number;
  readonly sinceFullMs?: number;
  readonly isSpilling?: boolean;
  readonly awayMs?: number;
  readonly spills: boolean;
}
const FILLS: readonly [name: string, fill: Fill][] = [
  ['no place for events', { events: 2_002, spills: true }],
  ['one place for events', { events: 2_001, spills: false }],
  ['no place for bytes', { bytes: 4_000, spills: true }],
  ['one place for bytes', { bytes: 3_999, spills: false }],
  ['somebody refused', { bytes: 3_600, sinceFullMs: 500, spills: true }],
  ['somebody refused with room left', { bytes: 3_599, sinceFullMs: 0, spills: false }],
  ['somebody refused long ago', { bytes: 3_999, sinceFullMs: 501, spills: false }],
  [
    'somebody refused while spilling',
    { bytes: 3_999, sinceFullMs: 0, isSpilling: true, spills: false },
  ],
  ['a short outage', { events: 2_002, awayMs: 500, spills: false }],
];
for (const [name, fill] of FILLS) {
  test(`${name}: the oldest events are ${fill.spills ? '' : 'not '}spilled`, async (t) => {
    const { events = 0, bytes = 0, sinceFullMs = Infinity, isSpilling = false } = fill;
    const { named, store, clock, lines } = begin(t, {
      isDown: true,
      spill: 33,
      queue: {
        nodes: () => 2,
        depth: () => ({ events, bytes, byOrganization: new Map() }),
        sinceFullMs: () => sinceFullMs,
        isSpilling: () => isSpilling,
      },
    });
    await until(() => store.looks > 1);
    clock.at += fill.awayMs ?? 501;
    const looks = store.looks;
    await until(() => store.looks > looks + 2);

    if (!fill.spills) return assert.deepEqual([named('spill'), named('spilling')], [[], []]);
    assert.deepEqual(named('spill')[0], [
      'spill',
      201,
      'The log store was unavailable and the queue was full.',
    ]);
    assert.deepEqual(named('spilling')[0], ['spilling', true]);
    assert.deepEqual(lines[0], [
      'error',
      'oldest events moved to the dead letters',
      { spilled: 33, awayMs: 501 },
    ]);
  });
}
