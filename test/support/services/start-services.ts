import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { silentMetrics } from '../../../src/base/metrics.ts';
import type { LogRecord } from '../../../src/base/record.ts';
import type { KpiDraft } from '../../../src/contract/kpi-settings.ts';
import type { Kpi } from '../../../src/contract/kpis.ts';
import type { ServiceHealth } from '../../../src/contract/service-health.ts';
import type { Service, ServiceDraft } from '../../../src/contract/services.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import { runDue } from '../../../src/engines/schedule/schedule.ts';
import { askKpiIndex } from '../../../src/features/services/health/ask-kpi-index.ts';
import { askSlots } from '../../../src/features/services/measuring/ask-slots.ts';
import { healthRoutes } from '../../../src/features/services/health/health-routes.ts';
import {
  kpiRoutes,
  serviceRoutes,
} from '../../../src/features/services/managing/service-routes.ts';
import { createMeasureMeters } from '../../../src/features/services/measuring/measure-meters.ts';
import type { MeasureNeeds } from '../../../src/features/services/measuring/measure-needs.ts';
import { measureServices } from '../../../src/features/services/measuring/run-service.ts';
import { createSlotSharing } from '../../../src/features/services/measuring/share-slots.ts';
import { shipRows } from '../../../src/features/services/measuring/ship-rows.ts';
import { suggestionRoutes } from '../../../src/features/services/suggesting/suggestion-routes.ts';
import { searchRoutes } from '../../../src/flow/search/routes.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import type { AccessUnderTest, Member } from '../open-access.ts';
import { startAccess } from '../start-access.ts';
import { type SearchOptions, startSearch } from '../start-search.ts';

export const SERVICES = '/api/v1/services';
export const KPIS = '/api/v1/kpis';

export const A_SERVICE: ServiceDraft = { name: 'checkout', selector: 'service=checkout' };
export const A_KPI: Omit<KpiDraft, 'serviceId'> = {
  name: 'Error rate',
  measure: { kind: 'ratio', bad: 'level=error' },
  warning: 1,
  critical: 2,
};

/** The routes that keep services and KPIs, without anything that measures. */
export function startManaging(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const needs = { metadata, clock, plans: PLANS };
  const { call } = startAccess(t, access, {
    mount: (app) => {
      serviceRoutes(app, needs);
      kpiRoutes(app, needs);
    },
  });
  return { needs, call, ...making(call) };
}

type Call = ReturnType<typeof startAccess>['call'];

function making(call: Call) {
  const make = async <T>(url: string, as: Member, body: object): Promise<T> => {
    const answer = await call(`POST ${url}`, { as, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data as T;
  };
  return {
    /** Fail unless it was made. */
    addService: (as: Member, body: object = {}) =>
      make<Service>(SERVICES, as, { ...A_SERVICE, ...body }),
    addKpi: (as: Member, serviceId: string, body: object = {}) =>
      make<Kpi>(KPIS, as, { ...A_KPI, serviceId, ...body }),
  };
}

/** Services on a real store, with a clock that stands still. */
export async function startServices(t: TestContext, store: LogStore, options: SearchOptions = {}) {
  const search = await startSearch(
    t,
    store,
    (app, needs) => {
      const whole = { ...needs, search: needs };
      serviceRoutes(app, whole);
      kpiRoutes(app, whole);
      healthRoutes(app, whole);
      suggestionRoutes(app, whole);
      searchRoutes(app, needs);
    },
    { ...options, rates: { management: 0, search: 0, logs: 0, ...options.rates } },
  );
  const { call, needs, write, access } = search;
  const faults: { frontier?: () => Promise<number>; append?: () => Promise<void> } = {};
  const lags: number[] = [];
  const measuring: MeasureNeeds = {
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    meters: createMeasureMeters({
      ...silentMetrics,
      histogram: () => ({ observe: (seconds) => void lags.push(seconds) }),
    }),
    askSlots: (...asked) => askSlots({ search: needs }, ...asked),
    sharing: createSlotSharing({
      metadata: access.metadata,
      clock: access.clock,
      log: silentLog,
      search: needs,
    }),
    askIndex: (...asked) => askKpiIndex(needs, ...asked),
    store: { frontier: () => faults.frontier?.() ?? Promise.resolve(access.clock.now()) },
    append: async (organization, records: readonly LogRecord[]) => {
      await faults.append?.();
      await write(organization, records);
    },
  };
  const { signal } = new AbortController();
  const due = { metadata: access.metadata, clock: access.clock, log: silentLog };
  /** Works off what is due, and stores what came of it. */
  const measure = async (): Promise<void> => {
    await runDue(due, measureServices(measuring), signal);
    await shipRows(measuring, signal);
  };
  const read = async <T>(as: Member, url: string): Promise<T> => {
    const answer = await call(`GET ${url}`, { as });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as T;
  };
  return {
    ...search,
    ...making(call),
    faults,
    /** Seconds from when each slot could be measured until it was. */
    lags,
    measuring,
    measure,
    read,
    health: (as: Member, id: string) => read<ServiceHealth>(as, `${SERVICES}/${id}/health`),
    kpi: (as: Member, id: string) => read<Kpi>(as, `${KPIS}/${id}`),
    /** The rows of a query, as whoever asks sees them. */
    rows: async (as: Member, query: string): Promise<Record<string, unknown>[]> => {
      const body = { query, earliest: '-30d', latest: '+1d' };
      const answer = await call('POST /api/v1/search', { as, body });
      assert.equal(answer.status, 200, answer.text);
      return (answer.body.data as { rows: Record<string, unknown>[] }).rows;
    },
  };
}
