import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { eventOfRow, eventsOfLines } from './sample-events.ts';

test('a found row becomes an event with its attributes as texts', () => {
  const row = {
    _time: '2026-11-15T08:30:00.000Z',
    _id: '1',
    _index: 'web',
    event: 'x',
    level: 'warn',
    source: 'shop',
    order: 4711,
    missing: null,
  };
  assert.deepEqual(eventOfRow(row), {
    event: 'x',
    level: 'warn',
    source: 'shop',
    timestamp: '2026-11-15T08:30:00.000Z',
    index: 'web',
    attributes: { order: '4711' },
  });
});

test('lines become events, as many as one trial takes', () => {
  assert.deepEqual(eventsOfLines('a\n\n  \nb'), [{ event: 'a' }, { event: 'b' }]);
  const many = 'line\n'.repeat(LIMITS.pipelines.testEventsMax + 1);
  assert.equal(eventsOfLines(many).length, LIMITS.pipelines.testEventsMax);
});
