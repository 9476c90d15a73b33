import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, offsetAt } from './clock.ts';
import { timeTicks } from './time-ticks.ts';

function ticksOf(from: string, to: string, timeZone: string, count: number): string[] {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  return timeTicks(range, timeZone, count).map((ms) => formatInstant(ms, timeZone, 'seconds'));
}

test('hours are round on the clock of the zone, also of one that is half an hour off', () => {
  assert.deepEqual(ticksOf('2026-05-01T00:10:00Z', '2026-05-01T03:10:00Z', 'Asia/Kolkata', 4), [
    '2026-05-01 06:00:00',
    '2026-05-01 07:00:00',
    '2026-05-01 08:00:00',
  ]);
});

test('days begin at midnight of the zone, on days of 23 and 25 hours, too', () => {
  for (const [from, to] of [
    ['2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z'],
    ['2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z'],
  ] as const) {
    const ticks = ticksOf(from, to, 'Europe/Berlin', 4);

    assert.equal(ticks.length, 4);
    assert.ok(
      ticks.every((tick) => tick.endsWith(' 00:00:00')),
      ticks.join(),
    );
  }
});

test('the hour that comes twice has two ticks, the one that is skipped has none', () => {
  const back = { from: Date.parse('2026-10-24T23:00:00Z'), to: Date.parse('2026-10-25T03:00:00Z') };
  const ahead = {
    from: Date.parse('2026-03-29T00:00:00Z'),
    to: Date.parse('2026-03-29T03:00:00Z'),
  };
  const hour = (ms: number): string => formatInstant(ms, 'Europe/Berlin', 'time').slice(0, 5);

  assert.deepEqual(timeTicks(back, 'Europe/Berlin', 5).map(hour), [
    '01:00',
    '02:00',
    '02:00',
    '03:00',
    '04:00',
  ]);
  assert.deepEqual(timeTicks(ahead, 'Europe/Berlin', 4).map(hour), [
    '01:00',
    '03:00',
    '04:00',
    '05:00',
  ]);
});

test('steps that do not fit into the change stay on round hours', () => {
  const ticks = ticksOf('2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z', 'Europe/Berlin', 7);

  assert.deepEqual(
    ticks.map((tick) => tick.slice(11, 13)),
    ['18', '00', '06', '12', '18', '00'],
  );
});

test('a clock that is put back by half an hour keeps half hours apart', () => {
  const range = {
    from: Date.parse('2026-04-04T13:30:00Z'),
    to: Date.parse('2026-04-04T16:30:00Z'),
  };
  const ticks = timeTicks(range, 'Australia/Lord_Howe', 8);

  assert.ok(ticks.length >= 6);
  for (const [at, tick] of ticks.entries()) {
    if (at > 0) assert.equal(tick - (ticks[at - 1] ?? 0), 1_800_000);
  }
});

test('a day whose midnight is skipped begins when the clock is changed', () => {
  // Santiago goes from 23:59:59 of the fifth to 01:00 of the sixth.
  const ticks = ticksOf('2026-09-04T12:00:00Z', '2026-09-08T12:00:00Z', 'America/Santiago', 4);

  assert.deepEqual(ticks, [
    '2026-09-05 00:00:00',
    '2026-09-06 01:00:00',
    '2026-09-07 00:00:00',
    '2026-09-08 00:00:00',
  ]);
});

test('weeks begin on Mondays, months on their first, years in January', () => {
  assert.deepEqual(ticksOf('2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z', 'UTC', 5), [
    '2026-11-02 00:00:00',
    '2026-11-09 00:00:00',
    '2026-11-16 00:00:00',
    '2026-11-23 00:00:00',
    '2026-11-30 00:00:00',
  ]);
  assert.deepEqual(ticksOf('2026-01-15T00:00:00Z', '2026-05-15T00:00:00Z', 'Europe/Berlin', 5), [
    '2026-02-01 00:00:00',
    '2026-03-01 00:00:00',
    '2026-04-01 00:00:00',
    '2026-05-01 00:00:00',
  ]);
  assert.deepEqual(ticksOf('1996-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 'UTC', 4), [
    '2000-01-01 00:00:00',
    '2010-01-01 00:00:00',
    '2020-01-01 00:00:00',
  ]);
});

test('ranges of every length get some ticks and never many more than asked for', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ];
  for (const timeZone of zones) {
    for (let length = 20; length < 3e12; length *= 2.7) {
      const from = Date.parse('2026-10-25T00:17:13.5Z');
      const ticks = timeTicks({ from, to: from + length }, timeZone, 8);

      assert.ok(ticks.length >= 1 && ticks.length <= 12, `${timeZone} ${length}: ${ticks.length}`);
      assert.deepEqual(
        ticks,
        ticks.toSorted((left, right) => left - right),
      );
      assert.ok(ticks.every((tick) => tick >= from && tick <= from + length));
    }
  }
});

test('a single moment, no range and invalid values do not fail', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  assert.deepEqual(timeTicks({ from: now, to: now }, 'UTC', 5), [now]);
  assert.deepEqual(timeTicks({ from: now, to: now - 1 }, 'UTC', 5), []);
  assert.deepEqual(timeTicks({ from: Number.NaN, to: now }, 'UTC', 5), []);
  assert.deepEqual(timeTicks({ from: 0, to: Infinity }, 'UTC', 5), []);
  assert.ok(timeTicks({ from: -8.64e15, to: 8.64e15 }, 'UTC', 5).length <= 200);
  assert.equal(offsetAt(now, 'No/Such_Zone'), 0);
});

test('steps of even length are the next that a clock shows', () => {
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const steps = [
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
    ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
    ...[1, 2, 3, 6, 12].map((count) => count * hour),
    ...[1, 2].map((count) => count * day),
  ];
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    assert.deepEqual(timeTicks({ from: 0, to: 12 * step }, 'UTC', 12).slice(0, 2), [0, step]);
    if (next === undefined) continue;
    const longer = timeTicks({ from: 0, to: 12 * (step + 1) }, 'UTC', 12);
    assert.deepEqual(longer.slice(0, 2), [0, next], `beyond ${step}`);
  }
});

test('weeks, months and years follow when days are too many', () => {
  const month = 30.4 * 86_400_000;
  const from = Date.parse('2000-01-01T00:00:00Z');
  const shown = (length: number): string =>
    timeTicks({ from, to: from + 3 * length }, 'UTC', 3)
      .map((ms) => new Date(ms).toISOString().replace(/T.*/, ''))
      .join(' ');

  assert.deepEqual(
    [7, 14].map((days) => shown(days * 86_400_000)),
    ['2000-01-03 2000-01-10 2000-01-17', '2000-01-10 2000-01-24 2000-02-07'],
  );
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 12_000];
  assert.deepEqual(
    months.map((count) => shown(count * month)),
    [
      '2000-01-01 2000-02-01 2000-03-01 2000-04-01',
      '2000-01-01 2000-03-01 2000-05-01 2000-07-01',
      '2000-01-01 2000-04-01 2000-07-01',
      '2000-01-01 2000-07-01 2001-01-01 2001-07-01',
      '2000-01-01 2001-01-01 2002-01-01',
      '2000-01-01 2002-01-01 2004-01-01',
      '2000-01-01 2005-01-01 2010-01-01',
      '2000-01-01 2010-01-01 2020-01-01',
      '2000-01-01 2020-01-01 2040-01-01',
      '2000-01-01 2050-01-01 2100-01-01',
      '2000-01-01 2100-01-01 2200-01-01',
      '2000-01-01 2500-01-01 3000-01-01',
      '2000-01-01 3000-01-01 4000-01-01',
    ],
  );
  assert.deepEqual(
    months.map((count) => shown(count * month + 1)),
    [
      '2000-01-01 2000-03-01',
      '2000-01-01 2000-04-01 2000-07-01',
      '2000-01-01 2000-07-01',
      '2000-01-01 2001-01-01',
      '2000-01-01 2002-01-01',
      '2000-01-01 2005-01-01',
      '2000-01-01 2010-01-01',
      '2000-01-01 2020-01-01',
      '2000-01-01 2050-01-01',
      '2000-01-01 2100-01-01',
      '2000-01-01',
      '2000-01-01 3000-01-01',
      '2000-01-01 3000-01-01 4000-01-01',
    ],
  );
});

test('eight ticks are wanted unless somebody says so, one at least and two hundred at most', () => {
  const counted = (count?: number): number =>
    timeTicks({ from: 0, to: 1_000_000 }, 'UTC', count).length;

  assert.deepEqual(
    [counted(), counted(8), counted(9), counted(0), counted(1), counted(200), counted(1_000)],
    [4, 4, 9, 1, 1, 201, 201],
  );
  assert.deepEqual(timeTicks({ from: 0, to: 1 }, 'UTC', 1), [0, 1]);
  assert.deepEqual(timeTicks({ from: 0, to: Number.NaN }, 'UTC'), []);
  assert.deepEqual(timeTicks({ from: -Infinity, to: 0 }, 'UTC'), []);
});
