import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, daysBegin } from './days.ts';
import { toEvent } from './log-event.ts';

const eventAt = (time: string) => toEvent({ _id: time, _time: time });

test('a day begins where the clock of the zone says so, in either direction', () => {
  const times = ['2026-01-31T22:30:00Z', '2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z'];
  const events = times.map(eventAt);

  assert.deepEqual([...daysBegin(events, 'UTC')], [times[2]]);
  assert.deepEqual([...daysBegin(events, 'Europe/Berlin')], [times[1]]);
  assert.deepEqual([...daysBegin(events.toReversed(), 'UTC')], [times[1]]);
  assert.deepEqual([...daysBegin(events, 'Asia/Tokyo')], []);
});

test('a day is told with its name', () => {
  assert.equal(dayText(Date.UTC(2026, 0, 31, 23), 'UTC'), 'Saturday, 2026-01-31');
  assert.equal(dayText(Date.UTC(2026, 0, 31, 23), 'Europe/Berlin'), 'Sunday, 2026-02-01');
  assert.equal(dayText(Number.NaN, 'UTC'), 'No time');
});
