import type { OrganizationId } from '../../../base/ids.ts';
import type {
  KpiStateRow,
  ServiceRow,
  ServiceRunRow,
} from '../../../engines/metadata/tables/services.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import type { Kpi } from '../kpi.ts';
import type { MeasureNeeds } from './measure-needs.ts';

/** One run: what it is about, and what everything in it shares. */
export interface ServiceRun {
  readonly needs: MeasureNeeds;
  readonly row: ServiceRunRow;
  readonly organization: OrganizationId;
  readonly service: ServiceRow;
  readonly kpis: readonly Kpi[];
  readonly states: ReadonlyMap<string, KpiStateRow>;
  readonly now: number;
  readonly claim: Claim;
}
