/** Alert rules, their schedule, results and notifications. */
import type {
  ChannelKind,
  ConditionKind,
  DeliveryState,
  IncidentStatus,
  ResolvedReason,
  RuleHealth,
  Severity,
} from '../../../spec/alerts.ts';

declare module '../tables.ts' {
  interface Tables {
    alert_rules: AlertRuleRow;
    alert_rule_runs: AlertRuleRunRow;
    alert_batches: AlertBatchRow;
    alert_groups: AlertGroupRow;
    alert_members: AlertMemberRow;
    alert_incidents: AlertIncidentRow;
    alert_incident_events: AlertIncidentEventRow;
    alert_events: AlertEventRow;
    alert_channels: AlertChannelRow;
    alert_addresses: AlertAddressRow;
    alert_deliveries: AlertDeliveryRow;
    alert_delivery_items: AlertDeliveryItemRow;
    alert_silences: AlertSilenceRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    alertRules: true;
  }
}

export interface AlertRuleRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  /** Increases with every change of evaluation or notification settings. */
  version: number;
  is_enabled: number;
  severity: Severity;
  kind: ConditionKind;
  interval_s: number;
  /** Where it is evaluated; null while it is disabled. */
  batch_id: string | null;
  /** JSON of everything that people set, see `AlertRuleSettings` of the contract. */
  settings: string;
  snoozed_until: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Values written at each check, in a separate table to keep the wide rule row unchanged. */
export interface AlertRuleRunRow {
  rule_id: string;
  organization_id: string;
  /** The version of the rule that it is about. */
  version: number;
  /** The last tick that counted, by the time of the store. */
  ticked_at: number | null;
  health: RuleHealth;
  /** Why, for people; empty when it is well. */
  health_detail: string;
  health_since: number;
  /** Ticks in a row that failed. */
  failures: number;
  /** When the failures were last notified. */
  told_at: number | null;
  /** No earlier than this it is tried again, while it fails. */
  retry_at: number | null;
  skipped_ticks: number;
  /** JSON list of the largest values of the last ticks, oldest first. */
  sparkline: string;
  /** JSON state of a condition other than its groups. */
  memory: string;
}

/**
 * Rules of an organization that are checked together. Checks are on a grid: `phase_s` after the multiples of the
 * interval.
 */
export interface AlertBatchRow {
  id: string;
  organization_id: string;
  interval_s: number;
  slice: number;
  phase_s: number;
  /** The last tick of all its rules, by the time of the store. */
  ticked_at: number;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
}

/** A group of a rule that is not normal. */
export interface AlertGroupRow {
  organization_id: string;
  rule_id: string;
  group_hash: string;
  /** JSON object of the group's fields, or `null`. */
  group_key: string;
  /**
   * `closed`: resolved manually, until the condition is false once. `resting`: normal again, kept for a while to detect
   * flapping.
   */
  state: 'pending' | 'firing' | 'recovering' | 'closed' | 'resting';
  /** JSON of counts and times for the next check. */
  progress: string;
  incident_id: string | null;
}

/** A source that is expected to send events. */
export interface AlertMemberRow {
  organization_id: string;
  rule_id: string;
  group_hash: string;
  group_key: string;
  /** Windows with events, up to as many as make it known. */
  windows_seen: number;
  is_expected: number;
  first_seen_at: number | null;
  last_seen_at: number | null;
}

export interface AlertIncidentRow {
  id: string;
  organization_id: string;
  /** Incidents outlive their rule. */
  rule_id: string;
  rule_name: string;
  rule_version: number;
  severity: Severity;
  status: IncidentStatus;
  group_hash: string;
  group_key: string;
  value: number | null;
  /** As text. */
  condition: string;
  /** The tick at which the condition first held. */
  started_at: number;
  fired_at: number;
  resolved_at: number | null;
  resolved_reason: ResolvedReason | null;
  /** The stretch of arrival that it rests on. */
  events_from: number;
  events_to: number;
  /** A query that shows the events. */
  search: string;
  /** JSON list of ids of events. */
  sample_ids: string;
  acknowledged_by: string | null;
  acknowledged_at: number | null;
  snoozed_until: number | null;
  is_flapping: number;
  /** JSON: values of earlier periods, findings of a verdict. */
  details: string;
  /** When channels are reminded of it; null for never. */
  remind_at: number | null;
}

export interface AlertIncidentEventRow {
  id: string;
  organization_id: string;
  incident_id: string;
  at: number;
  kind: string;
  /** JSON. */
  details: string;
}

/** On its way to the index `_alerts`; gone once the ingest queue has it. */
export interface AlertEventRow {
  id: string;
  organization_id: string;
  recorded_at: number;
  kind: string;
  rule_id: string | null;
  incident_id: string | null;
  /** For people. */
  text: string;
  /** JSON of further fields. */
  details: string;
}

export interface AlertChannelRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  kind: ChannelKind;
  version: number;
  /** JSON of what may be shown: recipients, host, last four characters. */
  settings: string;
  /** The address to call and what goes with it, as encrypted JSON; see `engines/secrets`. Null for mail. */
  secret: string | null;
  /** Also signs until then. */
  previous_secret: string | null;
  previous_until: number | null;
  /** 1 when an Admin lets lines of logs leave through it. */
  allows_samples: number;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** The receiver requested a pause. */
  paused_until: number | null;
  failing_since: number | null;
  told_at: number | null;
  last_sent_at: number | null;
  last_error: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** An address that is no member's, and whether it has confirmed that it wants mail. */
export interface AlertAddressRow {
  organization_id: string;
  /** Lower case. */
  email: string;
  /** SHA-256 of the token in the link, in hexadecimal digits; null once it is confirmed. */
  token_hash: string | null;
  asked_at: number;
  confirmed_at: number | null;
}

/** One message to one channel. */
export interface AlertDeliveryRow {
  id: string;
  organization_id: string;
  channel_id: string;
  /** Null for notices that concern no rule. */
  rule_id: string | null;
  /** Set if each incident has separate notifications. */
  incident_id: string | null;
  kind: 'alert' | 'reminder' | 'test' | 'notice';
  state: DeliveryState;
  /** Why it was suppressed: a silence, or a reason such as `snoozed`. */
  withheld_by: string | null;
  /** Subject of a notice; the same notice is not sent again within a day. */
  notice_key: string | null;
  /** The content, frozen at the first attempt and deleted after delivery; for notices, the text from the start. */
  content: string | null;
  /** No transition joins any more. */
  is_closed: number;
  created_at: number;
  ended_at: number | null;
  last_status: number | null;
  last_error: string | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
}

/** What a message tells. */
export interface AlertDeliveryItemRow {
  delivery_id: string;
  organization_id: string;
  incident_id: string;
  transition: 'fired' | 'resolved' | 'acknowledged' | 'still_firing';
  at: number;
}

export interface AlertSilenceRow {
  id: string;
  organization_id: string;
  name: string;
  version: number;
  /** JSON of matchers and times, see `AlertSilenceSettings` of the contract. */
  settings: string;
  /** The earliest start and the latest end of its effect. */
  starts_at: number;
  ends_at: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}
