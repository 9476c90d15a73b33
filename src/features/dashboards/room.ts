import type { Log } from '../../base/log.ts';
import * as dashboardData from '../../contract/dashboard-data.ts';
import * as dashboardReports from '../../contract/dashboard-reports.ts';
import * as dashboardSharing from '../../contract/dashboard-sharing.ts';
import * as dashboards from '../../contract/dashboards.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { AccessNeeds } from '../../guard/access/index.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS } from '../../spec/units.ts';
import { dataRoutes } from './refreshing/data-routes.ts';
import { openRefreshing } from './refreshing/open-refreshing.ts';
import { dashboardKind } from './managing/dashboard-kind.ts';
import { dashboardRoutes } from './managing/dashboard-routes.ts';
import { countDashboards } from './managing/dashboards-table.ts';
import type { DashboardNeeds } from './managing/manage-dashboards.ts';
import { reportKind } from './reports/report-kind.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { sendReports } from './reports/send-reports.ts';
import { findEmbedOrigins } from './sharing/dashboard-links-table.ts';
import { forgetEndedLinks } from './sharing/share-dashboard.ts';
import { sharingRoutes } from './sharing/sharing-routes.ts';

type Needs = DashboardNeeds & {
  readonly search: SearchNeeds;
  readonly counters: Pick<Counters, 'hit'>;
  readonly access: Pick<AccessNeeds, 'publicOrigin' | 'enqueueMail'>;
  readonly log: Log;
};

export const dashboardsRoom = {
  contract: [dashboards, dashboardData, dashboardSharing, dashboardReports],
  counts: { dashboards: countDashboards },
  open: (needs) => {
    const { publicOrigin, enqueueMail } = needs.access;
    const whole = { ...needs, ...openRefreshing(needs), publicOrigin, enqueueMail };
    return {
      routes: (app) => {
        dashboardRoutes(app, whole);
        dataRoutes(app, whole);
        sharingRoutes(app, whole);
        reportRoutes(app, whole);
      },
      pages: [
        {
          url: '/public/dashboard/:id',
          framedBy: async (id) => findEmbedOrigins(whole.metadata, id, whole.clock.now()),
        },
      ],
      kinds: [dashboardKind(whole), reportKind(whole)],
      startDue: (runner) => runner.start(sendReports(whole)),
      jobs: [
        {
          name: 'dashboard-link-tidying',
          everyMs: HOUR_MS,
          run: () => forgetEndedLinks(whole),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
