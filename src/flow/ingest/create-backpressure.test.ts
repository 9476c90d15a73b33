import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { createBackpressure } from './create-backpressure.ts';

const FLOOD = 'org_flood' as OrganizationId;
const OTHER = 'org_other' as OrganizationId;
const {
  backpressureAloneMsMax,
  backpressureAloneRatio,
  backpressureEventsMin,
  backpressureMsMax,
  queueEventsMax,
  sharedMs,
} = LIMITS.ingest;

function bench() {
  const byOrganization = new Map<OrganizationId, { events: number; bytes: number }>();
  let now = 1_000_000;
  const waitOf = createBackpressure({
    queue: { depth: () => ({ events: 0, bytes: 0, byOrganization }) },
    limits: LIMITS.ingest,
    clock: { now: () => now },
  });
  return {
    waitOf,
    pass: (ms: number) => void (now += ms),
    waiting: (organization: OrganizationId, events: number) => {
      if (events === 0) byOrganization.delete(organization);
      else byOrganization.set(organization, { events, bytes: events });
    },
  };
}

test('whoever is alone is slowed down a little, and only when much piles up', () => {
  const { waitOf, waiting } = bench();
  waiting(FLOOD, queueEventsMax * backpressureAloneRatio);
  assert.equal(waitOf(FLOOD), 0);
  waiting(FLOOD, queueEventsMax * backpressureAloneRatio + 1);
  assert.ok(waitOf(FLOOD) > 0);
  waiting(FLOOD, queueEventsMax * 2);
  assert.equal(waitOf(FLOOD), backpressureAloneMsMax);
});

test('beside others the wait grows with what piles up, to a bound, and small piles wait for nothing', () => {
  const { waitOf, waiting } = bench();
  waiting(OTHER, 1);
  waiting(FLOOD, backpressureEventsMin);
  assert.equal(waitOf(FLOOD), 0);
  waiting(FLOOD, backpressureEventsMin + 1);
  assert.ok(waitOf(FLOOD) > 0);
  waiting(FLOOD, queueEventsMax / 2);
  assert.equal(waitOf(FLOOD), backpressureMsMax / 2);
  waiting(FLOOD, queueEventsMax * 2);
  assert.equal(waitOf(FLOOD), backpressureMsMax);
  assert.equal(waitOf(OTHER), 0);
});

test('a node stays shared for a while after the other was last seen', () => {
  const { waitOf, pass, waiting } = bench();
  waiting(OTHER, 1);
  waiting(FLOOD, queueEventsMax);
  assert.equal(waitOf(FLOOD), backpressureMsMax);
  waiting(OTHER, 0);

  pass(sharedMs);
  assert.equal(waitOf(FLOOD), backpressureMsMax);
  pass(1);
  assert.equal(waitOf(FLOOD), backpressureAloneMsMax);
});

test('waits grow evenly, from a ratio on for whoever is alone', () => {
  const byOrganization = new Map([[FLOOD, { events: 750, bytes: 1 }]]);
  const waitOf = createBackpressure({
    queue: { depth: () => ({ events: 0, bytes: 0, byOrganization }) },
    limits: {
      ...LIMITS.ingest,
      queueEventsMax: 1_000,
      backpressureAloneRatio: 0.5,
      backpressureAloneMsMax: 40,
      backpressureEventsMin: 0,
      backpressureMsMax: 2_000,
    },
    clock: { now: () => 1 },
  });

  assert.equal(waitOf(FLOOD), 20);
  assert.equal(waitOf(OTHER), 0);
  byOrganization.set(OTHER, { events: 250, bytes: 1 });
  assert.equal(waitOf(FLOOD), 1_500);
  assert.equal(waitOf(OTHER), 500);
  assert.equal(waitOf('org_third' as OrganizationId), 0);
});
