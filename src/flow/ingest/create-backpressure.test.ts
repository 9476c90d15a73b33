import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { createBackpressure } from './create-backpressure.ts';

const FLOOD = 'org_flood' as OrganizationId;
const OTHER = 'org_other' as OrganizationId;
const { paceAloneMsMax, paceAloneRatio, paceEventsMin, paceMsMax, queueEventsMax, sharedMs } =
  LIMITS.ingest;

function bench() {
  const byOrganization = new Map<OrganizationId, { events: number; bytes: number }>();
  let now = 1_000_000;
  const pace = createBackpressure({
    queue: { depth: () => ({ events: 0, bytes: 0, byOrganization }) },
    limits: LIMITS.ingest,
    clock: { now: () => now },
  });
  return {
    pace,
    pass: (ms: number) => void (now += ms),
    waiting: (organization: OrganizationId, events: number) => {
      if (events === 0) byOrganization.delete(organization);
      else byOrganization.set(organization, { events, bytes: events });
    },
  };
}

test('whoever is alone is slowed down a little, and only when much piles up', () => {
  const { pace, waiting } = bench();
  waiting(FLOOD, queueEventsMax * paceAloneRatio);
  assert.equal(pace(FLOOD), 0);
  waiting(FLOOD, queueEventsMax * paceAloneRatio + 1);
  assert.ok(pace(FLOOD) > 0);
  waiting(FLOOD, queueEventsMax * 2);
  assert.equal(pace(FLOOD), paceAloneMsMax);
});

test('beside others the wait grows with what piles up, to a bound, and small piles wait for nothing', () => {
  const { pace, waiting } = bench();
  waiting(OTHER, 1);
  waiting(FLOOD, paceEventsMin);
  assert.equal(pace(FLOOD), 0);
  waiting(FLOOD, paceEventsMin + 1);
  assert.ok(pace(FLOOD) > 0);
  waiting(FLOOD, queueEventsMax / 2);
  assert.equal(pace(FLOOD), paceMsMax / 2);
  waiting(FLOOD, queueEventsMax * 2);
  assert.equal(pace(FLOOD), paceMsMax);
  assert.equal(pace(OTHER), 0);
});

test('a node stays shared for a while after the other was last seen', () => {
  const { pace, pass, waiting } = bench();
  waiting(OTHER, 1);
  waiting(FLOOD, queueEventsMax);
  assert.equal(pace(FLOOD), paceMsMax);
  waiting(OTHER, 0);

  pass(sharedMs);
  assert.equal(pace(FLOOD), paceMsMax);
  pass(1);
  assert.equal(pace(FLOOD), paceAloneMsMax);
});
