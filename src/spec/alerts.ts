/** The words of alert rules, as the wire, the tables and the web app have them. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';

export const SEVERITIES = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Of a rule: that of its worst group. */
export const RULE_STATES = ['normal', 'pending', 'firing'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** Whether a rule can be evaluated; why not is told beside it. */
export const RULE_HEALTHS = ['ok', 'learning', 'no_data', 'behind', 'error', 'disabled'] as const;
export type RuleHealth = (typeof RULE_HEALTHS)[number];

/** As the calendar of people begins. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const CONDITION_KINDS = ['threshold', 'absence', 'change', 'verdict'] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

export const COMPARISONS = ['>', '>=', '<', '<=', '=', '!='] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const INCIDENT_STATUSES = ['firing', 'resolved'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

export const RESOLVED_REASONS = [
  'condition_over',
  'group_gone',
  'member_expired',
  'member_forgotten',
  'rule_edited',
  'rule_disabled',
  'rule_deleted',
  'by_hand',
] as const;
export type ResolvedReason = (typeof RESOLVED_REASONS)[number];

/** As the web app and notifications say it. */
export const RESOLVED_REASON_WORDS: Readonly<Record<ResolvedReason, string>> = {
  condition_over: 'condition no longer met',
  group_gone: 'the group stopped sending events',
  member_expired: 'the source sent nothing for so long that it expired',
  member_forgotten: 'the source was removed manually',
  rule_edited: 'the rule was edited',
  rule_disabled: 'the rule was disabled',
  rule_deleted: 'the rule was deleted',
  by_hand: 'resolved manually',
};

export const CHANNEL_KINDS = [
  'email',
  'webhook',
  'slack',
  'discord',
  'teams',
  'pagerduty',
  'jsm',
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The channel that every organization has: mail to its Owners. It cannot be changed or deleted. */
export const OWNERS_CHANNEL = 'chn_owners';

export const DELIVERY_STATES = ['waiting', 'sent', 'dead', 'withheld'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What `{{…}}` stands for in the templates of a message; `group.` is followed by the name of a field. */
export const PLACEHOLDERS = [
  'rule.name',
  'severity',
  'value',
  'condition',
  'from',
  'to',
  'url',
  'runbook',
  'count',
] as const;

/** How long a message waits before each try after the first. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  1 * HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
