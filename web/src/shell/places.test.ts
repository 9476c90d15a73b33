import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_PLACES, mayOf, placesFor } from './places.ts';

test('each place has an address of its own, and so has each key', () => {
  const keys = ALL_PLACES.flatMap(({ key }) => key ?? []);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(ALL_PLACES.map(({ to }) => to)).size, ALL_PLACES.length);
});

test('what a role may not do is not offered', () => {
  const labels = (
    role: 'owner' | 'admin' | 'member' | 'viewer',
    isOperator = false,
    isAuditOpen = false,
  ) => placesFor(ALL_PLACES, mayOf(role, { isOperator, isAuditOpen })).map(({ label }) => label);

  assert.equal(labels('owner', true).length, ALL_PLACES.length);
  assert.equal(labels('owner').includes('Installation'), false);
  assert.equal(labels('viewer', true).includes('Installation'), true);
  assert.equal(labels('owner').includes('Targets'), false);
  assert.equal(labels('owner', true).includes('Targets'), true);
  assert.equal(labels('admin').includes('Billing'), false);
  assert.equal(labels('admin').includes('Dead-letter queue'), true);
  assert.equal(labels('member').includes('Dead-letter queue'), false);
  assert.equal(labels('admin').includes('Exports'), true);
  assert.equal(labels('member').includes('Exports'), false);
  assert.equal(labels('viewer').includes('Search'), true);
  assert.equal(labels('admin').includes('Audit log'), true);
  assert.equal(labels('member').includes('Audit log'), false);
  assert.equal(labels('viewer', false, true).includes('Audit log'), true);
  assert.equal(labels('member').includes('API keys'), false);
});
