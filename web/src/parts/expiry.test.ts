import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiryMoment, isExpiryReady } from './expiry.ts';

const now = new Date(2026, 10, 15, 12).getTime();

test('a choice becomes a moment', () => {
  assert.equal(expiryMoment('never', '', now), undefined);
  assert.equal(expiryMoment('7', '', now), new Date(now + 7 * 86_400_000).toISOString());
  assert.equal(expiryMoment('date', '2026-11-15', now), new Date(2026, 10, 16).toISOString());
  assert.equal(expiryMoment('date', '2026-12-31', now), new Date(2027, 0, 1).toISOString());
});

test('a day that is over, or none, is not ready', () => {
  assert.equal(isExpiryReady('date', '2026-11-14', now), false);
  assert.equal(isExpiryReady('date', '', now), false);
  assert.equal(isExpiryReady('date', '2026-11-15', now), true);
  assert.equal(isExpiryReady('never', '', now), true);
});
