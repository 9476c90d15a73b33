import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ServiceRunRow } from '../../../engines/metadata/tables/services.ts';

export async function updateRun(
  { db }: Unit,
  organization: OrganizationId,
  service: string,
  set: Partial<Pick<ServiceRunRow, 'state' | 'score' | 'state_since' | 'summed_day'>>,
): Promise<void> {
  await db
    .updateTable('service_runs')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', service)
    .execute();
}
