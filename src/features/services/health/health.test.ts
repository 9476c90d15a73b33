/** How services are doing, from what was really measured. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KpiHistory } from '../../../contract/kpi-views.ts';
import type { ServiceMap, ServicesOverview } from '../../../contract/service-health.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { STRIP_CELLS } from '../../../spec/services.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { KPIS, SERVICES, startServices } from '../../../../test/support/services/start-services.ts';

const store = await openTestStore();
const SLOT_MS = LIMITS.services.everySecondsDefault * SECOND_MS;
const DELAY_MS = LIMITS.services.delaySecondsDefault * SECOND_MS;

async function start(t: TestContext) {
  const services = await startServices(t, store);
  const { id: organization, owner } = await services.access.newOrganization('enterprise');
  const { clock } = services.access;
  clock.advance(DELAY_MS);
  const send = (service: string, count: number, bad: number, agoMs: number) =>
    services.write(
      organization,
      Array.from({ length: count }, (_, at) => ({
        agoMs,
        level: at < bad ? 'error' : 'info',
        fields: { service },
      })),
    );
  return { ...services, organization, owner, clock, send };
}

test('lost points have their reasons, and what turned bad before is named as the likely cause', async (t) => {
  const { addService, addKpi, measure, health, read, send, owner, clock } = await start(t);
  const payments = await addService(owner, { name: 'payments', selector: 'service=payments' });
  const checkout = await addService(owner, { dependsOn: [payments.id] });
  const mails = await addService(owner, { name: 'mails', selector: 'service=mails' });
  await addKpi(owner, payments.id, { decisive: true });
  const errors = await addKpi(owner, checkout.id, { importance: 6 });
  const volume = { name: 'Volume', measure: { kind: 'aggregate', function: 'count' } };
  await addKpi(owner, checkout.id, { ...volume, importance: 4, warning: null, critical: null });
  await addKpi(owner, mails.id);
  await measure();

  await send('payments', 100, 50, -MINUTE_MS);
  await send('checkout', 100, 0, -MINUTE_MS);
  clock.advance(SLOT_MS);
  await measure();
  await send('payments', 100, 50, -MINUTE_MS);
  await send('checkout', 100, 4, -MINUTE_MS);
  clock.advance(SLOT_MS);
  await measure();

  const bad = await health(owner, checkout.id);
  assert.deepEqual([bad.state, bad.score], ['critical', 40]);
  assert.deepEqual(bad.reasons, [
    {
      kpiId: errors.id,
      kpi: 'Error rate',
      state: 'critical',
      value: 4,
      unit: '%',
      limit: 2,
      lost: 60,
      detail: '',
      since: '2026-01-15T12:05:00.000Z',
    },
  ]);
  assert.deepEqual(bad.likelyCauses, [
    {
      serviceId: payments.id,
      service: 'payments',
      state: 'critical',
      since: '2026-01-15T12:00:00.000Z',
    },
  ]);
  // Nothing of it was there before: that is no gap.
  assert.deepEqual(bad.history, [{ from: '2026-01-15T12:00:00.000Z', state: 'critical' }]);
  const silent = await health(owner, mails.id);
  assert.deepEqual(
    [silent.state, silent.score, silent.reasons.map(({ state, lost }) => [state, lost])],
    ['unknown', null, [['no_data', 0]]],
  );
  assert.equal((await health(owner, payments.id)).likelyCauses.length, 0);
  const { services } = await read<ServicesOverview>(owner, `${SERVICES}/overview`);
  assert.deepEqual(
    services.map(({ name, state, reason }) => [name, state, reason?.kpi]),
    [
      ['payments', 'critical', 'Error rate'],
      ['checkout', 'critical', 'Error rate'],
      ['mails', 'unknown', 'Error rate'],
    ],
  );
  assert.deepEqual(
    services.map(({ history }) => history.map(({ state }) => state)),
    [['critical'], ['critical'], ['unknown']],
  );
  clock.advance(2 * DAY_MS);
  const later = await read<ServicesOverview>(owner, `${SERVICES}/overview`);
  assert.ok(later.services.every(({ history }) => history.length === STRIP_CELLS));
  const map = await read<ServiceMap>(owner, `${SERVICES}/map`);
  assert.deepEqual(map.edges, [{ from: checkout.id, to: payments.id }]);
  assert.deepEqual(
    map.nodes.map(({ name, state, isInCircle }) => [name, state, isInCircle]),
    [
      ['checkout', 'critical', false],
      ['mails', 'unknown', false],
      ['payments', 'critical', false],
    ],
  );
});

test('an objective counts days that are summed and slots that are not, and equals the sum by hand', async (t) => {
  const { addService, addKpi, measure, health, rows, send, owner, clock } = await start(t);
  const service = await addService(owner);
  // Six days ago, four days ago, an hour and ten minutes ago.
  await send('checkout', 1_000, 10, 6 * DAY_MS);
  await send('checkout', 1_000, 0, 4 * DAY_MS);
  await send('checkout', 500, 25, 50 * MINUTE_MS);
  await send('checkout', 500, 5, 10 * MINUTE_MS);
  const slo = { target: 99, windowDays: 7, kind: 'occurrences' };
  await addKpi(owner, service.id, { slo });
  await measure();
  const before = await health(owner, service.id);
  clock.advance(2 * SLOT_MS);
  await measure();
  const after = await health(owner, service.id);
  const days = await rows(owner, 'index=_kpi kind=day | table day, good, total, ok, warning');

  for (const { slos } of [before, after]) {
    const [standing] = slos;
    assert.ok(standing !== undefined);
    // 40 of 3,000 are bad where one in a hundred may be.
    assert.ok(Math.abs((standing.attained ?? 0) - (100 * 2_960) / 3_000) < 1e-9);
    assert.ok(Math.abs((standing.budgetLeft ?? 0) - (1 - 40 / 30)) < 1e-9);
    assert.ok(Math.abs((standing.burn['1h'] ?? 0) - 3) < 1e-9, String(standing.burn['1h']));
    assert.equal(standing.isEnough, false);
  }
  const sums = days.filter(({ total }) => Number(total) > 0);
  assert.deepEqual(
    sums
      .map(({ good, total }) => [Number(good), Number(total)])
      .toSorted(([a], [b]) => (a ?? 0) - (b ?? 0)),
    [
      [990, 1_000],
      [1_000, 1_000],
    ],
  );
});

test('time slices count slots, hourly ones cover their cells, and the history tells each cell', async (t) => {
  const { addService, addKpi, measure, health, read, send, owner } = await start(t);
  const service = await addService(owner);
  await send('checkout', 100, 0, 3 * HOUR_MS);
  await send('checkout', 100, 50, 2 * HOUR_MS);
  const slo = { target: 50, windowDays: 7, kind: 'timeslices' };
  const kpi = await addKpi(owner, service.id, { everySeconds: 3_600, slo });
  await measure();

  const { slos, history, coverage } = await health(owner, service.id);
  const cells = await read<KpiHistory>(owner, `${KPIS}/${kpi.id}/history?hours=4&cells=4`);
  const { historyDaysMax, historyCellsMax } = LIMITS.services;
  const widest = await read<KpiHistory>(
    owner,
    `${KPIS}/${kpi.id}/history?hours=${historyDaysMax * 24}&cells=${historyCellsMax}`,
  );

  assert.deepEqual([slos[0]?.attained, slos[0]?.budgetLeft], [50, 0]);
  assert.deepEqual([slos[0]?.coverage, coverage], [2 / 3, 2 / 23]);
  const known = history.filter(({ state }) => state !== 'unknown').map(({ state }) => state);
  assert.equal(known.join(' '), `${'healthy '.repeat(4)}${'critical '.repeat(4)}`.trim());
  assert.deepEqual(
    cells.cells.map(({ state, value, slots }) => [state, value, slots]),
    [
      ['ok', 0, 1],
      ['critical', 50, 1],
      ['no_data', null, 0],
      ['not_measured', null, 0],
    ],
  );
  assert.ok(widest.cells.length <= historyCellsMax);
});

test('what is asked for beyond the bounds of a history or a preview is refused', async (t) => {
  const { addService, addKpi, call, owner } = await start(t);
  const service = await addService(owner);
  const { id } = await addKpi(owner, service.id);
  const { historyDaysMax, historyCellsMax, previewHoursMax } = LIMITS.services;
  const status = async (route: string, body?: object) =>
    (await call(route, { as: owner, ...(body === undefined ? {} : { body }) })).status;
  const preview = { serviceId: service.id, measure: { kind: 'ratio', bad: 'level=error' } };

  assert.deepEqual(
    [
      await status(`GET ${KPIS}/${id}/history?hours=${historyDaysMax * 24 + 1}`),
      await status(`GET ${KPIS}/${id}/history?cells=${historyCellsMax + 1}`),
      await status(`POST ${KPIS}/preview`, { ...preview, hours: previewHoursMax + 1 }),
      await status(`POST ${KPIS}/preview`, { ...preview, hours: previewHoursMax }),
    ],
    [400, 400, 400, 200],
  );
});

test('another organization finds none of it', async (t) => {
  const { addService, addKpi, call, access, owner, read } = await start(t);
  const service = await addService(owner);
  const kpi = await addKpi(owner, service.id);
  const { owner: other } = await access.newOrganization();
  const measureOf = { kind: 'ratio', bad: 'level=error' };
  const calls: [string, object?][] = [
    [`GET ${SERVICES}/${service.id}/health`],
    [`GET ${SERVICES}/${service.id}/templates`],
    [`GET ${KPIS}/${kpi.id}/history`],
    [`GET ${KPIS}/${kpi.id}/alert`],
    [`POST ${KPIS}/preview`, { serviceId: service.id, measure: measureOf }],
  ];

  for (const [route, body] of calls) {
    const answer = await call(route, { as: other, ...(body === undefined ? {} : { body }) });
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], route);
  }
  assert.deepEqual((await read<ServicesOverview>(other, `${SERVICES}/overview`)).services, []);
  assert.deepEqual((await read<ServiceMap>(other, `${SERVICES}/map`)).nodes, []);
});

test('an overview and a map show so many services and no more', async (t) => {
  const { access, organization, owner, read } = await start(t);
  const { overviewMax } = LIMITS.services;
  const rowOf = (at: number) => ({
    id: `svc_${at}`,
    organization_id: organization,
    name: `service ${at}`,
    version: 1,
    selector: '*',
    owner: null,
    tier: 3,
    links: '[]',
    tags: '[]',
    created_by: '',
    created_at: 0,
    updated_at: 0,
  });
  const rows = Array.from({ length: overviewMax }, (_, at) => rowOf(at));
  await access.metadata.db.insertInto('services').values(rows).execute();
  const shown = async () => {
    const overview = await read<ServicesOverview>(owner, `${SERVICES}/overview`);
    const map = await read<ServiceMap>(owner, `${SERVICES}/map`);
    return [overview.services.length, overview.isCut, map.nodes.length, map.isCut];
  };

  const all = await shown();
  await access.metadata.db.insertInto('services').values(rowOf(overviewMax)).execute();

  assert.deepEqual(all, [overviewMax, false, overviewMax, false]);
  assert.deepEqual(await shown(), [overviewMax, true, overviewMax, true]);
});
