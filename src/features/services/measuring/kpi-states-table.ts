import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';

/** Stops further checks of the last measured slots of some KPIs. */
export async function dropUnrevised(
  { db }: Unit,
  organization: OrganizationId,
  of: { readonly service: string } | { readonly kpi: string },
): Promise<void> {
  const query = db
    .updateTable('kpi_states')
    .set({ unrevised: '[]' })
    .where('organization_id', '=', organization);
  const those =
    'service' in of
      ? query.where('service_id', '=', of.service)
      : query.where('kpi_id', '=', of.kpi);
  await those.execute();
}

export async function updateKpiState(
  { db }: Unit,
  organization: OrganizationId,
  kpi: string,
  set: Partial<KpiStateRow>,
): Promise<void> {
  await db
    .updateTable('kpi_states')
    .set(set)
    .where('organization_id', '=', organization)
    .where('kpi_id', '=', kpi)
    .execute();
}
