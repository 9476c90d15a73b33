import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
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

export interface DueRuns {
  readonly now: number;
  /** The calling node: includes its own running services, excludes those of others. */
  readonly holder: string;
  readonly max: number;
}

/** Services whose time has come, the first to come first. */
export async function findDueRuns(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  { now, holder, max }: DueRuns,
): Promise<string[]> {
  const rows = await db
    .selectFrom('service_runs')
    .select('id')
    .where('organization_id', '=', organization)
    .where('due_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('lease_until', 'is', null),
        eb('lease_until', '<=', now),
        eb('claimed_by', '=', holder),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}
