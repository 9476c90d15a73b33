import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** In a lasting order, one more than the page holds. */
export async function readMembers(
  { db }: Reader,
  organization: OrganizationId,
  rule: string,
  { limit, after }: Page,
): Promise<AlertMemberRow[]> {
  return db
    .selectFrom('alert_members')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', '=', rule)
    .$if(after !== undefined, (query) => query.where('group_hash', '>', after?.id ?? ''))
    .orderBy('group_hash')
    .limit(limit + 1)
    .execute();
}

/** The row that is gone; undefined when there was none. */
export async function removeMember(
  { db }: Unit,
  organization: OrganizationId,
  rule: string,
  hash: string,
): Promise<AlertMemberRow | undefined> {
  return db
    .deleteFrom('alert_members')
    .where('organization_id', '=', organization)
    .where('rule_id', '=', rule)
    .where('group_hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
}
