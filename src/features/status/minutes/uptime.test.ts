import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import type { MaintenanceRow, MinuteRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS } from '../../../spec/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { makeView } from '../make-view.ts';
import { statusJson } from '../render/other-forms.ts';
import { createMinuteGrid, decide } from './minute-grid.ts';
import { CODE } from './minute-codes.ts';
import { uptimeOf } from './tally.ts';

const NOW = Date.UTC(2026, 10, 16, 9, 30);
const LAST = Math.floor(NOW / MINUTE_MS);
const MINUTES = LIMITS.status.uptimeMinutes;
const NOTICE_MS = LIMITS.targets.maintenanceNoticeMs;

function row(minute: number, results: string): MinuteRow {
  const none = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
  return { minute, results, reasons: '', ...none };
}

function viewOf(
  results: (minute: number) => string | undefined,
  records: readonly MaintenanceRow[] = [],
  now = NOW,
) {
  const grid = createMinuteGrid();
  const last = Math.floor(now / MINUTE_MS);
  for (let minute = last - MINUTES - 100; minute <= last; minute += 1) {
    const letters = results(minute);
    if (letters !== undefined) grid.add('own', row(minute, letters));
  }
  return makeView({
    now,
    grid,
    place: 'own',
    placeNames: ['here'],
    latest: undefined,
    records,
    incidents: [],
    incidentCount: 0,
    notices: [],
    demoUntil: null,
  });
}

const record = {
  id: 'mnt_1',
  components: ['api'],
  text: 'New disks',
  name: 'Ada',
} as const;

test('30 days of 8 components: the uptime of each equals a sum made otherwise, from status.json too', () => {
  const random = seededRandom(20_261_116);
  const letters = new Map<number, string>();
  for (let minute = LAST - MINUTES - 100; minute <= LAST; minute += 1) {
    const pick = (): string => {
      const value = random.integer(0, 999);
      return value < 4 ? 'd' : value < 20 ? 's' : value < 50 ? 'n' : 'u';
    };
    letters.set(minute, Array.from({ length: COMPONENT_IDS.length }, pick).join(''));
  }
  const [from, to] = [NOW - 10 * DAY_MS, NOW - 10 * DAY_MS + 3 * HOUR_MS];
  const records = [{ ...record, madeAt: from - NOTICE_MS, from, to }];

  const view = viewOf((minute) => letters.get(minute), records);

  const reported = JSON.parse(statusJson(view)) as {
    components: { id: string; uptime: number; days: { up: number; down: number }[] }[];
  };
  for (const [at, id] of COMPONENT_IDS.entries()) {
    let [up, down] = [0, 0];
    for (const [minute, text] of letters) {
      const isInWindow = minute > LAST - MINUTES && minute <= LAST;
      const isOut = id === 'api' && minute * MINUTE_MS >= from && minute * MINUTE_MS < to;
      if (!isInWindow || isOut) continue;
      if (text[at] === 'u' || text[at] === 's') up += 1;
      if (text[at] === 'd') down += 1;
    }
    const expected = (up / (up + down)).toFixed(4);
    assert.equal(view.components[at]?.uptime?.toFixed(4), expected, id);
    assert.deepEqual(
      [view.components[at].minutes.up, view.components[at].minutes.down],
      [up, down],
    );
    const days = reported.components[at]?.days ?? [];
    const sum = (name: 'up' | 'down'): number => days.reduce((all, day) => all + day[name], 0);
    assert.equal((sum('up') / (sum('up') + sum('down'))).toFixed(4), expected, id);
    assert.equal(days.length, 31);
  }
});

/** Ten minutes of downtime of the API inside of an hour of maintenance. */
function downIn(from: number) {
  const start = from / MINUTE_MS;
  return (minute: number): string =>
    minute >= start + 10 && minute < start + 20 ? 'duuuuuuu' : 'uuuuuuuu';
}

test('maintenance announced 48 hours ahead does not count, a minute later it does', () => {
  const from = NOW - 5 * DAY_MS;
  const announced = (aheadMs: number) => ({
    ...record,
    madeAt: from - aheadMs,
    from,
    to: from + HOUR_MS,
  });
  const downs = (aheadMs: number) =>
    viewOf(downIn(from), [announced(aheadMs)]).components[0]?.minutes;

  assert.deepEqual([downs(NOTICE_MS)?.down, downs(NOTICE_MS)?.maintenance], [0, 60]);
  assert.deepEqual(
    [downs(NOTICE_MS - MINUTE_MS)?.down, downs(NOTICE_MS - MINUTE_MS)?.maintenance],
    [10, 0],
  );
  assert.equal(viewOf(downIn(from), [announced(NOTICE_MS)]).components[3]?.minutes.maintenance, 0);
});

test('a change is another record: what it adds at short notice counts, what it takes away counts too', () => {
  const from = NOW - 5 * DAY_MS;
  const first = { ...record, madeAt: from - NOTICE_MS, from, to: from + 30 * MINUTE_MS };
  const longer = { ...first, madeAt: from + 5 * MINUTE_MS, to: from + HOUR_MS };
  const shorter = { ...first, madeAt: from + 5 * MINUTE_MS, to: from + 12 * MINUTE_MS };
  const late = { ...first, madeAt: from + HOUR_MS, to: from + 12 * MINUTE_MS };
  const maintained = (...records: MaintenanceRow[]) =>
    viewOf(downIn(from), records).components[0]?.minutes;

  assert.equal(maintained(first, longer)?.maintenance, 30);
  assert.equal(maintained(first, shorter)?.maintenance, 12);
  assert.equal(maintained(first, shorter)?.down, 8);
  assert.equal(maintained(first, late)?.maintenance, 30, 'what has been is not rewritten');
});

test('a probe that stood still for two hours leaves a gap: uptime unchanged, coverage lower', () => {
  const results = (minute: number): string => (minute % 1_000 === 0 ? 'dddddddd' : 'uuuuuuuu');
  const whole = viewOf(results);
  const gapFrom = LAST - 3_000 + 2;
  const inGap = (minute: number): boolean => minute >= gapFrom && minute < gapFrom + 120;
  const down = whole.components[0]?.minutes.down;

  const holed = viewOf((minute) => (inGap(minute) ? undefined : results(minute)));

  const [before, after] = [whole.components[0], holed.components[0]];
  assert.ok(before && after);
  assert.equal(after.minutes.none, 120);
  assert.equal(after.minutes.down, down);
  assert.equal(after.uptime?.toFixed(4), before.uptime?.toFixed(4));
  assert.equal(before.coverage, 1);
  assert.equal(after.coverage, 1 - 120 / MINUTES);
  assert.equal(holed.overall.minutes.none, 120);
});

test('a probe that has just stopped is no data, not up', () => {
  const stopped = (minutes: number) =>
    viewOf((minute) => (minute > LAST - minutes ? undefined : 'uuuuuuuu')).state;

  const reported = (minutes: number) =>
    viewOf((minute) => (minute > LAST - minutes ? undefined : 'uuuuuuuu')).lookedAt;

  assert.equal(reported(4), (LAST - 4) * MINUTE_MS);
  assert.equal(stopped(2), 'operational');
  assert.equal(stopped(4), 'no_data');
});

test('under 90% of coverage there is no uptime', () => {
  const minutes = { up: 0, slow: 0, down: 1, maintenance: 0, none: 0 };
  const enough = LIMITS.status.coverageRatioMin * MINUTES;

  assert.equal(uptimeOf({ ...minutes, up: enough - 2 }, MINUTES).uptime, null);
  assert.equal(uptimeOf({ ...minutes, up: enough - 1 }, MINUTES).uptime, (enough - 1) / enough);
});

test('the whole is down with any of the four, and not with the others', () => {
  const one = (letters: string) =>
    viewOf((minute) => (minute === LAST - 5 ? letters : 'uuuuuuuu')).overall.minutes;

  for (const letters of ['duuuuuuu', 'uduuuuuu', 'uuduuuuu', 'uuuduuuu', 'ddduuuuu']) {
    assert.equal(one(letters).down, 1, letters);
  }
  assert.equal(one('uuuudddd').down, 0);
  assert.equal(one('nuuuuuuu').none, 1);
});

test('places decide together: more than half, or just half, make it down', () => {
  assert.equal(decide(1, 1, 0), CODE.down);
  assert.equal(decide(2, 1, 0), CODE.down);
  assert.equal(decide(3, 1, 0), CODE.up);
  assert.equal(decide(3, 1, 1), CODE.slow);
  assert.equal(decide(3, 2, 0), CODE.down);
  assert.equal(decide(0, 0, 0), CODE.none);
});

test('a place without data has no say, and the first result of a minute stays', () => {
  const grid = createMinuteGrid();
  assert.equal(grid.add('a', row(LAST, 'd')), true);
  assert.equal(grid.add('a', row(LAST, 'u')), false);
  grid.add('b', row(LAST, 'n'));
  grid.add('c', row(LAST - 1, 'u'));

  assert.equal(grid.at(0, LAST), CODE.down);
  grid.add('b2', row(LAST, 'u'));
  grid.add('c', row(LAST, 'u'));
  assert.equal(grid.at(0, LAST), CODE.up);
  assert.equal(grid.at(0, LAST + LIMITS.status.minuteDaysMax * 1_440), CODE.none);
});

test('percentiles are those of the probe’s own values, for a day and for the window', () => {
  const grid = createMinuteGrid();
  for (let i = 1; i <= 100; i += 1) {
    grid.add('own', { ...row(LAST - i, 'uuuuuuuu'), searchMs: i });
  }
  grid.add('own', { ...row(LAST - 5_000, 'uuuuuuuu'), searchMs: 9_000 });
  const input = {
    now: NOW,
    grid,
    place: 'own',
    placeNames: [],
    latest: undefined,
    records: [],
    incidents: [],
    incidentCount: 0,
    notices: [],
    demoUntil: null,
  };

  const search = makeView(input).latencies.find(({ id }) => id === 'search');

  assert.deepEqual(search?.day, { count: 100, p50: 50, p95: 95, p99: 99 });
  assert.deepEqual(search?.month, { count: 101, p50: 51, p95: 96, p99: 100 });
  assert.deepEqual(search?.target, { percentile: 'p95', ms: LIMITS.targets.queryLatencyP95Ms });
});
