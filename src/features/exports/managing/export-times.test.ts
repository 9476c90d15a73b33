import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { openZone, type Zone } from '../../../language/index.ts';
import { checkSchedule, dueOf, nextTime } from './export-times.ts';

function zoneOf(name: string): Zone {
  const zone = openZone(name);
  assert.ok(zone !== undefined);
  return zone;
}

const at = (text: string): number => Date.parse(`2026-03-03T${text}Z`);

for (const [schedule, after, next] of [
  [{ every: '15m' }, '12:00:00', '12:15:00'],
  [{ every: '15m' }, '12:14:59.999', '12:15:00'],
  [{ every: '6h' }, '12:00:01', '18:00:00'],
  [{ cron: '30 13 * * *' }, '12:00:00', '12:30:00'],
] as const) {
  test(`after ${after} comes ${next} of ${JSON.stringify(schedule)}`, () => {
    assert.equal(nextTime(schedule, zoneOf('Europe/Berlin'), at(after)), at(next));
  });
}

test('what is no schedule has no next time', () => {
  const zone = zoneOf('UTC');
  assert.throws(() => nextTime({ cron: 'never' }, zone, 0), /^Error: no schedule: /);
});

test('an archive waits two minutes after its time, a report does not', () => {
  assert.equal(dueOf('archive', 1_000), 121_000);
  assert.equal(dueOf('report', 1_000), 1_000);
});

for (const schedule of [
  { every: '5m' },
  { every: '1440m' },
  { every: '24h' },
  { cron: '*/5 * * * *' },
  { cron: '0,55 * * * *' },
  { cron: '0,5 3 * * *' },
  { cron: '0,58 3 * * *' },
  { cron: '7 * * * *' },
]) {
  test(`${JSON.stringify(schedule)} is a schedule`, () => {
    assert.doesNotThrow(() => checkSchedule(schedule));
  });
}

for (const [schedule, path, message] of [
  [{ every: '4m' }, 'schedule.every', 'Must be between 5m and 24h.'],
  [{ every: '25h' }, 'schedule.every', 'Must be between 5m and 24h.'],
  [{ cron: '*/4 * * * *' }, 'schedule.cron', 'Runs must be at least 5 minutes apart.'],
  [{ cron: '0,4 3 * * *' }, 'schedule.cron', 'Runs must be at least 5 minutes apart.'],
  [{ cron: '0,58 3,4 * * *' }, 'schedule.cron', 'Runs must be at least 5 minutes apart.'],
  [{ cron: '0,56 * * * *' }, 'schedule.cron', 'Runs must be at least 5 minutes apart.'],
] as const) {
  test(`${JSON.stringify(schedule)} is refused`, () => {
    assert.throws(
      () => checkSchedule(schedule),
      new AppError('VALIDATION_ERROR', 'Invalid input.', { details: [{ path, message }] }),
    );
  });
}

test('what is no cron is refused where it stands', () => {
  assert.throws(
    () => checkSchedule({ cron: 'never' }),
    (error) => error instanceof AppError && error.facts.details?.[0]?.path === 'schedule.cron',
  );
});
