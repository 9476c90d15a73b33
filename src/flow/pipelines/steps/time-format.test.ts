import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TimeFacts, timeReader } from './time-format.ts';

const RECEIVED_AT = Date.UTC(2026, 10, 15, 8, 30);
const HOUR_MS = 3_600_000;
const UTC: TimeFacts = { zone: { name: 'UTC', offsetMs: () => 0 }, receivedAt: RECEIVED_AT };

function readAs(format: string, text: string, facts = UTC): string | undefined {
  const read = timeReader(format);
  assert.ok(read !== undefined, `${format} can be read`);
  const time = read(text, facts);
  return time === undefined ? undefined : new Date(time).toISOString();
}

const READ: readonly [format: string, text: string, iso: string | undefined][] = [
  ['iso', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['iso', 'at 2026-01-02 03:04 it', '2026-01-02T03:04:00.000Z'],
  ['iso', '2026-01-02 03:04:05,6', '2026-01-02T03:04:05.600Z'],
  ['iso', '2026-01-02T03:04:05.123456789', '2026-01-02T03:04:05.123Z'],
  ['iso', '2026-01-02T03:04:05 +01:30', '2026-01-02T01:34:05.000Z'],
  ['iso', '2026-01-02T03:04:05-0130', '2026-01-02T04:34:05.000Z'],
  ['iso', '2026-01-02T03:04:05z', '2026-01-02T03:04:05.000Z'],
  ['iso', '12026-01-02T03:04:05Z', undefined],
  ['iso', '2026-01-02T23:59:59Z', '2026-01-02T23:59:59.000Z'],
  ['iso', '2026-01-02T23:59:60Z', '2026-01-02T23:59:59.000Z'],
  ['iso', '2026-01-02T23:59:61Z', undefined],
  ['iso', '2026-01-02T23:60:00Z', undefined],
  ['iso', '2026-01-02T24:00:00Z', undefined],
  ['iso', '2026-00-02T00:00:00Z', undefined],
  ['iso', '2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z'],
  ['iso', '2026-13-02T00:00:00Z', undefined],
  ['iso', '2026-01-00T00:00:00Z', undefined],
  ['iso', '2026-02-29T00:00:00Z', undefined],
  ['iso', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['epoch', '1700000000', '2023-11-14T22:13:20.000Z'],
  ['epoch', 'at 1700000000.5 it', '2023-11-14T22:13:20.500Z'],
  ['epoch', '1700000000.123456789', '2023-11-14T22:13:20.123Z'],
  ['epoch', '1700000000123', '2023-11-14T22:13:20.123Z'],
  ['epoch', '1700000000123456', '2023-11-14T22:13:20.123Z'],
  ['epoch', '1700000000123456789', '2023-11-14T22:13:20.123Z'],
  ['epoch', '170000000', undefined],
  ['epoch', 'x1700000000', undefined],
  ['http', '[15/Nov/2026:08:29:58 +0100]', '2026-11-15T07:29:58.000Z'],
  ['syslog', 'Nov  5 08:29:58 host', '2026-11-05T08:29:58.000Z'],
  ['syslog', 'Dec 31 23:59:59 host', '2025-12-31T23:59:59.000Z'],
  // A day of the future may be a matter of clocks.
  ['syslog', 'Nov 16 08:30:00 host', '2026-11-16T08:30:00.000Z'],
  ['syslog', 'Nov 16 08:30:01 host', '2025-11-16T08:30:01.000Z'],
  ['syslog', 'Nox 16 08:30:01 host', undefined],
  ['syslog', 'anf 16 08:30:01 host', undefined],
  ['d.M.yyyy H:mm', '5.1.2026 7:08', '2026-01-05T07:08:00.000Z'],
  ['d.M.yyyy H:mm', '15.11.2026 17:08', '2026-11-15T17:08:00.000Z'],
  ['yy/MM/dd', '26/01/02', '2026-01-02T00:00:00.000Z'],
  ['yyyyMMdd', '20260102', '2026-01-02T00:00:00.000Z'],
  ['yyyyMMdd', '202601023', undefined],
  ['yyyy.MM.dd', '2026x01x02', undefined],
  [
    "EEEE dd MMMM yyyy 'at' hh:mm a",
    'Sunday 15 November 2026 at 08:30 PM',
    '2026-11-15T20:30:00.000Z',
  ],
  ['EEE d MMM yyyy h a ZZ', 'Sun 5 Dec 2021 12 am GMT', '2021-12-05T00:00:00.000Z'],
  ['EEE d MMM yyyy h a ZZ', 'Sun 5 Dec 2021 12 pm UTC', '2021-12-05T12:00:00.000Z'],
  ['EEE d MMM yyyy h a ZZ', 'Sun 5 Dec 2021 1 AM -02:00', '2021-12-05T03:00:00.000Z'],
  ['dd.MM.yyyy HH:mm:ss.SSSSSSSSS', '02.01.2026 03:04:05.123456789', '2026-01-02T03:04:05.123Z'],
  ['dd.MM.yyyy HH:mm:ss.SSSSSSSSS', '02.01.2026 03:04:05.123456', undefined],
  ['dd.MM.yyyy HH:mm:ss.SSSSSS', '02.01.2026 03:04:05.123456', '2026-01-02T03:04:05.123Z'],
  ['dd.MM.yyyy HH:mm:ss.SSSSSS', '02.01.2026 03:04:05.123', undefined],
  ['dd.MM.yyyy HH:mm:ss.SSS', '02.01.2026 03:04:05.123', '2026-01-02T03:04:05.123Z'],
  ['dd.MM.yyyy HH:mm:ss.SSS', '02.01.2026 03:04:05.12', undefined],
  ['dd.MM.yyyy HH:mm:ss.S', '02.01.2026 03:04:05.1', '2026-01-02T03:04:05.100Z'],
  ["dd.MM.yyyy 'o(clock' HH", '02.01.2026 o(clock 03', '2026-01-02T03:00:00.000Z'],
];

for (const [format, text, iso] of READ) {
  test(`${text} is read as ${format}: ${iso ?? 'no time'}`, () => {
    assert.equal(readAs(format, text), iso);
  });
}

const REFUSED = [
  '',
  'yyyy',
  'MM yyyy',
  'MMM',
  'dd yyyy',
  'HH:mm',
  'dd MM yyyy MM',
  'dd MM Q',
  "dd MM 'open",
  "dd MM '",
];

for (const format of REFUSED) {
  test(`“${format}” is no form of a time`, () => {
    assert.equal(timeReader(format), undefined);
  });
}

test('a time without a zone is one of the zone that was chosen, as it stands at that time', () => {
  // From 12:00 on an hour ahead.
  const noon = Date.UTC(2026, 0, 2, 12);
  const zone = { name: 'test', offsetMs: (at: number) => (at >= noon ? 2 : 1) * HOUR_MS };
  const facts = { zone, receivedAt: RECEIVED_AT };

  assert.equal(readAs('iso', '2026-01-02T10:00:00', facts), '2026-01-02T09:00:00.000Z');
  assert.equal(readAs('iso', '2026-01-02T12:30:00', facts), '2026-01-02T11:30:00.000Z');
  assert.equal(readAs('iso', '2026-01-02T15:00:00', facts), '2026-01-02T13:00:00.000Z');
  assert.equal(readAs('iso', '2026-01-02T15:00:00Z', facts), '2026-01-02T15:00:00.000Z');
});

test('around the turn of the year a time without one is the next that can be', () => {
  const receivedAt = Date.UTC(2026, 11, 31, 23, 59);
  const facts = { zone: UTC.zone, receivedAt };

  assert.equal(readAs('syslog', 'Jan 1 00:00:01', facts), '2027-01-01T00:00:01.000Z');
  assert.equal(readAs('syslog', 'Jan 2 00:00:01', facts), '2026-01-02T00:00:01.000Z');
  assert.equal(readAs('dd MMM', '29 Feb', facts), undefined);
});
