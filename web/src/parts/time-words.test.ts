import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTime } from './time-words.ts';

const now = Date.parse('2026-11-15T08:30:00.000Z');
const SECOND = 1000;
const DAY = 86_400 * SECOND;

test('times are near or far, behind or ahead', () => {
  assert.equal(relativeTime(now - 10 * SECOND, now), 'just now');
  assert.equal(relativeTime(now + 30 * SECOND, now), 'in a moment');
  assert.equal(relativeTime(now + 10 * SECOND, now), 'just now');
  assert.equal(relativeTime(now - 60 * SECOND, now), '1 minute ago');
  assert.equal(relativeTime(now - 44 * 60 * SECOND, now), '44 minutes ago');
  assert.equal(relativeTime(now + 3 * 3600 * SECOND, now), 'in 3 hours');
  assert.equal(relativeTime(now - 2 * DAY, now), '2 days ago');
  assert.equal(relativeTime(now - 400 * DAY, now), '1 year ago');
});
