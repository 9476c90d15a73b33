import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDay } from './day-clock.ts';
import { unitOf } from './units.ts';
import { openZone } from './zone.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);

function timesOf(
  zoneName: string,
  day: string,
  readings: readonly string[],
): (string | undefined)[] {
  const zone = openZone(zoneName);
  assert.ok(zone);
  const clock = openDay(zone, utc(`${day}T00:00`));
  const shown = (ms: number | undefined): string =>
    ms === undefined ? 'never' : new Date(ms).toISOString().slice(5, 16);
  return readings.map((reading) => {
    const local = utc(`${day}T${reading}`);
    return `${shown(clock.firstTime(local))} ${shown(clock.secondTime(local))} ${clock.isDoubled}`;
  });
}

test('on an ordinary day each reading is shown once', () => {
  assert.deepEqual(timesOf('Europe/Berlin', '2026-08-05', ['00:00', '12:00', '23:59']), [
    '08-04T22:00 never false',
    '08-05T10:00 never false',
    '08-05T21:59 never false',
  ]);
  assert.deepEqual(timesOf('UTC', '2026-08-05', ['12:00']), ['08-05T12:00 never false']);
});

test('what the clock skips counts at the first instant after the gap', () => {
  assert.deepEqual(
    timesOf('Europe/Berlin', '2026-03-29', ['01:59', '02:00', '02:30', '02:59', '03:00', '04:00']),
    [
      '03-29T00:59 never false',
      '03-29T01:00 never false',
      '03-29T01:00 never false',
      '03-29T01:00 never false',
      '03-29T01:00 never false',
      '03-29T02:00 never false',
    ],
  );
});

test('what the clock shows twice has two times', () => {
  assert.deepEqual(
    timesOf('Europe/Berlin', '2026-10-25', ['01:59', '02:00', '02:30', '02:59', '03:00']),
    [
      '10-24T23:59 never true',
      '10-25T00:00 10-25T01:00 true',
      '10-25T00:30 10-25T01:30 true',
      '10-25T00:59 10-25T01:59 true',
      '10-25T02:00 never true',
    ],
  );
});

test('zones far from UTC are read as well', () => {
  assert.deepEqual(timesOf('Pacific/Kiritimati', '2026-08-05', ['00:00']), [
    '08-04T10:00 never false',
  ]);
  assert.deepEqual(timesOf('Pacific/Chatham', '2026-04-05', ['02:44', '02:45', '03:44', '03:45']), [
    '04-04T12:59 never true',
    '04-04T13:00 04-04T14:00 true',
    '04-04T13:59 04-04T14:59 true',
    '04-04T15:00 never true',
  ]);
});

test('a unit has all of its spellings', () => {
  const spellings: Readonly<Record<string, string>> = {
    s: 's sec secs second seconds',
    m: 'm min mins minute minutes',
    h: 'h hr hrs hour hours',
    d: 'd day days',
    w: 'w week weeks',
    mon: 'mon month months',
    q: 'q qtr qtrs quarter quarters',
    y: 'y yr yrs year years',
  };
  for (const [unit, all] of Object.entries(spellings)) {
    for (const spelling of all.split(' ')) assert.equal(unitOf(spelling), unit, spelling);
  }
  for (const none of ['', 'M', 'ms', 'mo', 'Day']) assert.equal(unitOf(none), undefined, none);
});
