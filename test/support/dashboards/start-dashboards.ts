import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import type {
  DashboardAsk,
  DashboardData,
  PanelAnswer,
} from '../../../src/contract/dashboard-data.ts';
import type { DashboardDefinition } from '../../../src/contract/dashboard-definition.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import { dataRoutes } from '../../../src/features/dashboards/refreshing/data-routes.ts';
import { openRefreshing } from '../../../src/features/dashboards/refreshing/open-refreshing.ts';
import type { RefreshNeeds } from '../../../src/features/dashboards/refreshing/refresh.ts';
import { dashboardRoutes } from '../../../src/features/dashboards/managing/dashboard-routes.ts';
import { createDashboard } from '../../../src/features/dashboards/managing/manage-dashboards.ts';
import { reportRoutes } from '../../../src/features/dashboards/reports/report-routes.ts';
import { sharingRoutes } from '../../../src/features/dashboards/sharing/sharing-routes.ts';
import { macroRoutes, savedSearchRoutes } from '../../../src/flow/search/routes.ts';
import { type Member, PUBLIC_ORIGIN } from '../open-access.ts';
import { type SearchOptions, startSearch } from '../start-search.ts';

/** A store that counts the statements it is asked. */
export function countingStore(store: LogStore) {
  let asked = 0;
  const watched: Pick<LogStore, 'query' | 'stream'> = {
    query: (...given) => {
      asked += 1;
      return store.query(...given);
    },
    stream: (...given) => store.stream(...given),
  };
  const counting = new Proxy(store, {
    get: (target, name) =>
      name === 'query' || name === 'stream'
        ? watched[name]
        : (Reflect.get(target, name, target) as unknown),
  });
  return { store: counting, asked: () => asked };
}

/** Dashboards on a real store, with a clock that stands still. */
export async function startDashboards(
  t: TestContext,
  store: LogStore,
  options: SearchOptions = {},
) {
  let refreshing: RefreshNeeds | undefined;
  const search = await startSearch(
    t,
    store,
    (app, needs) => {
      refreshing = openRefreshing({ search: needs, log: silentLog });
      savedSearchRoutes(app, needs);
      macroRoutes(app, needs);
      dashboardRoutes(app, needs);
      dataRoutes(app, { ...refreshing, metadata: needs.metadata });
      const sharing = { ...needs, ...refreshing, publicOrigin: () => PUBLIC_ORIGIN };
      sharingRoutes(app, sharing);
      reportRoutes(app, sharing);
    },
    { ...options, rates: { management: 0, search: 0, logs: 0, ...options.rates } },
  );
  const make = async (member: Member, definition: DashboardDefinition): Promise<string> =>
    (await createDashboard(search.needs, member.actor, { definition })).id;
  const call = async (as: Member | string, id: string, ask: DashboardAsk = {}) =>
    search.call(`POST /api/v1/dashboards/${id}/data`, { as, body: ask });
  const data = async (as: Member, id: string, ask: DashboardAsk = {}): Promise<DashboardData> => {
    const { status, body, text } = await call(as, id, ask);
    assert.equal(status, 200, text);
    return body.data as DashboardData;
  };
  assert.ok(refreshing);
  return { ...search, refreshing, make, ask: call, data };
}

/** What a panel shows; fails the test where it shows nothing. */
export function shown(answer: PanelAnswer | undefined) {
  assert.ok(answer !== undefined && 'rows' in answer, JSON.stringify(answer));
  return answer;
}

export function errorIn(answer: PanelAnswer | undefined): string {
  assert.ok(answer !== undefined && 'error' in answer, JSON.stringify(answer));
  return answer.error.code;
}
