import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, type Zone } from '../../../language/index.ts';
import { earlierWindows } from './measure-change.ts';

const HOUR_MS = 3_600_000;

function windowAt(year: number, month: number, day: number, hour: number) {
  const to = Date.UTC(year, month - 1, day, hour);
  return { from: to - HOUR_MS, to };
}

function zoneOf(name: string): Zone {
  return openZone(name) ?? assert.fail(`${name} is no zone`);
}

test('earlier windows are days or weeks before, the latest first', () => {
  const window = windowAt(2026, 1, 15, 12);

  assert.deepEqual(earlierWindows(zoneOf('UTC'), window, 'day', 3), [
    windowAt(2026, 1, 14, 12),
    windowAt(2026, 1, 13, 12),
    windowAt(2026, 1, 12, 12),
  ]);
  assert.deepEqual(earlierWindows(zoneOf('UTC'), window, 'week', 2), [
    windowAt(2026, 1, 8, 12),
    windowAt(2026, 1, 1, 12),
  ]);
});

test('they show the same time on the wall, whatever the season', () => {
  const monday = windowAt(2026, 3, 30, 10);

  assert.deepEqual(earlierWindows(zoneOf('Europe/Berlin'), monday, 'day', 2), [
    windowAt(2026, 3, 29, 10),
    windowAt(2026, 3, 28, 11),
  ]);
});
