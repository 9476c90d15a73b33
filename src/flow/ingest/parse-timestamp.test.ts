import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimestamp } from './parse-timestamp.ts';

const AT = Date.UTC(2026, 10, 15, 2, 3, 4, 567);

test('ISO 8601 with zone, offset, space or fraction is understood', () => {
  assert.equal(parseTimestamp('2026-11-15T02:03:04.567Z'), AT);
  assert.equal(parseTimestamp('2026-11-15T03:03:04.567+01:00'), AT);
  assert.equal(parseTimestamp('2026-11-14T21:03:04.567-0500'), AT);
  assert.equal(parseTimestamp('2026-11-15 02:03:04.567'), AT);
  assert.equal(parseTimestamp('2026-11-15T02:03:04.567891234Z'), AT);
  assert.equal(parseTimestamp('2026-11-15T02:03:04Z'), AT - 567);
  assert.equal(parseTimestamp('2026-11-15'), Date.UTC(2026, 10, 15));
});

test('an epoch number tells its unit by its magnitude', () => {
  assert.equal(parseTimestamp(AT), AT);
  assert.equal(parseTimestamp(AT / 1000), AT);
  assert.equal(parseTimestamp(AT * 1000), AT);
  assert.equal(parseTimestamp(String(AT)), AT);
  assert.equal(parseTimestamp(`${AT}999999`), AT);
  assert.equal(parseTimestamp(`${Math.floor(AT / 1000)}`), AT - 567);
});

test('the magnitude is judged at the same place in a number and in a text', () => {
  const cases: readonly (readonly [number | string, number | undefined])[] = [
    [0, 0],
    [1.9996, 1_999],
    [99_999_999_999, 99_999_999_999_000],
    [1e11, 1e11],
    [1e11 + 0.5, 1e11],
    [1e14 - 1, 1e14 - 1],
    [1e14, 1e11],
    [1e14 + 999, 1e11],
    [1e14 + 1_000, 1e11 + 1],
    [1e17 - 16, 99_999_999_999_999],
    [1e17, 1e11],
    [1_763_172_184_567_000_064, 1_763_172_184_567],
    ['0', 0],
    ['1763172184.567', 1_763_172_184_567],
    ['12345678901234567', 12_345_678_901_234],
    ['999999999999999999', 999_999_999_999],
    ['9223372036854775807', 9_223_372_036_854],
    ['9223372036854775807.25', 9_223_372_036_854],
    ['12345678901234567890', undefined],
  ];
  for (const [value, ms] of cases) assert.equal(parseTimestamp(value), ms, String(value));
});

test('each place of the plain form is looked at, and what it allows ends where the clock does', () => {
  const plain = '2026-11-15T02:03:04.567Z';
  for (let at = 0; at < plain.length; at++) {
    const spoilt = `${plain.slice(0, at)}x${plain.slice(at + 1)}`;
    assert.equal(parseTimestamp(spoilt), undefined, spoilt);
  }
  assert.equal(parseTimestamp('2026-11-15T23:59:59.999Z'), Date.UTC(2026, 10, 15, 23, 59, 59, 999));
  assert.equal(parseTimestamp('1970-01-01T00:00:00.000Z'), 0);
  assert.equal(parseTimestamp('1970-01-01'), 0);
  assert.equal(parseTimestamp('9999-12-31T23:59:59.999Z'), Date.UTC(9999, 11, 31, 23, 59, 59, 999));
  assert.equal(parseTimestamp('2026-11-15T02:03:04.567Z '), undefined);
  assert.equal(parseTimestamp('2026-11-15T02:03:60.000Z'), Date.UTC(2026, 10, 15, 2, 3, 59));
  assert.equal(parseTimestamp('2026-11-15T02:03:04,5z'), Date.UTC(2026, 10, 15, 2, 3, 4, 500));
  assert.equal(parseTimestamp('2026-11-15 02:03 +0130'), Date.UTC(2026, 10, 15, 0, 33));
});

test('the fast way agrees with Date.parse on every day of 400 years', () => {
  for (let day = 0; day < 146_097; day++) {
    const text = new Date(day * 86_400_000 + 12_345_678).toISOString();
    assert.equal(parseTimestamp(text), Date.parse(text));
  }
});

test('what is no time is refused', () => {
  const wrong = [
    '',
    'yesterday',
    '2026-13-01',
    '2026-00-01',
    '2026-11-00',
    '2026-11-31',
    '2026-13-15T00:00:00.000Z',
    '2026-00-15T00:00:00.000Z',
    '2026-11-00T00:00:00.000Z',
    '2026-11-15T02:61:00.000Z',
    '2026-11-15T02:03:61.000Z',
    '2026-02-30T00:00:00Z',
    '2026-11-15T25:00:00.000Z',
    '2026-11-15T02:61:00Z',
    '1969-12-31T23:59:59Z',
    -1,
    Number.NaN,
    Infinity,
    1e20,
    null,
    true,
    {},
    [],
    '99999999999999999999',
  ];
  for (const value of wrong) assert.equal(parseTimestamp(value), undefined, JSON.stringify(value));
});

test('the leap day exists in leap years only', () => {
  assert.equal(parseTimestamp('2024-02-29T00:00:00.000Z'), Date.UTC(2024, 1, 29));
  assert.equal(parseTimestamp('2026-02-29T00:00:00.000Z'), undefined);
});
