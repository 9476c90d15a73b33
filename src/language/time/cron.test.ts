import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { nextAfter, parseCron, type Cron } from './cron.ts';
import { openZone, toLocal, type Zone } from './zone.ts';

function cronOf(text: string): Cron {
  const cron = parseCron(text);
  if (cron.kind === 'problem') assert.fail(`${text}: ${cron.message}`);
  return cron;
}

function zoneOf(name: string): Zone {
  const zone = openZone(name);
  assert.ok(zone, name);
  return zone;
}

/** The next times after an instant, as UTC texts. */
function times(text: string, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let at = Date.parse(after);
  while (found.length < count) {
    at = nextAfter(cronOf(text), zoneOf(zone), at);
    found.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

test('a field is a star, a number, a name, a range, each with a step, or a list', () => {
  const { minutes, hours, days, months, weekdays } = cronOf(
    '0,30-40/5 */6 1-3,31 JAN,jun-aug mon-fri',
  );

  assert.deepEqual(minutes, [0, 30, 35, 40]);
  assert.deepEqual(hours, [0, 6, 12, 18]);
  assert.deepEqual(days, [1, 2, 3, 31]);
  assert.deepEqual(months, [1, 6, 7, 8]);
  assert.deepEqual(weekdays, [1, 2, 3, 4, 5]);
});

test('Sunday is 0, 7 and sun, also at the end of a week', () => {
  for (const text of ['0', '7', 'sun', 'SUN', '0,7']) {
    assert.deepEqual(cronOf(`0 0 * * ${text}`).weekdays, [0], text);
  }
  assert.deepEqual(cronOf('0 0 * * 5-7').weekdays, [0, 5, 6]);
  assert.deepEqual(cronOf('0 0 * * sat-sun').weekdays, [0, 6]);
  assert.deepEqual(cronOf('0 0 * * *').weekdays, [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(cronOf('0 0 * * */2').weekdays, [0, 2, 4, 6]);
});

test('what cannot be read is told with its place', () => {
  const rows: readonly [text: string, start: number, end: number, message: RegExp][] = [
    ['', 0, 0, /minute is missing/],
    ['0 0 * *', 7, 7, /day of the week is missing/],
    ['0 0 * * * *', 10, 11, /has more/],
    ['60 0 * * *', 0, 2, /minute is a number from 0 to 59/],
    ['0 24 * * *', 2, 4, /hour is a number from 0 to 23/],
    ['0 0 0 * *', 4, 5, /day of the month is a number from 1 to 31/],
    ['0 0 * 13 *', 6, 8, /month is a number from 1 to 12 or a name such as jan/],
    ['0 0 * * 8', 8, 9, /day of the week/],
    ['0 0 * * funday', 8, 14, /day of the week/],
    ['0 1,2,x * * *', 6, 7, /hour/],
    ['0 9-5 * * *', 2, 5, /is reversed/],
    ['*/0 * * * *', 0, 3, /step/],
    ['*/99 * * * *', 0, 4, /step/],
    ['5/15 * * * *', 0, 4, /must follow \* or a range/],
    ['1-2-3 * * * *', 0, 5, /isn’t a valid minute/],
    ['1/2/3 * * * *', 0, 5, /isn’t a valid minute/],
    [', * * * *', 0, 0, /isn’t a valid minute/],
    ['-5 * * * *', 0, 2, /minute/],
    ['1.5 * * * *', 0, 3, /minute/],
    ['@daily', 0, 6, /minute/],
    ['0 0 30 2 *', 4, 6, /don’t have this day/],
    ['0 0 31 2,4,6,9,11 *', 4, 6, /don’t have this day/],
  ];

  for (const [text, start, end, message] of rows) {
    const answer = parseCron(text);
    assert.equal(answer.kind, 'problem', text);
    if (answer.kind !== 'problem') continue;
    assert.match(answer.message, message, text);
    assert.deepEqual([answer.start, answer.end], [start, end], text);
  }
});

test('a text has a bound', () => {
  const { cronCharactersMax } = LIMITS.schedule;
  const schedule = '0 0 * * *';

  assert.equal(parseCron(schedule.padEnd(cronCharactersMax)).kind, 'cron');
  assert.equal(parseCron(schedule.padEnd(cronCharactersMax + 1)).kind, 'problem');
});

test('days of month and week: both when one is a star, either when none is', () => {
  assert.deepEqual(times('0 0 13 * 5', 'UTC', '2026-11-01T00:00:00Z', 4), [
    '2026-11-06T00:00Z',
    '2026-11-13T00:00Z',
    '2026-11-20T00:00Z',
    '2026-11-27T00:00Z',
  ]);
  assert.deepEqual(times('0 0 13 * *', 'UTC', '2026-11-01T00:00:00Z', 2), [
    '2026-11-13T00:00Z',
    '2026-12-13T00:00Z',
  ]);
  // As cron has it: what begins with a star does not count as a choice.
  assert.deepEqual(times('0 0 */2 * 1', 'UTC', '2026-11-01T00:00:00Z', 2), [
    '2026-11-09T00:00Z',
    '2026-11-23T00:00Z',
  ]);
  assert.deepEqual(times('0 0 30 2 1', 'UTC', '2026-01-01T00:00:00Z', 2), [
    '2026-02-02T00:00Z',
    '2026-02-09T00:00Z',
  ]);
});

test('29 February is found eight years away, with few looks at the clock', () => {
  let looks = 0;
  const counted: Zone = {
    name: 'UTC',
    offsetMs() {
      looks += 1;
      return 0;
    },
  };

  const found = nextAfter(cronOf('0 0 29 2 *'), counted, Date.parse('2096-03-01T00:00:00Z'));

  assert.equal(new Date(found).toISOString(), '2104-02-29T00:00:00.000Z');
  assert.ok(looks < 10, String(looks));
});

test('the next time lies after the instant, never at it', () => {
  assert.deepEqual(times('*/5 * * * *', 'UTC', '2026-11-15T10:05:00Z', 1), ['2026-11-15T10:10Z']);
  assert.deepEqual(times('*/5 * * * *', 'UTC', '2026-11-15T10:04:59.999Z', 1), [
    '2026-11-15T10:05Z',
  ]);
});

test('Berlin: a skipped time counts after the gap, a doubled one the first time', () => {
  // 29 March 2026, 02:00 becomes 03:00; 25 October 2026, 03:00 becomes 02:00.
  assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3), [
    '2026-03-28T01:30Z',
    '2026-03-29T01:00Z',
    '2026-03-30T00:30Z',
  ]);
  assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', 3), [
    '2026-10-24T00:30Z',
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ]);
});

test('Berlin: what happens every hour happens in the doubled one twice', () => {
  assert.deepEqual(times('30 * * * *', 'Europe/Berlin', '2026-10-24T23:45:00Z', 3), [
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-25T02:30Z',
  ]);
  assert.deepEqual(times('0,30 1,2,3 * * *', 'Europe/Berlin', '2026-10-24T23:45:00Z', 4), [
    '2026-10-25T00:00Z',
    '2026-10-25T00:30Z',
    '2026-10-25T02:00Z',
    '2026-10-25T02:30Z',
  ]);
});

test('several skipped times are one', () => {
  assert.deepEqual(times('*/20 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
    '2026-03-29T01:00Z',
    '2026-03-30T00:00Z',
  ]);
});

test('New York, both days', () => {
  // 8 March 2026, 02:00 becomes 03:00; 1 November 2026, 02:00 becomes 01:00.
  assert.deepEqual(times('15 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2), [
    '2026-03-08T07:00Z',
    '2026-03-09T06:15Z',
  ]);
  assert.deepEqual(times('15 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2), [
    '2026-11-01T05:15Z',
    '2026-11-02T06:15Z',
  ]);
});

test('Lord Howe: half an hour is skipped, and doubled', () => {
  // 4 October 2026, 02:00 becomes 02:30; 5 April 2026, 02:00 becomes 01:30.
  assert.deepEqual(times('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2), [
    '2026-10-03T15:30Z',
    '2026-10-04T15:15Z',
  ]);
  assert.deepEqual(times('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2), [
    '2026-04-04T14:45Z',
    '2026-04-05T15:15Z',
  ]);
  assert.deepEqual(times('45 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:00:00Z', 3), [
    '2026-04-04T14:45Z',
    '2026-04-04T15:15Z',
    '2026-04-04T16:15Z',
  ]);
});

test('Apia: the day that never was counts when it is over', () => {
  // After 29 December 2011 came the 31st.
  assert.deepEqual(times('0 12 * * *', 'Pacific/Apia', '2011-12-29T00:00:00Z', 3), [
    '2011-12-29T22:00Z',
    '2011-12-30T10:00Z',
    '2011-12-30T22:00Z',
  ]);
  assert.deepEqual(times('0 12 30 12 *', 'Pacific/Apia', '2011-06-01T00:00:00Z', 1), [
    '2011-12-30T10:00Z',
  ]);
});

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kolkata',
];

test('around every change of the clock in ten years it equals reading the clock minute by minute', () => {
  const random = seededRandom(20_261_115);
  let changes = 0;
  for (const name of ZONES) {
    const zone = remembering(zoneOf(name));
    for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2030, 0, 1); day += DAY_MS) {
      if (zone.offsetMs(day) === zone.offsetMs(day + DAY_MS)) continue;
      changes += 1;
      const from = day - DAY_MS / 4;
      const to = day + DAY_MS + DAY_MS / 4;
      const clock = readClock(zone, from, to);
      for (const text of ['30 2 * * *', '*/25 * * * *', '0 0 * * *', ...someCrons(random)]) {
        const cron = cronOf(text);
        const found = timesBetween(cron, zone, from, to);
        assert.deepEqual(
          found,
          byHand(cron, clock),
          `${text} in ${name} at ${new Date(day).toISOString()}`,
        );
      }
    }
  }
  assert.ok(changes > 80, String(changes));
});

function timesBetween(cron: Cron, zone: Zone, from: number, to: number): number[] {
  const found: number[] = [];
  let at = nextAfter(cron, zone, from);
  while (at <= to) {
    found.push(at);
    at = nextAfter(cron, zone, at);
  }
  return found;
}

/** Reading a zone costs some microseconds, and the same instants are asked for again and again. */
function remembering(zone: Zone): Zone {
  const known = new Map<number, number>();
  return {
    name: zone.name,
    offsetMs(instant) {
      const offset = known.get(instant) ?? zone.offsetMs(instant);
      known.set(instant, offset);
      return offset;
    },
  };
}

type Random = ReturnType<typeof seededRandom>;

function someCrons(random: Random): string[] {
  const one = (max: number): string => String(random.integer(0, max));
  const minute = random.integer(0, 1) === 0 ? one(59) : `*/${random.integer(10, 40)}`;
  const hours = [`${one(3)},${one(23)}`, '*', '1-3'];
  return hours.map((hour) => `${minute} ${hour} * * *`);
}

interface Minute {
  readonly instant: number;
  readonly local: number;
  /** The reading before this one on the wall. */
  readonly before: number;
  readonly isSecond: boolean;
}

/** What the clock shows after `from` and up to `to`, minute by minute. */
function readClock(zone: Zone, from: number, to: number): Minute[] {
  const minutes: Minute[] = [];
  const seen = new Set<number>();
  // Readings before the stretch may come again within it.
  for (let at = from - DAY_MS / 8; at <= from; at += MINUTE_MS) seen.add(toLocal(zone, at));
  let before = toLocal(zone, from);
  for (let instant = from + MINUTE_MS; instant <= to; instant += MINUTE_MS) {
    const local = toLocal(zone, instant);
    minutes.push({ instant, local, before, isSecond: seen.has(local) });
    seen.add(local);
    before = local;
  }
  return minutes;
}

function byHand(cron: Cron, clock: readonly Minute[]): number[] {
  const isTime = (local: number): boolean => {
    const date = new Date(local);
    return cron.hours.includes(date.getUTCHours()) && cron.minutes.includes(date.getUTCMinutes());
  };
  return clock.flatMap(({ instant, local, before, isSecond }) => {
    let isMeant = isTime(local) && (!isSecond || cron.isEveryHour);
    for (let skipped = before + MINUTE_MS; skipped < local; skipped += MINUTE_MS) {
      isMeant ||= isTime(skipped);
    }
    return isMeant ? [instant] : [];
  });
}
