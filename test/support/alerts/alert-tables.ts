/** The tables of alerting with two organizations, and rows that a test says no more of than it is about. */
import type { TestContext } from 'node:test';
import { organizationId } from '../../../src/base/ids.ts';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';
import type {
  AlertBatchRow,
  AlertChannelRow,
  AlertDeliveryRow,
  AlertDeliveryItemRow,
  AlertGroupRow,
  AlertIncidentRow,
  AlertMemberRow,
  AlertRuleRow,
  AlertRuleRunRow,
  AlertSilenceRow,
} from '../../../src/engines/metadata/tables/alerts.ts';
import { exampleRule } from './example-rule.ts';
import { openTestMetadata } from '../open-test-metadata.ts';

export const OURS = organizationId('org_ours');
export const THEIRS = organizationId('org_theirs');

type Put<Row, Named extends keyof Row> = (row: Pick<Row, Named> & Partial<Row>) => Promise<unknown>;

export interface AlertTables {
  readonly metadata: Metadata;
  readonly putRule: Put<AlertRuleRow, 'id'>;
  readonly putRun: Put<AlertRuleRunRow, 'rule_id'>;
  readonly putBatch: Put<AlertBatchRow, 'id'>;
  readonly putGroup: Put<AlertGroupRow, 'rule_id' | 'group_hash'>;
  readonly putMember: Put<AlertMemberRow, 'rule_id' | 'group_hash'>;
  readonly putIncident: Put<AlertIncidentRow, 'id'>;
  readonly putChannel: Put<AlertChannelRow, 'id'>;
  readonly putDelivery: Put<AlertDeliveryRow, 'id'>;
  readonly putItem: Put<AlertDeliveryItemRow, 'delivery_id' | 'incident_id'>;
  readonly putSilence: Put<AlertSilenceRow, 'id'>;
}

export async function openAlertTables(t: TestContext): Promise<AlertTables> {
  const metadata = await openTestMetadata(t);
  const { db } = metadata;
  await db
    .insertInto('organizations')
    .values([OURS, THEIRS].map((id) => ({ ...ORGANIZATION, id })))
    .execute();
  return {
    metadata,
    putRule: (row) =>
      db
        .insertInto('alert_rules')
        .values({ ...RULE, name: row.id, ...row })
        .execute(),
    putRun: (row) =>
      db
        .insertInto('alert_rule_runs')
        .values({ ...RUN, ...row })
        .execute(),
    putBatch: (row) =>
      db
        .insertInto('alert_batches')
        .values({ ...BATCH, ...row })
        .execute(),
    putGroup: (row) =>
      db
        .insertInto('alert_groups')
        .values({ ...GROUP, ...row })
        .execute(),
    putMember: (row) =>
      db
        .insertInto('alert_members')
        .values({ ...MEMBER, ...row })
        .execute(),
    putIncident: (row) =>
      db
        .insertInto('alert_incidents')
        .values({ ...INCIDENT, group_hash: `hash of ${row.id}`, ...row })
        .execute(),
    putChannel: (row) =>
      db
        .insertInto('alert_channels')
        .values({ ...CHANNEL, name: row.id, ...row })
        .execute(),
    putDelivery: (row) =>
      db
        .insertInto('alert_deliveries')
        .values({ ...DELIVERY, ...row })
        .execute(),
    putItem: (row) =>
      db
        .insertInto('alert_delivery_items')
        .values({ organization_id: OURS, transition: 'fired', at: 0, ...row })
        .execute(),
    putSilence: (row) =>
      db
        .insertInto('alert_silences')
        .values({ ...SILENCE, name: row.id, ...row })
        .execute(),
  };
}

const ORGANIZATION = {
  name: 'Example',
  plan: 'free',
  timezone: 'UTC',
  retention_days: 30,
  closed_providers: '[]',
  allowed_networks: '[]',
  audit_open: 0,
  agents: 'read',
  agents_masked: 1,
  second_factor: 'optional',
  custom_daily_bytes: null,
  custom_monthly_credits: null,
  created_by: 'usr_example',
  created_at: 0,
  updated_at: 0,
} as const;

const RULE = {
  organization_id: OURS,
  version: 1,
  is_enabled: 1,
  severity: 'warning',
  kind: 'threshold',
  interval_s: 60,
  batch_id: null,
  settings: JSON.stringify(exampleRule().settings),
  snoozed_until: null,
  created_by: 'usr_example',
  created_at: 0,
  updated_at: 0,
} as const satisfies Partial<AlertRuleRow>;

const RUN = {
  organization_id: OURS,
  version: 1,
  ticked_at: null,
  health: 'ok',
  health_detail: '',
  health_since: 0,
  failures: 0,
  told_at: null,
  retry_at: null,
  skipped_ticks: 0,
  sparkline: '[]',
  memory: '',
} as const satisfies Partial<AlertRuleRunRow>;

const BATCH = {
  organization_id: OURS,
  interval_s: 60,
  slice: 0,
  phase_s: 0,
  ticked_at: 0,
  due_at: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
} as const satisfies Partial<AlertBatchRow>;

const GROUP = {
  organization_id: OURS,
  group_key: 'null',
  state: 'firing',
  progress: '{}',
  incident_id: null,
} as const satisfies Partial<AlertGroupRow>;

const MEMBER = {
  organization_id: OURS,
  group_key: '{}',
  windows_seen: 1,
  is_expected: 0,
  first_seen_at: 1,
  last_seen_at: 2,
} as const satisfies Partial<AlertMemberRow>;

const INCIDENT = {
  organization_id: OURS,
  rule_id: 'alr_1',
  rule_name: 'Errors',
  rule_version: 1,
  severity: 'warning',
  status: 'firing',
  group_key: 'null',
  value: 7,
  condition: 'count > 5',
  started_at: 0,
  fired_at: 0,
  resolved_at: null,
  resolved_reason: null,
  events_from: 0,
  events_to: 0,
  search: '*',
  sample_ids: '[]',
  acknowledged_by: null,
  acknowledged_at: null,
  snoozed_until: null,
  is_flapping: 0,
  details: '{}',
  remind_at: null,
} as const satisfies Partial<AlertIncidentRow>;

const CHANNEL = {
  organization_id: OURS,
  kind: 'webhook',
  version: 1,
  settings: '{}',
  secret: null,
  previous_secret: null,
  previous_until: null,
  allows_samples: 0,
  disabled_at: null,
  disabled_reason: null,
  paused_until: null,
  failing_since: null,
  told_at: null,
  last_sent_at: null,
  last_error: null,
  created_by: 'usr_example',
  created_at: 0,
  updated_at: 0,
} as const satisfies Partial<AlertChannelRow>;

const DELIVERY = {
  organization_id: OURS,
  channel_id: 'chn_1',
  rule_id: 'alr_1',
  incident_id: null,
  kind: 'alert',
  state: 'waiting',
  withheld_by: null,
  notice_key: null,
  content: null,
  is_closed: 0,
  created_at: 0,
  ended_at: null,
  last_status: null,
  last_error: null,
  due_at: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
} as const satisfies Partial<AlertDeliveryRow>;

const SILENCE = {
  organization_id: OURS,
  version: 1,
  settings: '{}',
  starts_at: 0,
  ends_at: null,
  created_by: 'usr_example',
  created_at: 0,
  updated_at: 0,
} as const satisfies Partial<AlertSilenceRow>;
