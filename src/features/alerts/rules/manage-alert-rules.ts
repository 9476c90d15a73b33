import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type {
  AlertRuleChange,
  AlertRuleDraft,
  AlertRuleSettings,
  AlertRuleVersion,
} from '../../../contract/alert-rule-settings.ts';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { orTaken, type Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRow } from '../../../engines/metadata/tables/alerts.ts';
import {
  insertKnowledgeVersion,
  readKnowledgeVersions,
  removeKnowledgeVersions,
} from '../../../flow/search/index.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { requireRoom } from '../../../guard/limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { remindAfterSnooze } from '../tables/alert-incidents-table.ts';
import {
  countAlertRules,
  findRuleRow,
  insertRule,
  readRuleRows,
  removeRule,
  type RuleFilter,
  ruleOf,
  settingsOf,
  updateRule,
} from '../tables/alert-rules-table.ts';
import { requireAuditReader } from '../conditions/actor-of-rule.ts';
import { requireNamed, requireUsable, requireVerdictRoom } from './check-rule.ts';
import { leaveBatch, placeInBatch } from './place-in-batch.ts';
import type { RuleNeeds } from './rule-needs.ts';
import { keepRun, readStandings, restartRun } from '../tables/alert-rule-runs-table.ts';
import { isEvaluatedOtherwise, settleChange, settleDraft } from './settle-settings.ts';
import { showRule } from './show-rule.ts';

const withOwnName = orTaken({
  alert_rules_organization_id_name_key: 'An alert rule with this name already exists.',
});

export async function listAlertRules(
  { metadata, clock }: RuleNeeds,
  { organization }: Actor,
  page: Page,
  filter: RuleFilter,
): Promise<{ data: AlertRule[]; nextCursor: string | null }> {
  const rows = await readRuleRows(metadata, organization, page, filter);
  const standings = await readStandings(metadata, organization, rows);
  const now = clock.now();
  const cursorOf = (row: AlertRuleRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => showRule(row, standings.get(row.id), now));
}

export async function readAlertRule(
  { metadata, clock }: RuleNeeds,
  { organization }: Actor,
  id: string,
): Promise<AlertRule> {
  const row = await requireRule(metadata, organization, id);
  const standings = await readStandings(metadata, organization, [row]);
  return showRule(row, standings.get(id), clock.now());
}

export async function createAlertRule(
  needs: RuleNeeds,
  actor: Actor,
  draft: AlertRuleDraft,
): Promise<AlertRule> {
  const { organization } = actor;
  const settings = settleDraft(draft);
  await requireUsable(needs, actor, settings);
  const now = needs.clock.now();
  const id = newId('alertRule');
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const count = (): Promise<number> => countAlertRules(unit, organization);
      await requireRoom(unit, needs.plans, organization, 'alertRules', count);
      await requireVerdictRoom(unit, organization, id, settings);
      const kept = { ...settings, ...(await requireNamed(unit, organization, id, settings)) };
      const row: AlertRuleRow = {
        id,
        organization_id: organization,
        name: draft.name.trim(),
        version: 1,
        is_enabled: draft.enabled === false ? 0 : 1,
        severity: kept.severity,
        kind: kept.condition.kind,
        interval_s: kept.interval,
        batch_id: null,
        settings: JSON.stringify(kept),
        snoozed_until: null,
        created_by: actorName(actor),
        created_at: now,
        updated_at: now,
      };
      await insertRule(unit, row);
      await keepVersion(unit, row, actorName(actor));
      await restartRun(unit, organization, row, now);
      if (row.is_enabled === 1) await placeInBatch(unit, needs, ruleOf(row));
      const details = { name: row.name, kind: row.kind, severity: row.severity };
      const event = {
        action: 'alert_rule.created',
        resource: id,
        details,
        change: { after: contentOf(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return readAlertRule(needs, actor, id);
}

export async function changeAlertRule(
  needs: RuleNeeds,
  actor: Actor,
  id: string,
  change: AlertRuleChange,
): Promise<AlertRule> {
  const { organization } = actor;
  const known = ruleOf(await requireRule(needs.metadata, organization, id));
  requireVersion(known.version, change.version);
  const settings = settleChange(known.settings, change);
  // Before anything is locked. Should the rule change meanwhile, its version tells.
  const isOther = isEvaluatedOtherwise(known.settings, settings);
  if (isOther || change.title !== undefined || change.body !== undefined) {
    await requireUsable(needs, actor, settings);
  }
  // Required for any change: from now on the rule reads on behalf of the caller.
  requireAuditReader(actor, settings);
  const now = needs.clock.now();
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await lockRule(unit, organization, id);
      requireVersion(before.version, change.version);
      await requireVerdictRoom(unit, organization, id, settings);
      const named = await requireNamed(unit, organization, id, settings, known.settings);
      const kept = { ...settings, ...named };
      const row: AlertRuleRow = {
        ...before,
        name: change.name?.trim() ?? before.name,
        version: before.version + 1,
        severity: kept.severity,
        kind: kept.condition.kind,
        interval_s: kept.interval,
        settings: JSON.stringify(kept),
        updated_at: now,
      };
      if (isOther) await needs.resetRule(unit, ruleOf(before), 'rule_edited');
      await updateRule(unit, organization, id, row);
      // A rule from a release without versions has none yet.
      await keepVersion(unit, before, before.created_by);
      await keepVersion(unit, row, actorName(actor));
      if (isOther) await restartRun(unit, organization, row, now);
      else await keepRun(unit, organization, row);
      if (row.is_enabled === 1 && row.interval_s !== before.interval_s) {
        await leaveBatch(unit, ruleOf(row), before.batch_id);
        await placeInBatch(unit, needs, ruleOf(row));
      }
      const event = {
        action: 'alert_rule.updated',
        resource: id,
        details: { name: row.name, version: row.version },
        change: { before: contentOf(before), after: contentOf(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return readAlertRule(needs, actor, id);
}

export async function deleteAlertRule(needs: RuleNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await lockRule(unit, organization, id);
    const rule = ruleOf(row);
    await needs.resetRule(unit, rule, 'rule_deleted');
    await leaveBatch(unit, rule, row.batch_id);
    await removeRule(unit, organization, id);
    await removeKnowledgeVersions(unit, organization, id);
    const event = {
      action: 'alert_rule.deleted',
      resource: id,
      details: { name: row.name },
      change: { before: contentOf(row) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Enables or disables a rule; a rule already in that state is left unchanged. */
export async function switchAlertRule(
  needs: RuleNeeds,
  actor: Actor,
  id: string,
  isEnabled: boolean,
): Promise<AlertRule> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const before = await lockRule(unit, organization, id);
    if ((before.is_enabled === 1) === isEnabled) return;
    const row: AlertRuleRow = {
      ...before,
      version: before.version + 1,
      is_enabled: isEnabled ? 1 : 0,
      updated_at: now,
    };
    const rule = ruleOf(row);
    if (!isEnabled) await needs.resetRule(unit, ruleOf(before), 'rule_disabled');
    await updateRule(unit, organization, id, row);
    await restartRun(unit, organization, row, now);
    if (isEnabled) await placeInBatch(unit, needs, rule);
    else await leaveBatch(unit, rule, before.batch_id);
    const action = isEnabled ? 'alert_rule.enabled' : 'alert_rule.disabled';
    const details = { name: row.name };
    const change = { before: contentOf(before), after: contentOf(row) };
    await recordAudit(unit, actor, { action, resource: id, details, change }, now);
  });
  return readAlertRule(needs, actor, id);
}

/** Withholds its messages for a while; 0 ends it. */
export async function snoozeAlertRule(
  needs: RuleNeeds,
  actor: Actor,
  id: string,
  seconds: number,
): Promise<AlertRule> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const { name } = await lockRule(unit, organization, id);
    const until = seconds === 0 ? null : now + seconds * SECOND_MS;
    await updateRule(unit, organization, id, { snoozed_until: until });
    if (until !== null) await remindAfterSnooze(unit, organization, id, until);
    const details = { name, seconds };
    await recordAudit(unit, actor, { action: 'alert_rule.snoozed', resource: id, details }, now);
  });
  return readAlertRule(needs, actor, id);
}

export async function listAlertRuleVersions(
  { metadata }: RuleNeeds,
  { organization }: Actor,
  id: string,
): Promise<AlertRuleVersion[]> {
  await requireRule(metadata, organization, id);
  type Content = AlertRuleSettings & { readonly name: string };
  return readKnowledgeVersions<Content>(metadata, organization, id);
}

async function keepVersion(unit: Unit, row: AlertRuleRow, savedBy: string): Promise<void> {
  const content = { name: row.name, ...settingsOf(row) };
  const saved = { ...row, updated_by: savedBy };
  await insertKnowledgeVersion(unit, saved, content, LIMITS.alerts.versionsMax);
}

/** What people write of a rule. */
function contentOf(row: AlertRuleRow) {
  return { name: row.name, enabled: row.is_enabled === 1, ...settingsOf(row) };
}

/** Locks the organization first, since places in batches are assigned under its lock; then the rule. */
export async function lockRule(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<AlertRuleRow> {
  await unit.lockRow('organizations', { id: organization });
  await unit.lockRow('alert_rules', { organization_id: organization, id });
  return requireRule(unit, organization, id);
}

async function requireRule(
  reader: Parameters<typeof findRuleRow>[0],
  organization: OrganizationId,
  id: string,
): Promise<AlertRuleRow> {
  const row = await findRuleRow(reader, organization, id);
  if (row === undefined) throw notFound('alert rule');
  return row;
}

function requireVersion(present: number, seen: number): void {
  if (present === seen) return;
  const message = `The rule was changed by someone else and is now at version ${present}. Reload it and try again.`;
  throw new AppError('CONFLICT', message, { fields: { version: present } });
}
