import type { Page } from '../../../base/cursor.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { settleHolds } from '../../../contract/alert-rule-form.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst, organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertGroupRow, AlertRuleRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ConditionKind, RuleHealth, RuleState } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  find: findRuleRow,
  count: countAlertRules,
  insert: insertRule,
  update: updateRule,
  remove: removeRule,
} = organizationRows('alert_rules');

/** Converts rules stored with consecutive checks to seconds. */
export function settingsOf({ settings }: Pick<AlertRuleRow, 'settings'>): AlertRuleSettings {
  return settleHolds(JSON.parse(settings) as AlertRuleSettings);
}

/** A row as the rest of the room works with it. */
export function ruleOf(row: AlertRuleRow): Rule {
  return {
    id: row.id,
    organization: organizationId(row.organization_id),
    name: row.name,
    version: row.version,
    isEnabled: row.is_enabled === 1,
    settings: settingsOf(row),
    snoozedUntil: row.snoozed_until,
    createdBy: row.created_by,
    changedAt: row.updated_at,
  };
}

/** Counts rules of one kind, except the given one. */
export async function countRulesOfKind(
  { db }: Reader,
  organization: OrganizationId,
  kind: ConditionKind,
  besides: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('alert_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('kind', '=', kind)
    .where('id', '!=', besides)
    .executeTakeFirstOrThrow();
  return count;
}

type GroupState = AlertGroupRow['state'];

/** States of groups by what they make of their rule. */
const GROUP_STATES = {
  firing: ['firing', 'recovering'],
  pending: ['pending'],
} as const satisfies Record<string, readonly GroupState[]>;

export interface RuleFilter {
  readonly state?: RuleState;
  readonly health?: RuleHealth;
}

/** Newest first, one row more than the page size. */
export async function readRuleRows(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
  filter: RuleFilter = {},
): Promise<AlertRuleRow[]> {
  let query = db.selectFrom('alert_rules').selectAll().where('organization_id', '=', organization);
  const { state, health } = filter;
  if (health !== undefined) {
    const such = db
      .selectFrom('alert_rule_runs')
      .select('rule_id')
      .where('organization_id', '=', organization)
      .where('health', '=', health);
    query = query.where('id', 'in', such);
  }
  const rulesIn = (states: readonly GroupState[]) =>
    db
      .selectFrom('alert_groups')
      .select('rule_id')
      .where('organization_id', '=', organization)
      .where('state', 'in', states);
  const checked = db
    .selectFrom('alert_rule_runs')
    .select('rule_id')
    .where('organization_id', '=', organization)
    .where('ticked_at', 'is not', null);
  const { firing, pending } = GROUP_STATES;
  if (state === 'firing') query = query.where('id', 'in', rulesIn(firing));
  if (state === 'pending') {
    query = query
      .where((eb) => eb.or([eb('id', 'in', rulesIn(pending)), eb('id', 'not in', checked)]))
      .where('id', 'not in', rulesIn(firing));
  }
  if (state === 'normal') {
    query = query
      .where('id', 'not in', rulesIn([...firing, ...pending]))
      .where('id', 'in', checked);
  }
  return newestFirst(query, page).execute();
}

/** Those of the named ones that there are. */
export async function findRules(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Rule[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return rows.map(ruleOf);
}

/** The rules that tick together, in a lasting order. */
export async function rulesOfBatch(
  { db }: Reader,
  organization: OrganizationId,
  batchId: string,
): Promise<Rule[]> {
  const rows = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute();
  return rows.map(ruleOf);
}

/** Those of the named channels that there are. */
export async function findChannelIds(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('alert_channels')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}
