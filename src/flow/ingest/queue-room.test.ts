import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  createDepthWarning,
  requireQueueRoom,
  requireStore,
  type RoomNeeds,
} from './queue-room.ts';

const loud = organizationId('org_loud');
const quiet = organizationId('org_quiet');
const limits = LIMITS.ingest;

let refusals = 0;

function needsHolding(
  held: readonly (readonly [OrganizationId, number])[],
  { nodes = 1 } = {},
): RoomNeeds {
  const byOrganization = new Map(held.map(([id, events]) => [id, { events, bytes: events * 100 }]));
  const events = held.reduce((sum, [, count]) => sum + count, 0);
  return {
    queue: {
      depth: () => ({ events, bytes: events * 100, byOrganization }),
      nodes: () => nodes,
      noteFull: () => void (refusals += 1),
    },
    limits,
  };
}

test('events fit up to the depth, and not one more', () => {
  const needs = needsHolding([[loud, limits.queueEventsMax - 1]]);

  requireQueueRoom(needs, loud, 1, 100);
  assert.throws(() => requireQueueRoom(needs, loud, 2, 200), { code: 'QUEUE_FULL' });
});

test('a queue that nodes share has the room of all of them', () => {
  const needs = needsHolding([[loud, limits.queueEventsMax * 3 - 1]], { nodes: 3 });

  requireQueueRoom(needs, loud, 1, 100);
  assert.throws(() => requireQueueRoom(needs, loud, 2, 200), { code: 'QUEUE_FULL' });
});

test('bytes are bounded, too', () => {
  const needs = needsHolding([[loud, limits.queueEventsMax / 2]]);

  assert.throws(() => requireQueueRoom(needs, loud, 1, limits.queueBytesMax), {
    code: 'QUEUE_FULL',
  });
});

test('an organization below its share is let in although others have filled the queue', () => {
  const share = limits.queueEventsMax * limits.queueShareRatioMin;
  const needs = needsHolding([
    [loud, limits.queueEventsMax],
    [quiet, share - 10],
  ]);

  requireQueueRoom(needs, quiet, 10, 1_000);
  assert.throws(() => requireQueueRoom(needs, quiet, 11, 1_100), { code: 'QUEUE_FULL' });
  assert.throws(() => requireQueueRoom(needs, loud, 1, 100), { code: 'QUEUE_FULL' });
});

test('shares fill the queue beyond its depth only so far', () => {
  const needs = needsHolding([[loud, limits.queueEventsMax * limits.queueOverfillRatioMax]]);

  assert.throws(() => requireQueueRoom(needs, quiet, 1, 100), { code: 'QUEUE_FULL' });
});

test('the queue learns that it was too full for somebody', () => {
  const needs = needsHolding([[loud, limits.queueEventsMax - 1]]);
  const before = refusals;

  requireQueueRoom(needs, loud, 1, 100);
  assert.equal(refusals, before);
  assert.throws(() => requireQueueRoom(needs, loud, 2, 200), { code: 'QUEUE_FULL' });
  assert.equal(refusals, before + 1);
});

test('behind a long outage everything is a 503, although spilling makes room', () => {
  requireStore({ isSpilling: () => false });
  assert.throws(() => requireStore({ isSpilling: () => true }), {
    code: 'STORAGE_UNAVAILABLE',
    facts: { retryAfterSeconds: 30 },
  });
});

test('the operator is warned once while the queue is nearly full, and again after it had drained', () => {
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  const note = createDepthWarning(log, limits);
  const nearly = limits.queueEventsMax * limits.queueWarnRatio;

  for (const events of [nearly - 1, nearly, nearly + 1, nearly - 1, nearly]) note({ events });
  assert.deepEqual(warnings, [{ events: nearly }]);

  for (const events of [nearly / 2, nearly + 1, nearly / 2 - 1, nearly + 2]) note({ events });
  assert.deepEqual(warnings, [{ events: nearly }, { events: nearly + 2 }]);
});

interface Held {
  readonly events: number;
  readonly bytes: number;
  /** Of the organization that sends. */
  readonly own?: number;
}

/** A queue of 1,000 events or 10,000 bytes, of which a tenth is everybody's, and which may be overfilled by half. */
function smallQueue({ events, bytes, own }: Held, nodes = 1): RoomNeeds {
  const byOrganization = new Map([[quiet, { events: own ?? 0, bytes: 0 }]]);
  return {
    queue: {
      depth: () => ({
        events,
        bytes,
        byOrganization: own === undefined ? new Map() : byOrganization,
      }),
      nodes: () => nodes,
      noteFull: () => {},
    },
    limits: {
      ...limits,
      queueEventsMax: 1_000,
      queueBytesMax: 10_000,
      queueShareRatioMin: 0.125,
      queueOverfillRatioMax: 1.5,
    },
  };
}

const BORDERS: readonly (readonly [
  name: string,
  held: Held,
  sent: readonly [events: number, bytes: number],
  nodes: number,
  fits: boolean,
])[] = [
  ['the last event', { events: 990, bytes: 0, own: 500 }, [10, 1], 1, true],
  ['one event more', { events: 990, bytes: 0, own: 500 }, [11, 1], 1, false],
  ['the last byte', { events: 1, bytes: 9_000, own: 500 }, [1, 1_000], 1, true],
  ['one byte more', { events: 1, bytes: 9_000, own: 500 }, [1, 1_001], 1, false],
  ['the last byte of two nodes', { events: 1, bytes: 19_000, own: 500 }, [1, 1_000], 2, true],
  ['one byte more on two nodes', { events: 1, bytes: 19_000, own: 500 }, [1, 1_001], 2, false],
  ['the last of a share', { events: 1_000, bytes: 0, own: 115 }, [10, 1], 1, true],
  ['one more than a share', { events: 1_000, bytes: 0, own: 115 }, [11, 1], 1, false],
  ['the share of a newcomer', { events: 1_000, bytes: 0 }, [125, 1], 1, true],
  ['more than it', { events: 1_000, bytes: 0 }, [126, 1], 1, false],
  ['the last event beyond', { events: 1_490, bytes: 0 }, [10, 1], 1, true],
  ['one beyond that', { events: 1_490, bytes: 0 }, [11, 1], 1, false],
  ['the last byte beyond', { events: 1, bytes: 14_000 }, [1, 1_000], 1, true],
  ['a byte beyond that', { events: 1, bytes: 14_000 }, [1, 1_001], 1, false],
];

for (const [name, held, [events, bytes], nodes, fits] of BORDERS) {
  test(`${name} ${fits ? 'finds' : 'does not find'} room`, () => {
    const send = (): void => requireQueueRoom(smallQueue(held, nodes), quiet, events, bytes);
    if (fits) send();
    else assert.throws(send, { code: 'QUEUE_FULL', facts: { retryAfterSeconds: 1 } });
  });
}

test('the operator is warned at part of the depth, again below half of that', () => {
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  const note = createDepthWarning(log, { ...limits, queueEventsMax: 1_000, queueWarnRatio: 0.8 });

  for (const events of [799, 800, 900, 400, 801, 399, 799, 802, 900]) note({ events });

  assert.deepEqual(warnings, [{ events: 800 }, { events: 802 }]);
});
