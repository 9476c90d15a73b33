import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, offsetAt, offsetLabel } from './clock.ts';

const SUMMER = Date.parse('2026-07-01T10:20:30.456Z');
const LAST = 8_640_000_000_000_000;

test('an instant is written as precisely as is asked for', () => {
  assert.equal(formatInstant(SUMMER, 'Europe/Berlin'), '2026-07-01 12:20:30.456');
  assert.equal(formatInstant(SUMMER, 'UTC', 'seconds'), '2026-07-01 10:20:30');
  assert.equal(formatInstant(SUMMER, 'UTC', 'time'), '10:20:30.456');
  assert.equal(formatInstant(LAST, 'UTC', 'seconds'), '+275760-09-13 00:00:00');
});

test('what no calendar has is no time', () => {
  for (const ms of [Number.NaN, Infinity, LAST + 1, -LAST - 1]) {
    assert.equal(formatInstant(ms, 'UTC'), 'invalid time');
    assert.equal(offsetAt(ms, 'Europe/Berlin'), 0);
  }
  assert.equal(formatInstant(LAST, 'Europe/Berlin'), 'invalid time');
  assert.equal(formatInstant(-LAST, 'UTC'), '-271821-04-20 00:00:00.000');
});

test('offsets are written with hours and minutes', () => {
  assert.deepEqual(
    ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Asia/Tokyo', 'No/Such_Zone'].map(
      (zone) => offsetLabel(SUMMER, zone),
    ),
    ['UTC', 'UTC+02:00', 'UTC+05:30', 'UTC-02:30', 'UTC+09:00', 'UTC'],
  );
});

test('an offset changes with the quarter of an hour in which the clock does', () => {
  const change = Date.parse('2026-03-29T01:00:00Z');

  assert.equal(offsetAt(change - 1, 'Europe/Berlin'), 3_600_000);
  assert.equal(offsetAt(change, 'Europe/Berlin'), 7_200_000);
  assert.equal(offsetAt(change - 1, 'Europe/Berlin'), 3_600_000);
});
