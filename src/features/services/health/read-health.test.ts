/** How services are shown, with rows of the test in place of the index. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { answeringStore, type Cells } from '../../../../test/support/answering-store.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { AppError } from '../../../base/errors.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { PLANS } from '../../../spec/plans.ts';
import { createKpi } from '../managing/manage-kpis.ts';
import { createService } from '../managing/manage-services.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { readHealth, readOverview } from './read-health.ts';
import { readKpiHistory } from './read-history.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { signal } = new AbortController();

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  clock.advance(NOON - clock.now());
  const { owner } = await access.newOrganization('enterprise');
  const { actor } = owner;
  const managing = { metadata, clock, plans: PLANS };
  const answers: { rows: () => readonly Cells[] } = { rows: () => [] };
  const { search, asked } = answeringStore({ now: NOON, indexes: ['_kpi'] }, () => answers.rows());
  const needs = { metadata, clock, search } as unknown as ServiceNeeds;
  return {
    actor,
    answers,
    asked,
    metadata,
    clock,
    addService: (name: string, tier?: number) =>
      createService(managing, actor, {
        name,
        selector: `service=${name}`,
        ...(tier === undefined ? {} : { tier }),
      }),
    addKpi: async (
      serviceId: string,
      state: Partial<KpiStateRow>,
      draft: Partial<KpiDraft> = {},
    ) => {
      const kpi = await createKpi(managing, actor, {
        serviceId,
        name: 'Errors',
        measure: { kind: 'ratio', bad: 'level=error' },
        warning: 1,
        everySeconds: 300,
        delaySeconds: 0,
        ...draft,
      });
      const set = { detail: '', ...state };
      await metadata.db.updateTable('kpi_states').set(set).where('kpi_id', '=', kpi.id).execute();
      return kpi;
    },
    health: (id: string) => readHealth(needs, actor, id, signal),
    overview: () => readOverview(needs, actor, signal),
    history: (id: string, asks: { hours?: number; cells?: number } = {}) =>
      readKpiHistory(needs, actor, id, asks, signal),
  };
}

test('the worst services come first, then those of which least is known, lost and promised', async (t) => {
  const { addService, addKpi, overview } = await start(t);
  const make = async (name: string, state?: KpiStateRow['state'], tier?: number) => {
    const { id } = await addService(name, tier);
    if (state !== undefined) await addKpi(id, { state, value: 5 }, { decisive: true });
    return id;
  };
  await make('fine-b', 'ok', 2);
  await make('fine-a', 'ok', 2);
  await make('vital', 'ok', 1);
  await make('empty');
  await make('warned', 'warning');
  const partly = await make('a-partly', 'warning');
  await addKpi(partly, { state: 'ok', value: 0 }, { name: 'Other' });
  await make('down', 'critical');

  const { services, isCut, historyProblem, asOf } = await overview();

  assert.deepEqual(
    services.map(({ name, state, score, kpis }) => [name, state, score, kpis]),
    [
      ['down', 'critical', 0, 1],
      ['warned', 'degraded', 60, 1],
      ['a-partly', 'degraded', 80, 2],
      ['empty', 'unknown', null, 0],
      ['vital', 'healthy', 100, 1],
      ['fine-a', 'healthy', 100, 1],
      ['fine-b', 'healthy', 100, 1],
    ],
  );
  assert.deepEqual([isCut, historyProblem, asOf], [false, null, '2026-01-15T12:00:00.000Z']);
  assert.equal(services[0]?.history.length, 1);
});

test('without the store everything but the history is told', async (t) => {
  const { addService, overview, answers } = await start(t);
  await addService('one');
  answers.rows = () => {
    throw new AppError('STORAGE_UNAVAILABLE', 'The store is away.');
  };

  const { services, historyProblem } = await overview();
  assert.deepEqual([services.length, historyProblem], [1, 'The store is away.']);

  answers.rows = () => {
    throw new Error('a defect');
  };
  await assert.rejects(overview(), /a defect/);
});

test('coverage is what was measured of all slots of a day, however young a KPI is', async (t) => {
  const { addService, addKpi, health, answers, metadata } = await start(t);
  const { id } = await addService('one');
  assert.equal((await health(id)).coverage, null);
  const { id: kpi } = await addKpi(id, { state: 'ok', first_slot: NOON - HOUR });
  // Service, long, cell, weight, lost, bad, decided, slots.
  const measured = (slots: number) => {
    answers.rows = () => [[id, 0, 95, 10, 0, 0, 0, slots]];
  };
  const coverage = async () => (await health(id)).coverage;

  // From the first cell of the strip on, which begins a quarter past noon.
  measured(6);
  assert.equal(await coverage(), 6 / 285);
  measured(300);
  assert.equal(await coverage(), 1);
  const update = (first_slot: number | null) =>
    metadata.db.updateTable('kpi_states').set({ first_slot }).where('kpi_id', '=', kpi).execute();
  await update(NOON - 48 * HOUR);
  measured(57);
  assert.equal(await coverage(), 57 / 285);
  await update(NOON);
  measured(0);
  assert.equal(await coverage(), 0);
  await update(null);
  assert.equal(await coverage(), 0);
});

test('slots that are not over, or wait for late events, are not expected', async (t) => {
  const { addService, addKpi, health, answers, clock } = await start(t);
  const { id } = await addService('one');
  const first = { state: 'ok', first_slot: NOON - HOUR } as const;
  await addKpi(id, first, { delaySeconds: 240 });
  answers.rows = () => [[id, 0, 95, 10, 0, 0, 0, 3]];

  assert.equal((await health(id)).coverage, 3 / 284);
  clock.advance(4 * MINUTE - 1);
  assert.equal((await health(id)).coverage, 3 / 284);
  clock.advance(1);
  assert.equal((await health(id)).coverage, 3 / 285);
});

test('a service shows since when it is so, and why', async (t) => {
  const { addService, addKpi, health, metadata } = await start(t);
  const { id } = await addService('one');
  await addKpi(id, { state: 'warning', value: 3, first_slot: NOON - HOUR });
  await metadata.db
    .updateTable('service_runs')
    .set({ state_since: NOON - HOUR })
    .execute();

  const shown = await health(id);

  assert.deepEqual(
    [shown.state, shown.score, shown.since, shown.asOf, shown.slos, shown.likelyCauses],
    ['degraded', 60, '2026-01-15T11:00:00.000Z', '2026-01-15T12:00:00.000Z', [], []],
  );
  assert.equal(shown.reasons.length, 1);
  await assert.rejects(health('svc_other'), { code: 'NOT_FOUND' });
});

test('the history of a KPI is whole slots in each cell, the last one with the present in it', async (t) => {
  const { addService, addKpi, history, answers, asked } = await start(t);
  const { id } = await addService('one');
  const { id: kpi } = await addKpi(id, {});
  // Cell, states from the worst on, least, most, average, good, total, revised.
  answers.rows = () => [
    [0, 1, 2, 0, 0, 0, 3, 1, 9, 4, 90, 100, 2],
    [2, 0, 0, 0, 1, 0, 0, null, null, null, null, null, 0],
    [3, 0, 0, 0, 0, 1, 2, 2, 3, 2.5, 5, 6, 0],
  ];

  const shown = await history(kpi, { hours: 1, cells: 5 });

  const { from, to, cellSeconds, everySeconds, cells } = shown;
  assert.deepEqual(
    [from, to, cellSeconds, everySeconds],
    ['2026-01-15T11:15:00.000Z', '2026-01-15T12:15:00.000Z', 900, 300],
  );
  assert.deepEqual(cells, [
    {
      from: '2026-01-15T11:15:00.000Z',
      state: 'critical',
      value: 9,
      average: 4,
      good: 90,
      total: 100,
      slots: 6,
      revised: 2,
    },
    {
      from: '2026-01-15T11:30:00.000Z',
      state: 'not_measured',
      value: null,
      average: null,
      good: null,
      total: null,
      slots: 0,
      revised: 0,
    },
    {
      from: '2026-01-15T11:45:00.000Z',
      state: 'no_data',
      value: null,
      average: null,
      good: null,
      total: null,
      slots: 0,
      revised: 0,
    },
    {
      from: '2026-01-15T12:00:00.000Z',
      state: 'too_few',
      value: 3,
      average: 2.5,
      good: 5,
      total: 6,
      slots: 2,
      revised: 0,
    },
  ]);
  const times = asked[0]?.values.filter((value) => value.startsWith('2026-'));
  assert.deepEqual(times, ['2026-01-15 11:15:00.000', '2026-01-15 12:15:00.000']);
  assert.equal(asked[0]?.values.at(-1), '6');
});

test('a history is a day in ninety-six cells unless it is asked otherwise', async (t) => {
  const { addService, addKpi, history } = await start(t);
  const { id } = await addService('one');
  const short = await addKpi(id, {});
  const long = await addKpi(id, {}, { name: 'Long', everySeconds: 3_600 });

  const shown = await history(short.id);
  assert.deepEqual([shown.cells.length, shown.cellSeconds], [96, 900]);
  assert.equal(shown.from, '2026-01-14T12:15:00.000Z');
  const hours = await history(long.id);
  assert.deepEqual([hours.cells.length, hours.cellSeconds], [24, 3_600]);
  assert.equal(hours.to, '2026-01-15T13:00:00.000Z');
});

test('of a KPI where more is better the least counts', async (t) => {
  const { addService, addKpi, history, answers } = await start(t);
  const { id } = await addService('one');
  const volume = { measure: { kind: 'aggregate', function: 'count' }, better: 'higher' } as const;
  const { id: kpi } = await addKpi(id, {}, { name: 'Volume', ...volume });
  answers.rows = () => [[0, 0, 0, 0, 0, 0, 3, 1, 9, 4, null, null, 0]];

  const { cells } = await history(kpi, { hours: 1, cells: 4 });
  assert.equal(cells[0]?.value, 1);
});
