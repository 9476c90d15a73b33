import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { silentMetrics } from '../../../src/base/metrics.ts';
import type { Claim, IngestQueue } from '../../../src/engines/queue/queue.ts';
import { createHeldRoom } from '../../../src/flow/ingest/held-room.ts';
import { createDepthWarning, requireQueueRoom } from '../../../src/flow/ingest/queue-room.ts';
import { readEvents, type BodyForm } from '../../../src/flow/ingest/reading/read-events.ts';
import { readReceipt } from '../../../src/flow/ingest/receipts/read-receipt.ts';
import { startWriter } from '../../../src/flow/writer/index.ts';
import { quotaState } from '../../../src/guard/limits/usage.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { payloadOf } from '../../support/ingest/payload-of.ts';
import { SYSTEM } from '../actors.ts';
import { outcomeOf, passTime, settle, silence, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

const { organization } = SYSTEM;
const NOW = Date.UTC(2026, 0, 15);

/** What a request with these events gets. */
function taken(form: BodyForm, body: unknown) {
  return (limits: Limits): Promise<string> =>
    outcomeOf(() =>
      readEvents(limits, form, Buffer.from(JSON.stringify(body)), {
        organization,
        index: 'main',
        source: 'test',
        now: NOW,
        limits: limits.events,
        retentionOf: () => 30,
      }),
    );
}

const JSON_FORM = { kind: 'json' } as const;
const events = [{ event: 'a' }, { event: 'b' }, { event: 'c' }];
const ahead = [{ event: 'a', timestamp: new Date(NOW + 60_000).toISOString() }];
/** Three events that share a label of 1,000 characters. */
const sharing = {
  streams: [
    {
      stream: { shared: 'x'.repeat(1_000) },
      values: ['a', 'b', 'c'].map((text) => [`${NOW}000000`, text]),
    },
  ],
};

/** A queue that holds so many events, and the writers of one node at it. */
interface Writing {
  readonly claims: { readonly eventsMax: number; readonly bytesMax: number }[];
  /** Steps of 20 ms before the first claim. */
  readonly steps: number;
}

const STEPS_MAX = 30;

async function write({ ingest: limits }: Limits, t: TestContext, waiting = 50): Promise<Writing> {
  stopTime(t);
  const claims: Writing['claims'] = [];
  const byOrganization = new Map([[organization, { events: waiting, bytes: waiting }]]);
  const queue = {
    depth: () => ({ events: waiting, bytes: waiting, byOrganization }),
    nodes: () => 1,
    replayDeadLetters: async () => 0,
    waitForWork: silence,
    claim: async (bounds: { eventsMax: number; bytesMax: number }): Promise<Claim> => {
      claims.push({ eventsMax: bounds.eventsMax, bytesMax: bounds.bytesMax });
      return {
        token: 'token',
        events: 1,
        attempts: 0,
        isRepeated: false,
        entries: [ENTRY],
      } as never;
    },
  };
  const stop = start(limits, queue, { insert: silence });
  await settle();
  let steps = 0;
  while (claims.length === 0 && steps < STEPS_MAX) {
    await passTime(t, 20);
    steps += 1;
  }
  for (let more = 0; more < STEPS_MAX; more += 1) await passTime(t, 20);
  t.after(stop);
  return { claims, steps };
}

const ENTRY = {
  organization,
  events: 1,
  payload: payloadOf({ block: new Uint8Array([1]), sentBytes: 1, acceptedAt: 1 }),
};

/** Only what the writers ask for is there. */
function start(limits: Limits['ingest'], queue: object, store: object, clock = { now: () => NOW }) {
  startWriter({
    queue: queue as IngestQueue,
    store: { health: async () => ({ state: 'up' as const }), ...store } as never,
    recordUsage: async () => {},
    limits,
    clock,
    log: silentLog,
    metrics: silentMetrics,
  });
  // It waits for inserts that never end, so nobody waits for it.
  return () => {};
}

/** Whether a full queue is spilled when the store has been away for 100 s. */
async function isSpilled({ ingest: limits }: Limits, t: TestContext): Promise<boolean> {
  stopTime(t);
  let now = NOW;
  let isSpilling = false;
  const full = { events: limits.queueEventsMax, bytes: 1, byOrganization: new Map() };
  const queue = {
    depth: () => full,
    nodes: () => 1,
    isSpilling: () => isSpilling,
    sinceFullMs: () => 0,
    noteSpilling: (is: boolean) => void (isSpilling = is),
    spillOldest: async () => 1,
  };
  start(limits, queue, { health: async () => ({ state: 'down' }) }, { now: () => now });
  await settle();
  now += 100_000;
  await passTime(t, limits.storeProbeMs);
  return isSpilling;
}

/** A queue that holds eight events and bytes of others, of which one more is sent. */
function room(limits: Limits): Promise<string> {
  const depth = { events: 8, bytes: 8, byOrganization: new Map() };
  const queue = { depth: () => depth, nodes: () => 1, noteFull: () => {} };
  const needs = { queue, limits: limits.ingest };
  return outcomeOf(() => requireQueueRoom(needs, organization, 1, 1));
}

/** The same for an organization that counts on its share of a queue that others have filled. */
const shared = (limits: Limits): Promise<string> =>
  room({ ...limits, ingest: { ...limits.ingest, queueEventsMax: 8 } });

/** Without any share, since that lets in who has nothing there yet. */
const alone = (limits: Limits): Promise<string> =>
  room({ ...limits, ingest: { ...limits.ingest, queueShareRatioMin: 0.01 } });

function isWarned({ ingest: limits }: Limits): boolean {
  let isTold = false;
  const log = { ...silentLog, warn: () => void (isTold = true) };
  createDepthWarning(log, limits)({ events: limits.queueEventsMax / 2 });
  return isTold;
}

/** What may be held on a disk of a thousand bytes. */
function heldShare({ ingest: limits }: Limits): number {
  const holding = {
    depth: () => ({ events: 0, bytes: 0, byOrganization: new Map() }),
    entries: () => 0,
    nodes: () => 1,
    noteFull: () => {},
  };
  const quota = { dailyBytes: () => undefined };
  return createHeldRoom({ holding, quota, limits, diskBytes: () => 1_000 }).bytesMax();
}

/** What the receipt of a request says 100 s after three of its events were held. */
async function receipt(limits: Limits): Promise<number | string> {
  const facts = {
    acceptedAt: NOW,
    accepted: 3,
    queued: 3,
    isHeld: true,
    position: 1n,
    firstRow: 1n,
    from: NOW,
    to: NOW,
  };
  let held: number | undefined;
  const outcome = await outcomeOf(async () => {
    const answer = await readReceipt(
      {
        receipts: { read: () => facts },
        queue: { listDeadLetters: async () => [] },
        store: { query: async () => NOTHING_STORED },
        storedAt: () => undefined,
        clock: { now: () => NOW + 100_000 },
        limits: limits.ingest,
      },
      SYSTEM,
      'receipt',
    );
    ({ held } = answer);
  });
  return held ?? outcome;
}

const NOTHING_STORED = {
  queryId: '',
  columns: [],
  values: [],
  rowCount: 0,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
};

const firstClaim = async (limits: Limits, t: TestContext) => (await write(limits, t)).claims[0];
const eventsMax = async (limits: Limits, t: TestContext) =>
  (await firstClaim(limits, t))?.eventsMax;
const steps = async (limits: Limits, t: TestContext) => (await write(limits, t)).steps;

export const INGEST_PROBES: ProbesOf<'events' | 'ingest'> = {
  events: {
    perRequestMax: probe(taken(JSON_FORM, events), [2, 'VALIDATION_ERROR'], [3, 'done']),
    futureMsMax: probe(taken(JSON_FORM, ahead), [50_000, 'VALIDATION_ERROR'], [70_000, 'done']),
    expandedBytesMax: probe(
      taken({ kind: 'loki-json' }, sharing),
      [2_000, 'FST_ERR_CTP_BODY_TOO_LARGE'],
      [9_000, 'done'],
    ),
  },
  ingest: {
    batchEventsMin: probe(steps, [50, 0], [60, 13]),
    batchEventsMax: probe(eventsMax, [100, 6_400], [150, 9_600]),
    batchesJoinedMax: probe(eventsMax, [2, 2_000], [3, 3_000]),
    flushMsMax: probe(steps, [40, 2], [100, 5]),
    lingerMs: probe(steps, [40, 2], [100, 5]),
    insertBytesMax: probe(
      async (limits, t) => (await firstClaim(limits, t))?.bytesMax,
      [1_000, 1_000],
      [2_000, 2_000],
    ),
    writersPerNode: probe(
      async (limits, t) => (await write(limits, t, 5_000)).claims.length,
      [2, 2],
      [3, 3],
    ),
    queueEventsMax: probe(alone, [8, 'QUEUE_FULL'], [9, 'done']),
    queueBytesMax: probe(alone, [4, 'QUEUE_FULL'], [9, 'done']),
    queueWarnRatio: probe(isWarned, [0.4, true], [0.6, false]),
    queueShareRatioMin: probe(shared, [0.1, 'QUEUE_FULL'], [0.2, 'done']),
    storeOutageMsMax: probe(isSpilled, [50_000, true], [200_000, false]),
    quotaHoldMsMax: probe(receipt, [50_000, 0], [200_000, 3]),
    heldDiskRatioMax: probe(heldShare, [0.1, 100], [0.5, 500]),
    quotaWarnRatio: probe(
      ({ ingest }) => quotaState(50, 100, ingest.quotaWarnRatio),
      [0.4, 'warned'],
      [0.6, 'normal'],
    ),
    receiptMsMax: probe(receipt, [50_000, 'NOT_FOUND'], [200_000, 3]),
  },
};
