/** How much one run does, how long it takes at most, and how long what it wrote is kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { RESERVED_INDEXES } from '../../../spec/reserved-indexes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startServices } from '../../../../test/support/services/start-services.ts';
import type { Kpi } from '../kpi.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { NOT_MEASURED } from './judge-slot.ts';
import { dayRow, slotRow } from './kpi-row.ts';
import { planKpi } from './plan-slots.ts';
import { measureServices } from './run-service.ts';

const limits = LIMITS.services;
const NOW = Date.UTC(2026, 0, 15, 12);

function kpiWith(measure: Kpi['settings']['measure']): Kpi {
  return {
    id: 'kpi_a',
    organization: organizationId('org_a'),
    service: 'svc_a',
    name: 'a',
    version: 1,
    isEnabled: true,
    settings: settleDraft({ measure, everySeconds: 60 }),
    changedAt: 0,
  };
}

const STATE: KpiStateRow = {
  kpi_id: 'kpi_a',
  organization_id: 'org_a',
  service_id: 'svc_a',
  state: 'ok',
  detail: '',
  value: 0,
  good: 0,
  total: 0,
  since: 0,
  measured_to: NOW - 2 * DAY_MS,
  unrevised: '[]',
  first_slot: 0,
  is_backfilled: 1,
};

test('a run writes so many rows and no more, and a query that is asked slot by slot is asked less', () => {
  const times = { now: NOW, horizon: NOW };
  const ratio = kpiWith({ kind: 'ratio', bad: 'a' });
  const grouped = kpiWith({ kind: 'query', query: '* | stats count AS value BY a | head 1' });
  const minutes = limits.catchUpMs / MINUTE_MS - 1;

  const alone = planKpi(ratio, STATE, times, 1);
  const among = planKpi(ratio, STATE, times, limits.kpisPerServiceMax);
  const slow = planKpi(grouped, STATE, times, 1);

  assert.equal(alone.fresh.length, minutes);
  assert.equal(alone.fresh[0], NOW - limits.catchUpMs);
  assert.equal(among.fresh.length, limits.rowsPerRunMax / limits.kpisPerServiceMax);
  assert.equal(slow.fresh.length, 12);
});

test('a slot is due when its delay is over, and again when it is to be corrected', () => {
  const kpi = kpiWith({ kind: 'ratio', bad: 'a' });
  const from = NOW - HOUR_MS;
  const unrevised = JSON.stringify([{ ...NOT_MEASURED, from }]);
  const state = { ...STATE, measured_to: from + 60 * SECOND_MS, unrevised };
  const planAt = (horizon: number) => planKpi(kpi, state, { now: horizon, horizon }, 1);
  const delayMs = limits.delaySecondsDefault * SECOND_MS;
  const over = from + 120 * SECOND_MS + delayMs;
  const again = from + 60 * SECOND_MS + delayMs + limits.revisedAfterMs;

  assert.deepEqual([planAt(over - 1).fresh.length, planAt(over).fresh.length], [0, 1]);
  assert.deepEqual([planAt(again - 1).again.length, planAt(again).again.length], [0, 1]);
});

test('slots are kept for their days, sums of days for longer', () => {
  const kpi = kpiWith({ kind: 'ratio', bad: 'a' });
  const slot = slotRow({ kpi, service: 'a', from: NOW, revision: 1, measured: NOT_MEASURED });
  const counts = { ok: 1, warning: 0, critical: 0, no_data: 0, too_few: 0, not_measured: 0 };
  const sums = { good: 1, total: 1, goodSlots: 1, badSlots: 0, average: null };
  const day = dayRow({
    kpi,
    service: 'a',
    day: NOW,
    revision: 1,
    everySeconds: 60,
    counts,
    ...sums,
  });

  assert.deepEqual([slot.keptDays, day.keptDays], [limits.slotsKeptDays, 400]);
  assert.equal(RESERVED_INDEXES._kpi.keptDays, 400);
});

test('a statement of measuring has its time, and a node its places', async (t) => {
  const store = await openTestStore();
  const times: number[] = [];
  const watched = new Proxy(store, {
    get: (target, name) =>
      name === 'query'
        ? (...[statement, options]: Parameters<typeof store.query>) => {
            times.push(options?.timeoutMs ?? Infinity);
            return store.query(statement, options);
          }
        : (Reflect.get(target, name, target) as unknown),
  });
  const services = await startServices(t, watched);
  const { owner } = await services.access.newOrganization();
  const { id } = await services.addService(owner);
  await services.addKpi(owner, id);

  await services.measure();

  assert.ok(times.length > 0);
  assert.ok(times.every((ms) => ms <= limits.statementMsMax));
  const { placesMax, perOwnerMax } = measureServices(services.measuring);
  assert.deepEqual(
    [placesMax, perOwnerMax],
    [limits.measuredPerNode, limits.measuredPerOrganization],
  );
});
