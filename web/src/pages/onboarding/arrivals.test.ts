import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivalsOf, hasArrived } from './arrivals.ts';

const early = '2026-11-15T08:30:00.000Z';
const late = '2026-11-15T08:31:00.000Z';

test('events of all indexes count, but not those that the platform writes', () => {
  const found = arrivalsOf([
    { name: 'main', events: 2, newestEvent: early },
    { name: 'web', events: 3, newestEvent: late },
    { name: 'empty', events: 0, newestEvent: null },
    { name: '_audit', events: 9, newestEvent: '2027-01-01T00:00:00.000Z' },
  ]);

  assert.deepEqual(found, { events: 5, newest: late });
});

test('the first event arrives, and so does one more', () => {
  const none = arrivalsOf([{ name: 'main', events: 0, newestEvent: null }]);
  assert.equal(hasArrived(none, none), false);
  assert.equal(hasArrived(none, { events: 1, newest: early }), true);
  assert.equal(hasArrived({ events: 1, newest: early }, { events: 2, newest: early }), true);
});

test('an event that came while an old one left is seen, and one that only left is not', () => {
  assert.equal(hasArrived({ events: 5, newest: early }, { events: 5, newest: late }), true);
  assert.equal(hasArrived({ events: 5, newest: early }, { events: 4, newest: early }), false);
  assert.equal(hasArrived({ events: 1, newest: early }, { events: 0, newest: null }), false);
});
