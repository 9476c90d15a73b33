import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { ExportSchedule } from '../../../contract/export-settings.ts';
import { nextTime } from '../managing/export-times.ts';
import { archiveWindow } from './begin-run.ts';
import { planSlices } from './plan-slices.ts';

const { safeMs, windowMsMax } = LIMITS.exports;

for (const name of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago']) {
  test(`windows touch without a gap over ten years in ${name}`, () => {
    const zone = openZone(name);
    assert(zone !== undefined);
    const schedule: ExportSchedule = { cron: '30 2 * * *' };
    const times = new Set<number>();
    let watermark: number = Date.UTC(2020, 0, 1);
    let next: number = nextTime(schedule, zone, watermark);
    while (watermark < Date.UTC(2030, 0, 1)) {
      times.add(next);
      const row: Parameters<typeof archiveWindow>[0] = {
        watermark,
        next_at: next,
        schedule: JSON.stringify(schedule),
      };
      const now = next + safeMs;
      assert.equal(archiveWindow(row, zone, now - SECOND_MS), undefined, 'before it is due');
      const window: ReturnType<typeof archiveWindow> = archiveWindow(row, zone, now);
      assert(window !== undefined);
      assert.equal(window.from, watermark);
      assert(window.to - window.from <= windowMsMax);
      watermark = window.to;
      // A day of 25 hours is longer than a window: what is left follows at once.
      if (watermark < next) continue;
      assert(times.has(watermark));
      next = nextTime(schedule, zone, next);
    }
    assert(times.size > 3_600);
  });
}

test('after a standstill windows end at the last time that has come, and are a day at most', () => {
  const zone = openZone('UTC');
  assert(zone !== undefined);
  const start = Date.UTC(2026, 0, 1);
  const row = {
    watermark: start,
    next_at: start + HOUR_MS,
    schedule: JSON.stringify({ every: '1h' }),
  };

  const hours = archiveWindow(row, zone, start + 5 * HOUR_MS + 30 * MINUTE_MS);
  const days = archiveWindow(row, zone, start + 3 * DAY_MS);

  assert.deepEqual(hours, { from: start, to: start + 5 * HOUR_MS });
  assert.deepEqual(days, { from: start, to: start + windowMsMax });
});

test('neighbours share a file as long as there is room, and empty stretches have none', () => {
  const count = (from: number, rows: number) => ({ from, to: from + 1, rows });
  const counts = [count(0, 2), count(1, 0), count(2, 3), count(3, 1), count(5, 9), count(6, 5)];

  assert.deepEqual(planSlices(counts, 5), [
    { from: 0, to: 3, rows: 5 },
    { from: 3, to: 4, rows: 1 },
    { from: 5, to: 6, rows: 9 },
    { from: 6, to: 7, rows: 5 },
  ]);
  assert.deepEqual(planSlices([], 5), []);
});
