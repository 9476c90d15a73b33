import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { createDepthWarning, requireQueueRoom, type RoomNeeds } from './queue-room.ts';

const loud = organizationId('org_loud');
const quiet = organizationId('org_quiet');
const limits = LIMITS.ingest;

let refusals = 0;

function needsHolding(
  held: readonly (readonly [OrganizationId, number])[],
  { isSpilling = false, nodes = 1 } = {},
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
    isSpilling,
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
  const spilling = needsHolding([[loud, limits.queueEventsMax / 2]], { isSpilling: true });

  assert.throws(() => requireQueueRoom(spilling, loud, 1, 100), { code: 'STORAGE_UNAVAILABLE' });
  assert.throws(() => requireQueueRoom(spilling, quiet, 1, 100), { code: 'STORAGE_UNAVAILABLE' });
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
