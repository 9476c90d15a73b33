import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertGroupRow } from '../../../engines/metadata/tables/alerts.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import type { GroupState, Progress } from '../states/advance.ts';

type Reader = Pick<Metadata, 'db'> | Unit;
type RuleName = Pick<Rule, 'id' | 'organization'>;

/** Groups that are not normal, by the id of their rule. */
export async function readGroups(
  { db }: Reader,
  organization: OrganizationId,
  rules: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupState[]>> {
  if (rules.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_groups')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', rules)
    .orderBy('group_hash')
    .execute();
  const byRule = Map.groupBy(rows, (row) => row.rule_id);
  return new Map([...byRule].map(([rule, those]) => [rule, those.map(groupStateOf)]));
}

function groupStateOf(row: AlertGroupRow): GroupState {
  return {
    hash: row.group_hash,
    key: JSON.parse(row.group_key) as GroupKey,
    state: row.state,
    progress: JSON.parse(row.progress) as Progress,
    incidentId: row.incident_id,
  };
}

/** Rows of one statement: PostgreSQL binds 65,535 values at most, SQLite 32,766. */
const ROWS_AT_ONCE = 500;

export async function writeGroups(
  { db }: Unit,
  { id, organization }: RuleName,
  groups: readonly GroupState[],
): Promise<void> {
  const rows = groups.map((group): AlertGroupRow => ({
    organization_id: organization,
    rule_id: id,
    group_hash: group.hash,
    group_key: JSON.stringify(group.key),
    state: group.state,
    progress: JSON.stringify(group.progress),
    incident_id: group.incidentId,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_groups')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['rule_id', 'group_hash']).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          progress: eb.ref('excluded.progress'),
          incident_id: eb.ref('excluded.incident_id'),
        })),
      )
      .execute();
  }
}

export async function removeGroups(
  { db }: Unit,
  { id, organization }: RuleName,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += ROWS_AT_ONCE) {
    await db
      .deleteFrom('alert_groups')
      .where('organization_id', '=', organization)
      .where('rule_id', '=', id)
      .where('group_hash', 'in', hashes.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

export async function removeAllGroups({ db }: Unit, { id, organization }: RuleName): Promise<void> {
  await db
    .deleteFrom('alert_groups')
    .where('organization_id', '=', organization)
    .where('rule_id', '=', id)
    .execute();
}

/** How many groups rules have in each state. */
export async function countGroups(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
) {
  return db
    .selectFrom('alert_groups')
    .select(({ fn }) => ['rule_id', 'state', fn.countAll<number>().as('count')])
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', ids)
    .groupBy(['rule_id', 'state'])
    .execute();
}
