import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshWords } from './refresh-words.ts';
import { scheduleWords } from './schedule-words.ts';

test('a schedule is told in words, with what it leaves out', () => {
  assert.equal(scheduleWords({ every: 'daily', at: '08:00' }), 'Daily at 08:00');
  assert.equal(scheduleWords({ every: 'weekly', at: '08:00' }), 'Every Monday at 08:00');
  assert.equal(
    scheduleWords({ every: 'weekly', at: '17:30', weekday: 'friday' }),
    'Every Friday at 17:30',
  );
  assert.equal(scheduleWords({ every: 'monthly', at: '06:00' }), 'Monthly on day 1 at 06:00');
});

test('a rhythm is told in words', () => {
  assert.deepEqual([30, 60, 300, 3600].map(refreshWords), [
    'Every 30 seconds',
    'Every minute',
    'Every 5 minutes',
    'Every hour',
  ]);
});
