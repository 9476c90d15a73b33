import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { PlanName } from '../../spec/plans.ts';

export async function readPlan(
  { db }: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
): Promise<PlanName> {
  const row = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.plan;
}
