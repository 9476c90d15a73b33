import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Disabled ones, too. */
export async function countAlertRules(
  { db }: Reader,
  organization: OrganizationId,
): Promise<number> {
  const { count } = await db
    .selectFrom('alert_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return count;
}
