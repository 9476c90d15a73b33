/** Rules and incidents as tests of alerting need them, written straight into the tables. */
import { isoTime } from '../../../src/base/clock.ts';
import { newId, type OrganizationId } from '../../../src/base/ids.ts';
import type { AlertRuleSettings } from '../../../src/contract/alert-rule-settings.ts';
import type { AlertSilenceSettings } from '../../../src/contract/alert-silences.ts';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../src/engines/metadata/tables/alerts.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';
import { HOUR_MS } from '../../../src/spec/units.ts';
import { EXAMPLE_SETTINGS, threshold } from './example-rule.ts';

const SETTINGS: AlertRuleSettings = {
  ...EXAMPLE_SETTINGS,
  severity: 'error',
  condition: threshold({ value: 100, by: ['host'] }),
  keepFiring: 60,
};

export async function insertRule(
  { db }: Metadata,
  organization: OrganizationId,
  settings: Partial<AlertRuleSettings> = {},
  name = 'Errors',
): Promise<Rule> {
  const rule: Rule = {
    id: newId('alertRule'),
    organization,
    name,
    version: 1,
    isEnabled: true,
    settings: { ...SETTINGS, ...settings },
    snoozedUntil: null,
    createdBy: 'ada@example.com',
    changedAt: 0,
  };
  await db
    .insertInto('alert_rules')
    .values({
      id: rule.id,
      organization_id: organization,
      name: `${name} ${rule.id}`,
      version: 1,
      is_enabled: 1,
      severity: rule.settings.severity,
      kind: 'threshold',
      interval_s: rule.settings.interval,
      batch_id: null,
      settings: JSON.stringify(rule.settings),
      snoozed_until: null,
      created_by: rule.createdBy,
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  return rule;
}

export async function insertIncident(
  { db }: Metadata,
  rule: Rule,
  now: number,
  facts: Partial<AlertIncidentRow> & { readonly host?: string } = {},
): Promise<AlertIncidentRow> {
  const { host = 'web-7', ...given } = facts;
  const row: AlertIncidentRow = {
    id: newId('alertIncident'),
    organization_id: rule.organization,
    rule_id: rule.id,
    rule_name: rule.name,
    rule_version: rule.version,
    severity: rule.settings.severity,
    status: 'firing',
    group_hash: `hash of ${host}`,
    group_key: JSON.stringify({ host }),
    value: 311,
    condition: 'count > 100',
    started_at: now,
    fired_at: now,
    resolved_at: null,
    resolved_reason: null,
    events_from: now - 300_000,
    events_to: now,
    search: 'level=error',
    sample_ids: '["00000000000000aa"]',
    acknowledged_by: null,
    acknowledged_at: null,
    snoozed_until: null,
    is_flapping: 0,
    details: '{}',
    remind_at: null,
    ...given,
  };
  await db.insertInto('alert_incidents').values(row).execute();
  return row;
}

/** The incident as it is once it is over. */
export async function resolveIncident(
  { db }: Metadata,
  incident: AlertIncidentRow,
  now: number,
): Promise<AlertIncidentRow> {
  const set = { status: 'resolved', resolved_at: now, resolved_reason: 'condition_over' } as const;
  await db.updateTable('alert_incidents').set(set).where('id', '=', incident.id).execute();
  return { ...incident, ...set };
}

/** A silence of one rule that holds for an hour from now. */
export async function insertSilence({ db }: Metadata, rule: Rule, now: number): Promise<string> {
  const id = newId('alertSilence');
  const settings: AlertSilenceSettings = {
    match: { rules: [rule.id], tags: [], severities: [], group: {} },
    times: { kind: 'range', from: isoTime(now), to: isoTime(now + HOUR_MS) },
  };
  await db
    .insertInto('alert_silences')
    .values({
      id,
      organization_id: rule.organization,
      name: 'quiet',
      version: 1,
      settings: JSON.stringify(settings),
      starts_at: now,
      ends_at: now + HOUR_MS,
      created_by: 'ada@example.com',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
