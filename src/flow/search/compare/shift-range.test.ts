import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, type Zone } from '../../../language/index.ts';
import { type Comparison, shiftBack, shiftRange } from './shift-range.ts';

const zoneOf = (name: string): Zone => openZone(name) ?? assert.fail(name);
const UTC = zoneOf('UTC');
const BERLIN = zoneOf('Europe/Berlin');

test('ranges move back by the calendar', () => {
  const rows: [Zone, Comparison, from: string, to: string, expected: string][] = [
    [UTC, 'day', '2026-03-10T10:00', '2026-03-10T12:00', '2026-03-09T10:00 2026-03-09T12:00'],
    [UTC, 'week', '2026-03-10T10:00', '2026-03-10T12:00', '2026-03-03T10:00 2026-03-03T12:00'],
    [UTC, 'previous', '2026-03-10T10:00', '2026-03-10T12:30', '2026-03-10T07:30 2026-03-10T10:00'],
    [UTC, 'previous', '2026-03-01T00:00', '2026-04-01T00:00', '2026-02-01T00:00 2026-03-01T00:00'],
    [UTC, 'previous', '2025-12-01T00:00', '2026-02-01T00:00', '2025-10-01T00:00 2025-12-01T00:00'],
    [UTC, 'previous', '2025-03-01T00:00', '2026-03-01T00:00', '2024-03-01T00:00 2025-03-01T00:00'],
    [UTC, 'previous', '2026-03-01T01:00', '2026-04-01T01:00', '2026-01-29T01:00 2026-03-01T01:00'],
    [UTC, 'previous', '2026-03-02T00:00', '2026-04-01T00:00', '2026-01-31T00:00 2026-03-02T00:00'],
    [UTC, 'previous', '2026-03-01T00:00', '2026-04-02T00:00', '2026-01-28T00:00 2026-03-01T00:00'],
    [UTC, 'previous', '2026-03-10T06:00', '2026-03-12T06:00', '2026-03-08T06:00 2026-03-10T06:00'],
    [BERLIN, 'day', '2026-10-25T23:00', '2026-10-26T23:00', '2026-10-24T22:00 2026-10-25T23:00'],
    [
      BERLIN,
      'previous',
      '2026-10-25T23:00',
      '2026-10-26T23:00',
      '2026-10-24T22:00 2026-10-25T23:00',
    ],
    // A moment has nothing before it.
    [UTC, 'previous', '2026-03-10T10:00', '2026-03-10T10:00', '2026-03-10T10:00 2026-03-10T10:00'],
  ];
  for (const [zone, comparison, from, to, expected] of rows) {
    const range = { from: Date.parse(`${from}Z`), to: Date.parse(`${to}Z`) };
    const shifted = shiftRange(range, zone, comparison);
    const shown = [shifted.from, shifted.to].map((ms) => new Date(ms).toISOString().slice(0, 16));
    assert.equal(shown.join(' '), expected, `${JSON.stringify(comparison)} ${from}`);
    assert.ok(shifted.from < shifted.to);
  }
});

test('an instant moves as far as its range is long', () => {
  const range = { from: 10_000, to: 12_500 };

  assert.equal(shiftBack(20_000, range, UTC, 'previous'), 17_500);
  assert.deepEqual(shiftRange({ from: 5, to: 5 }, UTC, 'previous'), { from: 5, to: 6 });
  // Out of reach there is nothing to compare with.
  assert.equal(shiftBack(8.64e15, range, UTC, 'day'), 8.64e15);
});
