import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Rule } from '../rule.ts';

/** Where the ticks of a rule lie on their grid; at its beginning while it has none. */
export async function findPhase(
  { db }: Pick<Metadata, 'db'>,
  { organization, id }: Pick<Rule, 'organization' | 'id'>,
): Promise<number> {
  const row = await db
    .selectFrom('alert_rules')
    .innerJoin('alert_batches', 'alert_batches.id', 'alert_rules.batch_id')
    .select('alert_batches.phase_s')
    .where('alert_rules.organization_id', '=', organization)
    .where('alert_batches.organization_id', '=', organization)
    .where('alert_rules.id', '=', id)
    .executeTakeFirst();
  return row?.phase_s ?? 0;
}
