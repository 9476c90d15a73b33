/** A panel shows how services are doing, through what they write to `_kpi`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { shown, startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';

const store = await openTestStore();

test('the last word on each service counts, the worst first, by id or by tag', async (t) => {
  const { make, data, write, access } = await startDashboards(t, store);
  const { id: organization, owner } = await access.newOrganization();
  const { id: elsewhere } = await access.newOrganization();
  const row = (id: string, agoMs: number, fields: Record<string, string>) => ({
    index: '_kpi',
    agoMs,
    fields: { kind: 'service', service_id: id, service: `the ${id}`, tags: ',shop,', ...fields },
  });
  const bad = { state: 'critical', score: '20', reason: 'Error rate 9%' };
  await write(organization, [
    row('svc_a', 9 * MINUTE_MS, bad),
    row('svc_a', 5 * MINUTE_MS, { state: 'healthy', score: '100' }),
    row('svc_b', 5 * MINUTE_MS, bad),
    row('svc_c', 5 * MINUTE_MS, { state: 'unknown', tags: ',edge,' }),
    row('svc_d', 9 * MINUTE_MS, bad),
    row('svc_d', 5 * MINUTE_MS, { state: 'deleted' }),
  ]);
  await write(elsewhere, [row('svc_x', MINUTE_MS, bad)]);
  const place = { x: 0, w: 6, h: 4 };
  const id = await make(
    owner,
    dashboardOf([
      { id: 'all', kind: 'health', ...place, y: 0 },
      { id: 'tagged', kind: 'health', ...place, y: 4, options: { tag: 'shop' } },
      {
        id: 'named',
        kind: 'health',
        ...place,
        y: 8,
        options: { services: ['svc_a', 'svc_x', 'no"'] },
      },
    ]),
  );

  const { panels } = await data(owner, id);

  const rowsOf = (name: string) =>
    shown(panels[name]).rows.map((each) => {
      const { service_id, state, score, reason } = each as Record<string, unknown>;
      return [service_id, state, score, reason];
    });
  assert.deepEqual(rowsOf('all'), [
    ['svc_b', 'critical', 20, 'Error rate 9%'],
    ['svc_c', 'unknown', null, null],
    ['svc_a', 'healthy', 100, null],
  ]);
  assert.deepEqual(
    rowsOf('tagged').map(([each]) => each),
    ['svc_b', 'svc_a'],
  );
  assert.deepEqual(
    new Set(rowsOf('named').map(([each, state]) => `${String(each)} ${String(state)}`)),
    new Set(['svc_a healthy', 'svc_x unknown', 'no" unknown']),
  );
});

test('a panel shows so many services and no more', async (t) => {
  const { make, data, write, access } = await startDashboards(t, store);
  const { id: organization, owner } = await access.newOrganization();
  const { healthServicesMax } = LIMITS.dashboards;
  await write(
    organization,
    Array.from({ length: healthServicesMax + 1 }, (_, at) => ({
      index: '_kpi',
      agoMs: MINUTE_MS,
      fields: { kind: 'service', service_id: `svc_${at}`, service: `s${at}`, state: 'healthy' },
    })),
  );
  const id = await make(
    owner,
    dashboardOf([{ id: 'all', kind: 'health', x: 0, y: 0, w: 6, h: 4 }]),
  );

  const { panels } = await data(owner, id);

  assert.equal(shown(panels['all']).rows.length, healthServicesMax);
});
