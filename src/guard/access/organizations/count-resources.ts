import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { countActiveKeys } from '../credentials/api-keys-table.ts';
import type { PlanResource } from '../../../spec/plans.ts';

/** How much of what a plan counts an organization has. */
export async function countResources(
  { db }: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  now: number,
): Promise<Partial<Record<PlanResource, number>>> {
  const members = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  const apiKeys = await countActiveKeys({ db }, organization, now);
  return { members: members.count, apiKeys };
}
