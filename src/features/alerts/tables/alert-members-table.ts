import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SeenMember } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';

const alertMembers = organizationRows('alert_members');

type Reader = Pick<Metadata, 'db'> | Unit;
type RuleName = Pick<Rule, 'id' | 'organization'>;

/** Members of rules, by the id of the rule. */
export async function readMembers(
  { db }: Reader,
  organization: OrganizationId,
  rules: readonly string[],
): Promise<ReadonlyMap<string, readonly AlertMemberRow[]>> {
  if (rules.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_members')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', rules)
    .orderBy('group_hash')
    .execute();
  return Map.groupBy(rows, (row) => row.rule_id);
}

const ROWS_AT_ONCE = 500;

export async function writeMembers(
  { db }: Unit,
  { id, organization }: RuleName,
  seen: readonly SeenMember[],
): Promise<void> {
  const rows = seen.map((member): AlertMemberRow => ({
    organization_id: organization,
    rule_id: id,
    group_hash: member.hash,
    group_key: JSON.stringify(member.key),
    windows_seen: member.windowsSeen,
    is_expected: member.isExpected ? 1 : 0,
    first_seen_at: member.firstSeenAt,
    last_seen_at: member.lastSeenAt,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_members')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['rule_id', 'group_hash']).doUpdateSet((eb) => ({
          windows_seen: eb.ref('excluded.windows_seen'),
          is_expected: eb.ref('excluded.is_expected'),
          first_seen_at: eb.ref('excluded.first_seen_at'),
          last_seen_at: eb.ref('excluded.last_seen_at'),
        })),
      )
      .execute();
  }
}

export async function removeMembers(
  { db }: Unit,
  { id, organization }: RuleName,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += ROWS_AT_ONCE) {
    await db
      .deleteFrom('alert_members')
      .where('organization_id', '=', organization)
      .where('rule_id', '=', id)
      .where('group_hash', 'in', hashes.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

export async function removeAllMembers(
  { db }: Unit,
  { id, organization }: RuleName,
): Promise<void> {
  await db
    .deleteFrom('alert_members')
    .where('organization_id', '=', organization)
    .where('rule_id', '=', id)
    .execute();
}

/** In a stable order, one row more than the page size. */
export async function listMembers(
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

/** Returns the removed row; undefined if there was none. */
export function removeMember(
  unit: Unit,
  organization: OrganizationId,
  rule: string,
  hash: string,
): Promise<AlertMemberRow | undefined> {
  return alertMembers.remove(unit, organization, { rule_id: rule, group_hash: hash });
}
