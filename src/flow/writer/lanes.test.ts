import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OrganizationId, organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { isLight, lanesFor } from './lanes.ts';

const limits = LIMITS.ingest;
const queue = {
  depth: () => ({
    events: 0,
    bytes: 0,
    byOrganization: new Map<OrganizationId, { events: number; bytes: number }>(),
  }),
};

test('beside others a flood has one writer, alone all but one', () => {
  const lanes = (heavyInFlight: number, sinceSharedMs: number) =>
    lanesFor({ queue, limits }, { heavyInFlight, sinceLightMs: 0, sinceSharedMs });

  assert.deepEqual(lanes(0, 0), ['any']);
  assert.deepEqual(lanes(1, limits.sharedMs - 1), ['light']);
  assert.deepEqual(lanes(1, limits.sharedMs), ['any']);
  assert.deepEqual(lanes(limits.writersPerNode - 2, limits.sharedMs), ['any']);
  assert.deepEqual(lanes(limits.writersPerNode - 1, limits.sharedMs), ['light']);
});

/** Organizations with so many events each. */
function queueWith(...events: number[]) {
  const byOrganization = new Map(
    events.map((count, at) => [organizationId(`org_${at}`), { events: count, bytes: 0 }]),
  );
  return { depth: () => ({ events: 0, bytes: 0, byOrganization }) };
}

test('beside a flood the light lane is asked first when it is due and somebody else waits', () => {
  const lanes = (waiting: number, sinceLightMs: number) =>
    lanesFor(
      { queue: queueWith(...Array.from({ length: waiting }, () => 1)), limits },
      { heavyInFlight: 1, sinceLightMs, sinceSharedMs: limits.sharedMs },
    );

  assert.deepEqual(lanes(2, limits.lingerMs), ['light', 'any']);
  assert.deepEqual(lanes(2, limits.lingerMs - 1), ['any']);
  assert.deepEqual(lanes(1, limits.lingerMs), ['any']);
});

test('an organization is light up to one full batch, and when nothing of it waits', () => {
  const { batchEventsMax } = limits;
  const admits = isLight({ queue: queueWith(batchEventsMax, batchEventsMax + 1), limits });

  assert.deepEqual(
    ['org_0', 'org_1', 'org_2'].map((name) => admits(organizationId(name))),
    [true, false, true],
  );
});
