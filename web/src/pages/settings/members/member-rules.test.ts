import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredRoles, whyNotChangeable } from './member-rules.ts';

const ada = { id: 'mem_1', role: 'owner' } as const;
const bob = { id: 'mem_2', role: 'member' } as const;
const eve = { id: 'mem_3', role: 'owner' } as const;

test('nobody hands out a role above their own', () => {
  assert.deepEqual(offeredRoles('owner'), ['owner', 'admin', 'member', 'viewer']);
  assert.deepEqual(offeredRoles('admin'), ['admin', 'member', 'viewer']);
});

test('the last Owner stays, and one of two need not', () => {
  assert.match(whyNotChangeable('owner', ada, [ada, bob]) ?? '', /last Owner/);
  assert.equal(whyNotChangeable('owner', ada, [ada, eve]), undefined);
  assert.equal(whyNotChangeable('owner', bob, [ada, bob]), undefined);
});

test('an Admin does not touch an Owner', () => {
  assert.match(whyNotChangeable('admin', ada, [ada, eve]) ?? '', /Only Owners/);
  assert.equal(whyNotChangeable('admin', bob, [ada, bob]), undefined);
});
