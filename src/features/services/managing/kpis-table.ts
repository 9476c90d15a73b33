import type { Page } from '../../../base/cursor.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst, organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { KpiRow, KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import type { Kpi } from '../kpi.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  find: findKpi,
  insert: insertKpi,
  update: updateKpi,
  remove: removeKpi,
} = organizationRows('kpis');

/** A row as the rest of the room works with it. */
export function kpiOf(row: KpiRow): Kpi {
  return {
    id: row.id,
    organization: organizationId(row.organization_id),
    service: row.service_id,
    name: row.name,
    version: row.version,
    isEnabled: row.is_enabled === 1,
    settings: JSON.parse(row.settings) as KpiSettings,
    changedAt: row.updated_at,
  };
}

/** Disabled ones, too; of an organization, or of one of its services. */
export async function countKpis(
  { db }: Reader,
  organization: OrganizationId,
  service?: string,
): Promise<number> {
  let query = db
    .selectFrom('kpis')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('service_id', '=', service);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** How many each service has. */
export async function countKpisByService(
  { db }: Reader,
  organization: OrganizationId,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('kpis')
    .select(({ fn }) => ['service_id', fn.countAll<number>().as('count')])
    .where('organization_id', '=', organization)
    .groupBy('service_id')
    .execute();
  return new Map(rows.map((row) => [row.service_id, row.count]));
}

/** Newest first, one row more than the page size. */
export async function readKpiPage(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
  service: string | undefined,
): Promise<KpiRow[]> {
  let query = db.selectFrom('kpis').selectAll().where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('service_id', '=', service);
  return newestFirst(query, page).execute();
}

/** All of a service, of some, or of all services, in a lasting order. */
export async function readKpis(
  { db }: Reader,
  organization: OrganizationId,
  service?: string | readonly string[],
): Promise<Kpi[]> {
  let query = db.selectFrom('kpis').selectAll().where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('service_id', 'in', [service].flat());
  return (await query.orderBy('created_at').orderBy('id').execute()).map(kpiOf);
}

/** By KPI; of one service, of some, or of all. */
export async function readKpiStates(
  { db }: Reader,
  organization: OrganizationId,
  service?: string | readonly string[],
): Promise<Map<string, KpiStateRow>> {
  let query = db.selectFrom('kpi_states').selectAll().where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('service_id', 'in', [service].flat());
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.kpi_id, row]));
}

/** Of the named ones. */
export async function findKpiStates(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, KpiStateRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('kpi_states')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('kpi_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.kpi_id, row]));
}

const ROWS_AT_ONCE = 50;

export async function putKpiStates({ db }: Unit, rows: readonly KpiStateRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('kpi_states')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column('kpi_id').doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          detail: eb.ref('excluded.detail'),
          value: eb.ref('excluded.value'),
          good: eb.ref('excluded.good'),
          total: eb.ref('excluded.total'),
          since: eb.ref('excluded.since'),
          measured_to: eb.ref('excluded.measured_to'),
          unrevised: eb.ref('excluded.unrevised'),
          first_slot: eb.ref('excluded.first_slot'),
          is_backfilled: eb.ref('excluded.is_backfilled'),
        })),
      )
      .execute();
  }
}
