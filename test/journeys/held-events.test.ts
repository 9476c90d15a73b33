/** Events over the daily quota, from ingest until they are discarded. */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../support/limits.ts';
import { openAccess } from '../support/open-access.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type { Actor } from '../../src/base/actor.ts';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { FOOTER_BYTES } from '../../src/base/queue-payload.ts';
import { openQueue } from '../../src/engines/queue/open-queue.ts';
import { readIngestUsage, recordDiscarded } from '../../src/guard/limits/index.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { GB, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/spec/units.ts';
import { startHolding } from '../../src/flow/writer/index.ts';
import { acceptEvents, type IngestNeeds } from '../../src/flow/ingest/accept-events.ts';
import { createHeldRoom } from '../../src/flow/ingest/held-room.ts';

const EVENTS = 1_000;
/** Of an event, as it was sent. */
const BYTES = 460;

test('ten minutes at the rate of Business are held, and discarded after the hour', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  await using opened = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'xplain-held-'));
  opened.defer(() => removeFolder(directory));
  const openOne = (name: string) =>
    openQueue(
      { clock: systemClock, log: silentLog, limits: LIMITS },
      { kind: 'lmdb', directory: join(directory, name) },
    );
  const queue = opened.use(await openOne('queue'));
  const holding = opened.use(await openOne('holding'));
  const limits = LIMITS.ingest;
  const { business } = PLANS;
  const batch = () => ({
    // What it takes on the disk is no part of this.
    payload: new Uint8Array(FOOTER_BYTES + 64),
    sentBytes: EVENTS * BYTES,
    accepted: EVENTS,
    queued: EVENTS,
    firstRow: 1n,
    from: 1,
    to: 2,
    idOf: () => 'id',
  });
  const needs = {
    queue,
    holding,
    heldRoom: createHeldRoom({
      holding,
      quota: { dailyBytes: () => business.dailyBytes ?? 0 },
      limits,
      diskBytes: () => 100 * GB,
    }),
    cache: { get: () => new Map() },
    clock,
    limits: { ingest: limits },
    reader: { read: () => ({ batch: batch(), refusals: [], items: [] }) },
    backpressure: () => 0,
    noteDepth: () => {},
    quota: { verdict: () => 'held', note: () => {} },
    receipts: { write: () => 'receipt' },
  } as unknown as IngestNeeds;
  const actor: Actor = {
    organization,
    who: { kind: 'api_key', id: 'key_1', name: 'shipper' },
    permissions: new Set(),
    ipAddress: '127.0.0.1',
    userAgent: 'test',
  };
  const body = { form: { kind: 'json' }, body: Buffer.from('[]'), index: 'main' } as const;
  const bytesPerSecond = (business.dailyBytes ?? 0) / (24 * 60 * 60);
  const requests = Math.ceil((bytesPerSecond * 10 * 60) / (EVENTS * BYTES));

  for (let i = 0; i < requests; i++) {
    const answer = await acceptEvents(needs, actor, body);
    assert.equal(answer.throttled, true);
    clock.advance(Math.floor((10 * MINUTE_MS) / requests));
  }

  assert(requests * EVENTS > 5 * limits.queueEventsMax, 'more than the ingest queue holds');
  assert.equal(holding.depth().events, requests * EVENTS);
  const discarding = { metadata, clock };
  opened.use(
    startHolding({
      queue,
      holding,
      limits,
      clock,
      log: silentLog,
      metrics: silentMetrics,
      verdictOf: () => 'held',
      store: {
        insert: () => assert.fail('nothing is stored'),
        health: async () => ({ state: 'up' }),
      },
      recordUsage: () => assert.fail('nothing counts as stored'),
      recordDiscarded: recordDiscarded.bind(undefined, discarding),
    }),
  );
  // The first is an hour old only now.
  clock.advance(HOUR_MS - 10 * MINUTE_MS - SECOND_MS);
  await sleep(1_500);
  assert.equal(holding.depth().events, requests * EVENTS);
  clock.advance(11 * MINUTE_MS);
  for (let turn = 0; turn < 3_000 && holding.depth().events > 0; turn++) await sleep(20);

  assert.equal(holding.depth().events, 0);
  const usage = await readIngestUsage(
    { metadata, clock, quotaWarnRatio: 0.8 },
    organization,
    business,
  );
  const sum = (part: 'events' | 'bytes' | 'discardedEvents' | 'discardedBytes'): number =>
    usage.days.reduce((total, day) => total + day[part], 0);
  assert.deepEqual(
    [sum('discardedEvents'), sum('discardedBytes'), sum('events'), sum('bytes')],
    [requests * EVENTS, requests * EVENTS * BYTES, 0, 0],
  );
});
