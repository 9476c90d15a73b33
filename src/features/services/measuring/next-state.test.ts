/** Which slots are measured when, and what becomes of a KPI then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import type { Kpi } from '../kpi.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import type { Answer } from './ask-slots.ts';
import type { SlotFacts } from './judge-slot.ts';
import { lateState, nextState } from './next-state.ts';
import {
  isLate,
  type KpiPlan,
  lengthsOf,
  neededFor,
  nextDue,
  planKpi,
  revisedAt,
} from './plan-slots.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function kpiWith(draft: Partial<KpiDraft> = {}): Kpi {
  return {
    id: 'kpi_a',
    organization: organizationId('org_a'),
    service: 'svc_a',
    name: 'Errors',
    version: 1,
    isEnabled: true,
    settings: settleDraft({
      measure: { kind: 'ratio', bad: 'level=error' },
      warning: 1,
      everySeconds: 60,
      delaySeconds: 30,
      minimumEvents: 0,
      ...draft,
    }),
    changedAt: 0,
  };
}

function stateWith(row: Partial<KpiStateRow> = {}): KpiStateRow {
  return {
    kpi_id: 'kpi_a',
    organization_id: 'org_a',
    service_id: 'svc_a',
    state: 'ok',
    detail: 'before',
    value: 0,
    good: 10,
    total: 10,
    since: NOON - HOUR_MS,
    measured_to: NOON,
    unrevised: '[]',
    first_slot: NOON - DAY_MS,
    is_backfilled: 1,
    ...row,
  };
}

const fact = (bad: number): SlotFacts => ({ value: bad, good: 100 - bad, total: 100 });
const slotsOf = (...facts: [from: number, SlotFacts][]): Answer => ({
  kind: 'slots',
  slots: new Map(facts),
});

function planWith(parts: Partial<KpiPlan>): KpiPlan {
  return { kpi: kpiWith(), state: stateWith(), unrevised: [], fresh: [], again: [], ...parts };
}

const WHERE = { service: 'checkout', horizon: NOON };

test('slots are measured once they are over and their delay has passed', () => {
  const freshAt = (horizon: number, row: Partial<KpiStateRow> = {}): number[] =>
    planKpi(kpiWith(), stateWith(row), { now: horizon, horizon }, 1).fresh.map(
      (from) => (from - NOON) / 1_000,
    );

  assert.deepEqual(freshAt(NOON + 89_999), []);
  assert.deepEqual(freshAt(NOON + 90_000), [0]);
  assert.deepEqual(freshAt(NOON + 150_000), [0, 60]);
  assert.deepEqual(freshAt(NOON + 150_000, { measured_to: NOON + 60_000 }), [60]);
  // A day is caught up with, and no more.
  const late = freshAt(NOON + 90_000, { measured_to: NOON - 9 * DAY_MS });
  assert.deepEqual([late.length, late[0], late.at(-1)], [1439, -86280, 0]);
});

test('slots are looked at again when their time has come', () => {
  const unrevised = [{ from: NOON - HOUR_MS, ...fact(0), state: 'ok' }];
  const state = stateWith({ unrevised: JSON.stringify(unrevised) });
  const due = revisedAt(kpiWith().settings, NOON - HOUR_MS);
  const againAt = (horizon: number): readonly number[] =>
    planKpi(kpiWith(), state, { now: NOON, horizon }, 1).again;

  assert.equal(due, NOON - HOUR_MS + 90_000 + 15 * MINUTE_MS);
  assert.deepEqual(againAt(due - 1), []);
  assert.deepEqual(againAt(due), [NOON - HOUR_MS]);
  assert.deepEqual(planKpi(kpiWith(), state, { now: NOON, horizon: due }, 1).unrevised, unrevised);
});

test('one run measures so many slots, fewer where many KPIs share it, and few that are asked one by one', () => {
  const state = stateWith({ measured_to: NOON - DAY_MS });
  const times = { now: NOON, horizon: NOON };
  const single = kpiWith({ measure: { kind: 'query', query: '* | stats count AS value BY a' } });
  const count = (kpi: Kpi, kpisInAll: number): number =>
    planKpi(kpi, state, times, kpisInAll).fresh.length;

  assert.deepEqual(
    [count(kpiWith(), 0), count(kpiWith(), 1), count(kpiWith(), 300), count(kpiWith(), 1e9)],
    [1439, 1439, 16, 1],
  );
  assert.deepEqual([count(single, 1), count(single, 1e9)], [12, 1]);
});

test('a KPI is due with its next slot, or with the first that is looked at again', () => {
  const kpi = kpiWith();
  const again = JSON.stringify([{ from: NOON - DAY_MS }, { from: NOON - HOUR_MS }]);

  assert.deepEqual(lengthsOf(kpi.settings), { everyMs: 60_000, delayMs: 30_000 });
  assert.equal(nextDue(kpi, stateWith()), NOON + 90_000);
  assert.equal(
    nextDue(kpi, stateWith({ unrevised: again })),
    revisedAt(kpi.settings, NOON - DAY_MS),
  );
});

test('the first of some KPIs says how far events must be found', () => {
  const first = kpiWith();
  const second = { ...first, id: 'kpi_b' };
  const needed = (...states: [string, KpiStateRow][]): number =>
    neededFor([first, second], new Map(states));
  const later = stateWith({ measured_to: NOON + HOUR_MS });

  assert.equal(needed(['kpi_a', later], ['kpi_b', stateWith()]), NOON + 90_000);
  assert.equal(needed(['kpi_a', later]), NOON + HOUR_MS + 90_000);
  assert.equal(needed(['kpi_a', later], ['kpi_b', stateWith({ is_backfilled: 0 })]), -Infinity);
  assert.equal(needed(), -Infinity);
});

test('a KPI is late when its slot is not measured long after it could be', () => {
  const lateFrom = NOON + 90_000 + 2 * MINUTE_MS;

  assert.equal(isLate(kpiWith(), stateWith(), lateFrom), true);
  assert.equal(isLate(kpiWith(), stateWith(), lateFrom - 1), false);
});

test('fresh slots are rows, move the state and wait to be looked at again', () => {
  const plan = planWith({ fresh: [NOON, NOON + MINUTE_MS, NOON + 2 * MINUTE_MS] });
  const answer = slotsOf([NOON, fact(0)], [NOON + MINUTE_MS, fact(5)]);
  const next = nextState(plan, answer, WHERE);

  assert.equal(next.kpi, plan.kpi);
  assert.deepEqual(
    next.rows.map(({ id, body }) => [id, body]),
    [
      ['kpi_a:1768478400000:1', 'checkout: Errors 0%, ok'],
      ['kpi_a:1768478460000:1', 'checkout: Errors 5%, warning'],
    ],
  );
  assert.deepEqual(next.state, {
    kpi_id: 'kpi_a',
    organization_id: 'org_a',
    service_id: 'svc_a',
    state: 'warning',
    detail: '',
    value: 5,
    good: 95,
    total: 100,
    since: 1768478460000,
    measured_to: 1768478580000,
    unrevised:
      '[{"from":1768478400000,"value":0,"good":100,"total":100,"state":"ok"},{"from":1768478460000,"value":5,"good":95,"total":100,"state":"warning"}]',
    first_slot: 1768392000000,
    is_backfilled: 1,
  });
  // What can be found already is not looked at again.
  const horizon = revisedAt(plan.kpi.settings, NOON);
  const { state } = nextState(plan, answer, { ...WHERE, horizon });
  assert.deepEqual(
    (JSON.parse(state.unrevised) as { from: number }[]).map(({ from }) => from),
    [NOON + MINUTE_MS],
  );
});

test('a state lasts since it began, and the first slot is remembered', () => {
  const since = (row: Partial<KpiStateRow>): unknown[] => {
    const plan = planWith({ state: stateWith(row), fresh: [NOON] });
    const { state } = nextState(plan, slotsOf([NOON, fact(0)]), WHERE);
    return [state.since, state.first_slot];
  };

  assert.deepEqual(since({}), [NOON - HOUR_MS, NOON - DAY_MS]);
  assert.deepEqual(since({ state: 'warning' }), [NOON, NOON - DAY_MS]);
  assert.deepEqual(since({ since: null, first_slot: null }), [NOON, NOON]);
});

test('where asking failed nothing was measured, and the reason is kept', () => {
  const unrevised = [{ from: NOON - MINUTE_MS, ...fact(0), state: 'ok' }] as const;
  const plan = planWith({ unrevised, again: [NOON - MINUTE_MS], fresh: [NOON] });
  const next = nextState(plan, { kind: 'failed', detail: 'No such index.' }, WHERE);

  assert.deepEqual(
    next.rows.map(({ id, body }) => [id, body]),
    [['kpi_a:1768478400000:1', 'checkout: Errors, not_measured']],
  );
  assert.deepEqual(
    [next.state.state, next.state.detail, next.state.since, next.state.measured_to],
    ['not_measured', 'No such index.', NOON, NOON + MINUTE_MS],
  );
});

test('slots that differ when they are looked at again are told once more', () => {
  const before = [
    { from: NOON - 3 * MINUTE_MS, ...fact(0), state: 'ok' },
    { from: NOON - 2 * MINUTE_MS, ...fact(0), state: 'ok' },
    { from: NOON - MINUTE_MS, ...fact(0), state: 'ok' },
  ] as const;
  const revise = (again: number[], ...facts: [number, SlotFacts][]) =>
    nextState(planWith({ unrevised: before, again }), slotsOf(...facts), WHERE);
  const [third, second, last] = before.map(({ from }) => from) as [number, number, number];

  const same = revise([third, second, last], [third, fact(0)], [second, fact(0)], [last, fact(0)]);
  assert.deepEqual([same.rows, same.state.unrevised, same.state.state], [[], '[]', 'ok']);
  const changed = revise([third, last], [third, fact(5)], [last, fact(5)]);
  assert.deepEqual(
    changed.rows.map(({ id }) => id),
    ['kpi_a:1768478220000:2', 'kpi_a:1768478340000:2'],
  );
  assert.deepEqual(
    [changed.state.state, changed.state.detail, changed.state.since],
    ['warning', '', last],
  );
  assert.equal(changed.state.unrevised, JSON.stringify([before[1]]));
  const older = revise([third], [third, fact(5)]);
  assert.deepEqual([older.state.state, older.state.detail], ['ok', 'before']);
  assert.equal(revise([third]).rows.length, 0);
  const one = { value: 0, good: 100, total: 100 };
  for (const other of [
    { ...one, value: 0.5 },
    { ...one, good: 99 },
    { ...one, total: 101 },
  ]) {
    assert.equal(revise([third], [third, other]).rows.length, 1, JSON.stringify(other));
  }
});

test('what is late is not measured since now, or since it was not measured', () => {
  const late = lateState(stateWith(), 'The store is away.', NOON);
  const nothing = { state: 'not_measured', value: null, good: null, total: null };

  assert.deepEqual(
    late,
    stateWith({ ...nothing, detail: 'The store is away.', since: NOON } as Partial<KpiStateRow>),
  );
  assert.deepEqual(lateState(late, 'Still away.', NOON + 1), { ...late, detail: 'Still away.' });
});
