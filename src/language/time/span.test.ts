import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import type { TimeSpan } from '../tree/time.ts';
import {
  autoNumberSpan,
  autoSpan,
  bucketsOf,
  bucketStart,
  lengthOf,
  parseSpan,
  printSpan,
} from './span.ts';
import { openZone, type Zone } from './zone.ts';

function zoneOf(name: string): Zone {
  const zone = openZone(name);
  assert.ok(zone, name);
  return zone;
}

function spanOf(text: string): TimeSpan {
  const span = parseSpan(text);
  assert.equal(span.kind, 'time', text);
  return span;
}

test('the automatic span is the shortest nice one that needs no more buckets than allowed', () => {
  const rows: readonly (readonly [rangeMs: number, bins: number, expected: string])[] = [
    [15 * MINUTE_MS, 100, '10s'],
    [HOUR_MS, 100, '1m'],
    [4 * HOUR_MS, 100, '5m'],
    [DAY_MS, 100, '30m'],
    [7 * DAY_MS, 100, '1d'],
    [30 * DAY_MS, 100, '1d'],
    [365 * DAY_MS, 100, '1mon'],
    [20 * 365 * DAY_MS, 100, '1y'],
    [500 * 365 * DAY_MS, 100, '1y'],
    [10_000, 100, '1s'],
    [0, 100, '1s'],
    [HOUR_MS, 60, '1m'],
    [HOUR_MS, 59, '5m'],
    [HOUR_MS, 300, '30s'],
    [HOUR_MS, 3600, '1s'],
  ];
  for (const [length, bins, expected] of rows) {
    assert.equal(printSpan(autoSpan({ from: 0, to: length }, bins)), expected, `${length} ms`);
  }
  assert.equal(printSpan(autoSpan({ from: 0, to: HOUR_MS })), '1m');
  assert.equal(printSpan(autoSpan({ from: 0, to: HOUR_MS }, 100, spanOf('2m'))), '5m');
});

test('a chart chooses among twelve spans', () => {
  const spans = ['1s', '5s', '10s', '30s', '1m', '5m', '10m', '30m', '1h', '1d', '1mon', '1y'];
  const lengths = [
    1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000, 86_400_000,
    2_592_000_000, 31_536_000_000,
  ];
  for (const [at, span] of spans.entries()) {
    const length = lengths[at] ?? 0;
    assert.equal(printSpan(autoSpan({ from: 7, to: 7 + 10 * length }, 10)), span);
    const next = spans[at + 1] ?? '1y';
    assert.equal(printSpan(autoSpan({ from: 7, to: 8 + 10 * length }, 10)), next);
  }
});

test('a chart chooses no span shorter than the shortest that was asked for', () => {
  const rows: readonly (readonly [minspan: string, expected: string])[] = [
    ['500ms', '1s'],
    ['1s', '1s'],
    ['2s', '5s'],
    ['1h', '1h'],
    ['2h', '1d'],
    ['1w', '1mon'],
    ['30d', '1mon'],
    ['31d', '1y'],
    ['1q', '1y'],
    ['1y', '1y'],
    ['2y', '1y'],
  ];
  for (const [minspan, expected] of rows) {
    assert.equal(printSpan(autoSpan({ from: 0, to: 1_000 }, 100, spanOf(minspan))), expected);
  }
});

test('a span has its usual length', () => {
  const lengths = ['1ms', '1s', '1m', '1h', '1d', '1w', '1mon', '1q', '1y', '3d'].map((text) =>
    lengthOf(spanOf(text)),
  );
  assert.deepEqual(
    lengths,
    [
      1, 1_000, 60_000, 3_600_000, 86_400_000, 604_800_000, 2_592_000_000, 7_862_400_000,
      31_536_000_000, 259_200_000,
    ],
  );
});

test('what is no span is told why', () => {
  const rows: readonly (readonly [text: string, message: string])[] = [
    ['0', 'A span must be greater than zero.'],
    ['0m', 'A span must be greater than zero.'],
    ['-5m', '`-5m` isn’t a valid span. Use 30s, 5m, 1h or 1d.'],
    [`-${'5'.repeat(50)}`, `\`-${'5'.repeat(39)}\` isn’t a valid span. Use 30s, 5m, 1h or 1d.`],
    ['1234567d', '`1234567` is too large.'],
    ['5x', '`x` isn’t a valid unit. Use ms, s, m, h, d, w, mon, q or y.'],
    ['5ms@s', 'A span below a second cannot be aligned with @.'],
    ['1h@d', 'After @, write the unit of the span, or a weekday as in `1w@w1`.'],
    ['1d@d1', 'After @, write the unit of the span, or a weekday as in `1w@w1`.'],
    [
      '10log10',
      'Invalid log span. Use a start value from 1 to the base, followed by the base, for example 2log10.',
    ],
    [
      '0.5log10',
      'Invalid log span. Use a start value from 1 to the base, followed by the base, for example 2log10.',
    ],
    [
      'log1',
      'Invalid log span. Use a start value from 1 to the base, followed by the base, for example 2log10.',
    ],
  ];
  for (const [text, message] of rows) {
    assert.deepEqual(parseSpan(text), { kind: 'problem', message }, text);
  }
  assert.equal(parseSpan('999999d').kind, 'time');
  assert.deepEqual(parseSpan('9.5log10'), { kind: 'log', coefficient: 9.5, base: 10 });
});

test('numbers are cut at 1, 2 or 5 times a power of ten', () => {
  assert.equal(autoNumberSpan(0, 100, 10), 10);
  assert.equal(autoNumberSpan(0, 110, 10), 20);
  assert.equal(autoNumberSpan(0, 1, 30), 0.05);
  assert.equal(autoNumberSpan(-50, 350, 100), 5);
  assert.equal(autoNumberSpan(5, 5, 100), 1);
  assert.equal(autoNumberSpan(0, Infinity, 100), 1);
});

test('spans are read in all spellings and printed in one', () => {
  const rows: readonly (readonly [text: string, expected: string])[] = [
    ['5m', '5m'],
    ['5min', '5m'],
    ['h', '1h'],
    ['2hours', '2h'],
    ['1week@w1', '1w@w1'],
    ['1w@w7', '1w@w0'],
    ['1d@d', '1d'],
    ['3months', '3mon'],
    ['500ms', '500ms'],
    ['5cs', '50ms'],
    ['2ds', '200ms'],
    ['10', '10'],
    ['0.5', '0.5'],
    ['log', '1log10'],
    ['2log5', '2log5'],
  ];
  for (const [text, expected] of rows) {
    const span = parseSpan(text);
    assert.notEqual(span.kind, 'problem', text);
    if (span.kind !== 'problem') assert.equal(printSpan(span), expected);
  }
  for (const text of [
    '',
    '0m',
    '0',
    '5x',
    '5M',
    '1h@d',
    '1d@w1',
    '1w@w8',
    '1234567d',
    '-5m',
    '5ms@s',
    '20log10',
    'log1',
  ]) {
    assert.equal(parseSpan(text).kind, 'problem', text);
  }
});

test('a bucket begins on the wall clock of the zone', () => {
  const rows: readonly (readonly [
    span: string,
    instant: string,
    zone: string,
    expected: string,
  ])[] = [
    ['5m', '2026-08-05T17:48:59Z', 'UTC', '2026-08-05T17:45:00Z'],
    ['1h', '2026-08-05T17:48:59Z', 'Asia/Kolkata', '2026-08-05T17:30:00Z'],
    ['30m', '2026-08-05T17:48:59Z', 'Asia/Kathmandu', '2026-08-05T17:45:00Z'],
    ['4h', '2026-08-05T17:48:59Z', 'Europe/Berlin', '2026-08-05T14:00:00Z'],
    ['1d', '2026-08-05T23:30:00Z', 'Europe/Berlin', '2026-08-05T22:00:00Z'],
    ['1d', '2026-03-29T10:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2d', '1970-01-04T10:00:00Z', 'UTC', '1970-01-03T00:00:00Z'],
    ['1w', '2026-08-05T17:48:59Z', 'UTC', '2026-08-02T00:00:00Z'],
    ['1w@w1', '2026-08-05T17:48:59Z', 'UTC', '2026-08-03T00:00:00Z'],
    ['2w@w1', '1970-01-25T00:00:00Z', 'UTC', '1970-01-19T00:00:00Z'],
    ['1mon', '2026-08-05T17:48:59Z', 'Europe/Berlin', '2026-07-31T22:00:00Z'],
    ['3mon', '2026-08-05T17:48:59Z', 'UTC', '2026-07-01T00:00:00Z'],
    ['1q', '2026-08-05T17:48:59Z', 'UTC', '2026-07-01T00:00:00Z'],
    ['1y', '2026-08-05T17:48:59Z', 'America/New_York', '2026-01-01T05:00:00Z'],
    ['100ms', '2026-08-05T17:48:59.987Z', 'UTC', '2026-08-05T17:48:59.900Z'],
    ['1h', '2026-10-25T01:40:00Z', 'Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['1h', '2026-10-25T00:40:00Z', 'Europe/Berlin', '2026-10-25T00:00:00Z'],
    ['1h', '1969-12-31T23:10:00Z', 'UTC', '1969-12-31T23:00:00Z'],
  ];
  for (const [span, instant, zone, expected] of rows) {
    const start = bucketStart(Date.parse(instant), spanOf(span), zoneOf(zone));
    const wanted = new Date(expected).toISOString();
    assert.equal(new Date(start).toISOString(), wanted, `${span} at ${instant} in ${zone}`);
  }
});

test('the buckets of a range touch each other and cover it, also where the clock changes', () => {
  const rows: readonly (readonly [
    span: string,
    from: string,
    to: string,
    zone: string,
    count: number,
  ])[] = [
    ['1m', '2026-08-05T17:00:00Z', '2026-08-05T18:00:00Z', 'UTC', 60],
    ['1m', '2026-08-05T17:00:30Z', '2026-08-05T18:00:30Z', 'UTC', 61],
    ['1h', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'Europe/Berlin', 23],
    ['1h', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 25],
    ['4h', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 6],
    ['1d', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Berlin', 3],
    ['1mon', '2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z', 'Europe/Berlin', 12],
    ['1d', '2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z', 'Pacific/Apia', 2],
    ['30m', '2026-10-03T12:00:00Z', '2026-10-03T18:00:00Z', 'Australia/Lord_Howe', 12],
  ];
  for (const [span, from, to, name, count] of rows) {
    const zone = zoneOf(name);
    const range = { from: Date.parse(from), to: Date.parse(to) };
    const { starts, isCut } = bucketsOf(range, spanOf(span), zone);

    assert.equal(starts.length, count, `${span} from ${from} in ${name}`);
    assert.equal(isCut, false);
    for (const start of starts) assert.equal(bucketStart(start, spanOf(span), zone), start);
    assert.ok((starts[0] ?? Infinity) <= range.from);
  }
});

test('no more buckets than the limit are made, and the cut is told', () => {
  const span = spanOf('1s');
  const zone = zoneOf('UTC');
  const max = LIMITS.query.bucketsMax;

  const exact = bucketsOf({ from: 0, to: max * 1000 }, span, zone);
  const over = bucketsOf({ from: 0, to: (max + 1) * 1000 }, span, zone);

  assert.deepEqual([exact.starts.length, exact.isCut], [max, false]);
  assert.deepEqual([over.starts.length, over.isCut], [max, true]);
});

test('a bucket whose start the clock skips does not move those behind it', () => {
  // In Havana 8 March 2026 begins at 01:00; in Berlin 02:00 does not exist on 29 March.
  const days = bucketsOf(
    { from: Date.UTC(2026, 2, 7, 5), to: Date.UTC(2026, 2, 10, 4) },
    spanOf('1d'),
    zoneOf('America/Havana'),
  );
  const twoHours = bucketsOf(
    { from: Date.UTC(2026, 2, 28, 23), to: Date.UTC(2026, 2, 29, 4) },
    spanOf('2h'),
    zoneOf('Europe/Berlin'),
  );

  const hours = (starts: readonly number[]) => starts.map((at) => new Date(at).toISOString());
  assert.deepEqual(hours(days.starts), [
    '2026-03-07T05:00:00.000Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
  assert.deepEqual(hours(twoHours.starts), [
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T02:00:00.000Z',
  ]);
});
