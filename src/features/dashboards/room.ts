import * as dashboards from '../../contract/dashboards.ts';
import type { Room } from '../../room.ts';
import { dashboardRoutes } from './managing/dashboard-routes.ts';
import { countDashboards } from './managing/dashboards-table.ts';
import type { DashboardNeeds } from './managing/manage-dashboards.ts';

type Needs = DashboardNeeds;

export const dashboardsRoom = {
  contract: [dashboards],
  counts: { dashboards: countDashboards },
  open: (needs) => ({
    routes: (app) => {
      dashboardRoutes(app, needs);
    },
  }),
} as const satisfies Room<Needs>;
