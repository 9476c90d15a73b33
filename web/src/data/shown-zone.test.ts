import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneOf } from './shown-zone.ts';

test('times are shown on the clock that was chosen', () => {
  assert.equal(zoneOf('organization', 'Asia/Tokyo', 'Europe/Berlin'), 'Asia/Tokyo');
  assert.equal(zoneOf('organization', undefined, 'Europe/Berlin'), 'Europe/Berlin');
  assert.equal(zoneOf('mine', 'Asia/Tokyo', 'Europe/Berlin'), 'Europe/Berlin');
  assert.equal(zoneOf('utc', 'Asia/Tokyo', 'Europe/Berlin'), 'UTC');
});
