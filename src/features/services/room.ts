/**
 * Services and KPIs: what people run, how it is measured, and how it is doing. Owns the tables `services`,
 * `service_…`, `kpis`, `kpi_…` and the index `_kpi`.
 */
import type { OrganizationId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { LogRecord } from '../../base/record.ts';
import * as kpiViews from '../../contract/kpi-views.ts';
import * as kpis from '../../contract/kpis.ts';
import * as serviceHealth from '../../contract/service-health.ts';
import * as serviceSuggestions from '../../contract/service-suggestions.ts';
import * as services from '../../contract/services.ts';
import type { Room } from '../../room.ts';
import type { ReservedWriter } from '../../spec/reserved-indexes.ts';
import { SECOND_MS } from '../../spec/units.ts';
import { askKpiIndex } from './health/ask-kpi-index.ts';
import { healthRoutes } from './health/health-routes.ts';
import { countKpis } from './managing/kpis-table.ts';
import { kpiKind, serviceKind } from './managing/service-kind.ts';
import { kpiRoutes, serviceRoutes } from './managing/service-routes.ts';
import { countServices } from './managing/services-table.ts';
import { askSlots } from './measuring/ask-slots.ts';
import { createMeasureMeters } from './measuring/measure-meters.ts';
import type { MeasureNeeds } from './measuring/measure-needs.ts';
import { measureServices } from './measuring/run-service.ts';
import { createSlotSharing } from './measuring/share-slots.ts';
import { hasRowsToShip, shipRows } from './measuring/ship-rows.ts';
import type { ServiceNeeds } from './service-needs.ts';
import { suggestionRoutes } from './suggesting/suggestion-routes.ts';

type Needs = ServiceNeeds &
  Omit<MeasureNeeds, 'append' | 'askSlots' | 'sharing' | 'askIndex' | 'meters'> & {
    readonly metrics: Metrics;
    readonly appendReserved: (
      writer: ReservedWriter,
      organization: OrganizationId,
      records: readonly LogRecord[],
    ) => Promise<void>;
  };

export const servicesRoom = {
  contract: [services, kpis, kpiViews, serviceHealth, serviceSuggestions],
  counts: {
    services: countServices,
    kpis: (reader, organization) => countKpis(reader, organization),
  },
  open: (needs) => {
    const append = needs.appendReserved.bind(undefined, 'features/services');
    const measuring: MeasureNeeds = {
      ...needs,
      append,
      meters: createMeasureMeters(needs.metrics),
      askSlots: (...asked) => askSlots(needs, ...asked),
      sharing: createSlotSharing(needs),
      askIndex: (...asked) => askKpiIndex(needs.search, ...asked),
    };
    return {
      routes: (app) => {
        serviceRoutes(app, needs);
        kpiRoutes(app, needs);
        healthRoutes(app, needs);
        suggestionRoutes(app, needs);
      },
      kinds: [serviceKind(needs), kpiKind(needs)],
      startDue: (runner) => runner.start(measureServices(measuring)),
      jobs: [
        {
          name: 'kpi-rows',
          everyMs: SECOND_MS,
          hasWork: () => hasRowsToShip(measuring),
          run: (signal) => shipRows(measuring, signal),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
