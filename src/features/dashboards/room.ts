import type { Log } from '../../base/log.ts';
import * as dashboardData from '../../contract/dashboard-data.ts';
import * as dashboards from '../../contract/dashboards.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { Room } from '../../room.ts';
import { dataRoutes } from './data/data-routes.ts';
import { openRefreshing } from './data/open-refreshing.ts';
import { dashboardRoutes } from './managing/dashboard-routes.ts';
import { countDashboards } from './managing/dashboards-table.ts';
import type { DashboardNeeds } from './managing/manage-dashboards.ts';

type Needs = DashboardNeeds & { readonly search: SearchNeeds; readonly log: Log };

export const dashboardsRoom = {
  contract: [dashboards, dashboardData],
  counts: { dashboards: countDashboards },
  open: (needs) => {
    const refreshing = { ...needs, ...openRefreshing(needs) };
    return {
      routes: (app) => {
        dashboardRoutes(app, needs);
        dataRoutes(app, refreshing);
      },
    };
  },
} as const satisfies Room<Needs>;
