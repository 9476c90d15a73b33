import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveTime } from './resolve-time.ts';

/** Text, now, time zone, and the instant it stands for. */
type Row = readonly [text: string, now: string, timeZone: string, expected: string];

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const KOLKATA = 'Asia/Kolkata';
const APIA = 'Pacific/Apia';
const LORD_HOWE = 'Australia/Lord_Howe';

function check(rows: readonly Row[]): void {
  for (const [text, now, timeZone, expected] of rows) {
    const resolved = resolveTime(text, { now: Date.parse(now), timeZone });
    const found =
      resolved.kind === 'instant' ? new Date(resolved.ms).toISOString() : resolved.message;
    const wanted = new Date(expected).toISOString();
    assert.equal(found, wanted, `${text} at ${now} in ${timeZone}`);
  }
}

test('offsets move by elapsed time up to hours and by the calendar from days on', () => {
  check([
    ['now', '2026-07-31T12:34:56.789Z', 'UTC', '2026-07-31T12:34:56.789Z'],
    ['now()', '2026-07-31T12:34:56.789Z', BERLIN, '2026-07-31T12:34:56.789Z'],
    ['-30s', '2026-07-31T12:34:56Z', 'UTC', '2026-07-31T12:34:26Z'],
    ['-15m', '2026-07-31T12:34:56Z', 'UTC', '2026-07-31T12:19:56Z'],
    ['-h', '2026-07-31T12:34:56Z', 'UTC', '2026-07-31T11:34:56Z'],
    ['+2h', '2026-07-31T12:34:56Z', 'UTC', '2026-07-31T14:34:56Z'],
    ['-1d', '2026-07-31T12:34:56Z', 'UTC', '2026-07-30T12:34:56Z'],
    ['-2w', '2026-07-31T12:34:56Z', 'UTC', '2026-07-17T12:34:56Z'],
    ['-1mon', '2026-07-31T12:34:56Z', 'UTC', '2026-06-30T12:34:56Z'],
    ['-1q', '2026-07-31T12:34:56Z', 'UTC', '2026-04-30T12:34:56Z'],
    ['-1y', '2026-07-31T12:34:56Z', 'UTC', '2025-07-31T12:34:56Z'],
    ['-1d-2h', '2026-07-31T12:34:56Z', 'UTC', '2026-07-30T10:34:56Z'],
    ['now-1h', '2026-07-31T12:34:56Z', 'UTC', '2026-07-31T11:34:56Z'],
  ]);
});

test('a day the month does not have becomes its last one, in leap years too', () => {
  check([
    ['-1mon', '2026-03-31T10:00:00Z', 'UTC', '2026-02-28T10:00:00Z'],
    ['-1mon', '2024-03-31T10:00:00Z', 'UTC', '2024-02-29T10:00:00Z'],
    ['-1y', '2024-02-29T10:00:00Z', 'UTC', '2023-02-28T10:00:00Z'],
    ['-4y', '2024-02-29T10:00:00Z', 'UTC', '2020-02-29T10:00:00Z'],
    ['+1mon', '2026-01-31T10:00:00Z', 'UTC', '2026-02-28T10:00:00Z'],
    ['-1mon', '2026-01-15T10:00:00Z', 'UTC', '2025-12-15T10:00:00Z'],
    ['-13mon', '2026-01-31T00:00:00Z', 'UTC', '2024-12-31T00:00:00Z'],
    ['-1q', '2026-05-31T10:00:00Z', 'UTC', '2026-02-28T10:00:00Z'],
    ['-100y', '2000-03-01T00:00:00Z', 'UTC', '1900-03-01T00:00:00Z'],
  ]);
});

test('snapping goes down to where the unit began', () => {
  const now = '2026-08-05T17:46:59.999Z';
  check([
    ['@s', now, 'UTC', '2026-08-05T17:46:59Z'],
    ['@m', now, 'UTC', '2026-08-05T17:46:00Z'],
    ['@h', now, 'UTC', '2026-08-05T17:00:00Z'],
    ['@d', now, 'UTC', '2026-08-05T00:00:00Z'],
    ['@mon', now, 'UTC', '2026-08-01T00:00:00Z'],
    ['@q', now, 'UTC', '2026-07-01T00:00:00Z'],
    ['@y', now, 'UTC', '2026-01-01T00:00:00Z'],
    ['@q', '2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00Z'],
    ['@q', '2026-12-31T23:59:59Z', 'UTC', '2026-10-01T00:00:00Z'],
    ['@d', '2026-08-05T00:00:00Z', 'UTC', '2026-08-05T00:00:00Z'],
    ['@h', '1969-12-31T23:59:59Z', 'UTC', '1969-12-31T23:00:00Z'],
    ['@d', '1969-12-31T23:59:59Z', 'UTC', '1969-12-31T00:00:00Z'],
  ]);
});

test('weeks begin on the day that is named: w0 and w7 are Sunday, w is Sunday too', () => {
  // 5 August 2026 is a Wednesday.
  const now = '2026-08-05T17:46:00Z';
  check([
    ['@w', now, 'UTC', '2026-08-02T00:00:00Z'],
    ['@w0', now, 'UTC', '2026-08-02T00:00:00Z'],
    ['@w1', now, 'UTC', '2026-08-03T00:00:00Z'],
    ['@w2', now, 'UTC', '2026-08-04T00:00:00Z'],
    ['@w3', now, 'UTC', '2026-08-05T00:00:00Z'],
    ['@w4', now, 'UTC', '2026-07-30T00:00:00Z'],
    ['@w5', now, 'UTC', '2026-07-31T00:00:00Z'],
    ['@w6', now, 'UTC', '2026-08-01T00:00:00Z'],
    ['@w7', now, 'UTC', '2026-08-02T00:00:00Z'],
    ['-1w@w1', now, 'UTC', '2026-07-27T00:00:00Z'],
    ['@w0', '2026-08-02T00:00:00Z', 'UTC', '2026-08-02T00:00:00Z'],
    ['@w1', '2026-01-01T12:00:00Z', 'UTC', '2025-12-29T00:00:00Z'],
  ]);
});

test('the offset comes first, then the snap, then what follows it', () => {
  const now = '2026-08-05T17:46:00Z';
  check([
    ['-1d@d', now, 'UTC', '2026-08-04T00:00:00Z'],
    ['-1mon@mon+7d', now, 'UTC', '2026-07-08T00:00:00Z'],
    ['@d-2h', now, 'UTC', '2026-08-04T22:00:00Z'],
    ['-7d@w1+9h+30m', now, 'UTC', '2026-07-27T09:30:00Z'],
    ['-1h@h', now, 'UTC', '2026-08-05T16:00:00Z'],
    ['@mon-1s', now, 'UTC', '2026-07-31T23:59:59Z'],
    ['@y+3mon', now, 'UTC', '2026-04-01T00:00:00Z'],
  ]);
});

test('days keep their wall clock where summer time begins or ends', () => {
  check([
    // Berlin: 2026-03-29 02:00 becomes 03:00, 2026-10-25 03:00 becomes 02:00.
    ['@d', '2026-03-29T10:00:00Z', BERLIN, '2026-03-28T23:00:00Z'],
    ['-1d@d', '2026-03-29T01:15:00Z', BERLIN, '2026-03-27T23:00:00Z'],
    ['-1d@d', '2026-03-30T01:15:00Z', BERLIN, '2026-03-28T23:00:00Z'],
    ['-1d', '2026-03-30T10:00:00Z', BERLIN, '2026-03-29T10:00:00Z'],
    ['-1d', '2026-03-29T10:00:00Z', BERLIN, '2026-03-28T11:00:00Z'],
    ['-24h', '2026-03-29T10:00:00Z', BERLIN, '2026-03-28T10:00:00Z'],
    ['@d', '2026-10-25T10:00:00Z', BERLIN, '2026-10-24T22:00:00Z'],
    ['-1d@d', '2026-10-25T02:15:00Z', BERLIN, '2026-10-23T22:00:00Z'],
    ['-1d', '2026-10-25T10:00:00Z', BERLIN, '2026-10-24T09:00:00Z'],
    ['-1d@d', '2026-10-26T03:15:00Z', BERLIN, '2026-10-24T22:00:00Z'],
    ['-1mon@mon', '2026-04-15T10:00:00Z', BERLIN, '2026-02-28T23:00:00Z'],
    ['@w1', '2026-03-30T10:00:00Z', BERLIN, '2026-03-29T22:00:00Z'],
    // New York: 2026-03-08 02:00 becomes 03:00, 2026-11-01 02:00 becomes 01:00.
    ['@d', '2026-03-08T15:00:00Z', NEW_YORK, '2026-03-08T05:00:00Z'],
    ['-1d@d', '2026-03-09T07:15:00Z', NEW_YORK, '2026-03-08T05:00:00Z'],
    ['@d', '2026-11-01T15:00:00Z', NEW_YORK, '2026-11-01T04:00:00Z'],
    ['-1d@d', '2026-11-02T08:15:00Z', NEW_YORK, '2026-11-01T04:00:00Z'],
    ['@y', '2026-07-04T12:00:00Z', NEW_YORK, '2026-01-01T05:00:00Z'],
  ]);
});

test('a reading that is skipped moves forward, one that happens twice is the first', () => {
  check([
    ['-1d', '2026-03-30T00:30:00Z', BERLIN, '2026-03-29T01:30:00Z'],
    ['2026-03-29 02:30', '2026-01-01T00:00:00Z', BERLIN, '2026-03-29T01:30:00Z'],
    ['2026-10-25 02:30', '2026-01-01T00:00:00Z', BERLIN, '2026-10-25T00:30:00Z'],
    ['2026-11-01 01:30', '2026-01-01T00:00:00Z', NEW_YORK, '2026-11-01T05:30:00Z'],
  ]);
});

test('both hours of a repeated hour snap to their own beginning', () => {
  check([
    ['@h', '2026-10-25T00:40:00Z', BERLIN, '2026-10-25T00:00:00Z'],
    ['@h', '2026-10-25T01:40:00Z', BERLIN, '2026-10-25T01:00:00Z'],
    ['@h', '2026-03-29T01:40:00Z', BERLIN, '2026-03-29T01:00:00Z'],
    ['-1h@h', '2026-10-25T01:40:00Z', BERLIN, '2026-10-25T00:00:00Z'],
    // Half an hour is skipped at 02:00, so this hour begins at half past.
    ['@h', '2026-10-03T15:45:00Z', LORD_HOWE, '2026-10-03T15:30:00Z'],
  ]);
});

test('zones with odd offsets, and one that left out a day', () => {
  check([
    ['@h', '2026-08-05T17:46:00Z', KOLKATA, '2026-08-05T17:30:00Z'],
    ['@d', '2026-08-05T17:46:00Z', KOLKATA, '2026-08-04T18:30:00Z'],
    ['@d', '2026-08-05T18:30:00Z', KOLKATA, '2026-08-05T18:30:00Z'],
    ['-1d@d+9h', '2026-08-05T17:46:00Z', KOLKATA, '2026-08-04T03:30:00Z'],
    // In Apia 29 December 2011 was followed by the 31st.
    ['@d', '2011-12-31T05:00:00Z', APIA, '2011-12-30T10:00:00Z'],
    ['-2d@d', '2011-12-31T05:00:00Z', APIA, '2011-12-29T10:00:00Z'],
    ['@d', '2011-12-30T09:59:59Z', APIA, '2011-12-29T10:00:00Z'],
    ['@mon', '2011-12-31T05:00:00Z', APIA, '2011-12-01T10:00:00Z'],
    ['@y', '2012-06-01T00:00:00Z', APIA, '2011-12-31T10:00:00Z'],
  ]);
});

test('fixed times: ISO with and without offset, slashes, epoch in seconds and milliseconds', () => {
  const now = '2026-08-05T17:46:00Z';
  check([
    ['2026-01-31T10:00:00Z', now, BERLIN, '2026-01-31T10:00:00Z'],
    ['2026-01-31T10:00:00.123456Z', now, BERLIN, '2026-01-31T10:00:00.123Z'],
    ['2026-01-31T10:00:00+02:00', now, BERLIN, '2026-01-31T08:00:00Z'],
    ['2026-01-31T10:00:00-0530', now, BERLIN, '2026-01-31T15:30:00Z'],
    ['2026-01-31T10:00', now, BERLIN, '2026-01-31T09:00:00Z'],
    ['2026-07-31 10:00:00', now, BERLIN, '2026-07-31T08:00:00Z'],
    ['2026-07-31', now, BERLIN, '2026-07-30T22:00:00Z'],
    ['01/31/2026:10:00:00', now, NEW_YORK, '2026-01-31T15:00:00Z'],
    ['7/4/2026', now, NEW_YORK, '2026-07-04T04:00:00Z'],
    ['0', now, BERLIN, '1970-01-01T00:00:00Z'],
    ['1', now, BERLIN, '1970-01-01T00:00:01Z'],
    ['1700000000', now, BERLIN, '2023-11-14T22:13:20Z'],
    ['1700000000.5', now, BERLIN, '2023-11-14T22:13:20.500Z'],
    ['1700000000500', now, BERLIN, '2023-11-14T22:13:20.500Z'],
    ['  -1h  ', now, 'UTC', '2026-08-05T16:46:00Z'],
  ]);
});

test('what is no time says why, and an unknown zone or a time out of reach is no crash', () => {
  const now = Date.parse('2026-08-05T17:46:00Z');
  const problems = [
    '',
    'yesterday',
    '-5',
    '-1M',
    '@',
    '@w8',
    '--1h',
    '2026-13-01',
    '2023-02-29',
    '2026-01-31T24:00:00Z',
    '2026-01-31T10:00:00+99:00',
    '-999999y',
    '+999999y',
    '99999999999999999999',
    '-1234567d',
    'rt',
  ];
  for (const text of problems) {
    const resolved = resolveTime(text, { now, timeZone: 'UTC' });
    assert.equal(resolved.kind, 'problem', text);
  }
  assert.equal(resolveTime('-1h', { now, timeZone: 'Mars/Olympus' }).kind, 'problem');
});

test('what lies beyond every date is out of reach on every clock', () => {
  const now = Date.parse('2026-08-05T12:00:00Z');
  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/St_Johns']) {
    for (const text of ['-999999y', '+999999y', '-270000y', '-999999q', '-273790y@y', '+273732y']) {
      assert.deepEqual(
        resolveTime(text, { now, timeZone }),
        { kind: 'problem', message: 'The time is out of range.' },
        `${text} in ${timeZone}`,
      );
    }
  }
});
