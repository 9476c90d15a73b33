/** Services, their KPIs, and what was last measured of them. */
import type { KpiState, ServiceState } from '../../../spec/services.ts';

declare module '../tables.ts' {
  interface Tables {
    services: ServiceRow;
    service_dependencies: ServiceDependencyRow;
    service_runs: ServiceRunRow;
    kpis: KpiRow;
    kpi_states: KpiStateRow;
    kpi_outbox: KpiOutboxRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    services: true;
    kpis: true;
  }
}

export interface ServiceRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  version: number;
  selector: string;
  owner: string | null;
  tier: number;
  /** JSON lists. */
  links: string;
  tags: string;
  created_by: string;
  created_at: number;
  updated_at: number;
}

export interface ServiceDependencyRow {
  service_id: string;
  organization_id: string;
  depends_on: string;
}

/** When a service is measured next, and what came of the last time. Its id is the service's. */
export interface ServiceRunRow {
  id: string;
  organization_id: string;
  state: ServiceState;
  score: number | null;
  state_since: number | null;
  /** The last whole day, as its beginning, whose sums are written. */
  summed_day: number | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
}

export interface KpiRow {
  id: string;
  organization_id: string;
  service_id: string;
  /** At most one of a name in a service. */
  name: string;
  version: number;
  is_enabled: number;
  /** JSON of everything else that people set, see `KpiSettings` of the contract. */
  settings: string;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** State written with every measurement, stored separately from the KPI to avoid rewriting the wide row. */
export interface KpiStateRow {
  kpi_id: string;
  organization_id: string;
  service_id: string;
  state: KpiState;
  /** Why it is not measured, for people; empty when it is. */
  detail: string;
  value: number | null;
  good: number | null;
  total: number | null;
  /** When the present state began. */
  since: number | null;
  /** Slots that end at or before it are done. */
  measured_to: number;
  /** JSON list of the slots still to be measured again, as first measured. */
  unrevised: string;
  /** The first slot that was ever measured. */
  first_slot: number | null;
  /** 0 while its past is still to be measured. */
  is_backfilled: number;
}

/** Measurements on their way to the index `_kpi`; gone once the ingest queue has them. */
export interface KpiOutboxRow {
  id: string;
  organization_id: string;
  recorded_at: number;
  /** JSON list of log records. */
  records: string;
}
