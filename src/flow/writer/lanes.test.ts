import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { lanesFor } from './lanes.ts';

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
