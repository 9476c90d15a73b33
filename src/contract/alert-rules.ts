/** Alert rules: a query, looked at again and again, and what makes it fire. */
import { type Static, Type } from 'typebox';
import { CONDITION_KINDS, RULE_HEALTHS, RULE_STATES } from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import {
  AlertRuleChange,
  AlertRuleDraft,
  AlertRuleSettings,
  AlertRuleVersion,
} from './alert-rule-settings.ts';
import type { Endpoint } from './endpoint.ts';
import {
  described,
  dataOf,
  fields,
  PAGE_QUERY,
  pageOf,
  named,
  SHORT_LIST_QUERY,
} from './schema.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const AlertRule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer({
      description: 'Increases with every change. Send it back when you change the rule.',
    }),
    enabled: Type.Boolean({ description: 'Whether the rule is checked.' }),
    kind: Type.Enum(CONDITION_KINDS, { description: 'Type of the condition.' }),
    state: Type.Enum(RULE_STATES, {
      description: 'Most severe state of all groups. `pending` before the first check, too.',
    }),
    firing: Type.Integer({ description: 'Number of firing groups.' }),
    health: Type.Enum(RULE_HEALTHS, { description: 'Whether the checks themselves succeed.' }),
    healthDetail: Type.String({ description: 'Reason. Empty when healthy.' }),
    lastTickAt: described(TextOrNull, 'Last check. Null: not checked yet.'),
    nextTickAt: described(TextOrNull, 'Next check. Null: disabled.'),
    snoozedUntil: described(TextOrNull, 'Notifications are snoozed until then. Null: not snoozed.'),
    sparkline: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description: 'Largest value of each recent check, oldest first.',
    }),
    ...AlertRuleSettings.properties,
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'AlertRule' },
);
export type AlertRule = Static<typeof AlertRule>;

/** Taken where a rule or an incident is to be quiet for a while. */
export const Snooze = named(
  'Snooze',
  fields({
    seconds: Type.Integer({
      minimum: 0,
      maximum: LIMITS.alerts.snoozeSecondsMax,
      description: 'How long notifications are suppressed. 0 ends the snooze.',
    }),
  }),
);
export type Snooze = Static<typeof Snooze>;

const draftExample = {
  name: 'Host silent',
  query: 'index=web',
  window: 600,
  condition: { kind: 'absence', scope: 'member', by: ['host'] },
  channels: ['chn_7Gt2kPwVn5RxLcZbD9MqHs'],
};
const settingsExample = {
  description: '',
  runbook: '',
  tags: [],
  severity: 'warning',
  query: draftExample.query,
  savedSearch: null,
  interval: 60,
  window: 600,
  basis: 'arrival',
  delay: 0,
  lateMax: 86_400,
  condition: {
    ...draftExample.condition,
    minSeen: 3,
    learn: 86_400,
    expire: 604_800,
    expected: [],
    maxMembers: 1_000,
  },
  for: 0,
  fireAfter: 1,
  keepFiring: 60,
  resolveAfter: 2,
  noData: 'keep',
  onError: 'keep',
  maxGroups: 100,
  channels: draftExample.channels,
  onResolve: true,
  renotify: null,
  groupWait: 10,
  throttle: 60,
  samples: 3,
  title: null,
  body: null,
  mutedBy: [],
} as const;
const example = {
  id: 'alr_3Hn8cWqLz6TvKdXbR1JmPs',
  name: draftExample.name,
  version: 1,
  enabled: true,
  kind: 'absence',
  state: 'pending',
  firing: 0,
  health: 'learning',
  healthDetail: 'Not checked yet.',
  lastTickAt: null,
  nextTickAt: '2026-11-15T10:00:21.000Z',
  snoozedUntil: null,
  sparkline: [],
  ...settingsExample,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:00:00.000Z',
};
const params = { id: example.id };
const tags = ['Alerts'];

export const listAlertRules = {
  method: 'GET',
  url: '/api/v1/alert-rules',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List alert rules',
    description: 'Newest first.',
    querystring: fields({
      ...PAGE_QUERY,
      state: Type.Optional(Type.Enum(RULE_STATES, { description: 'Only rules in this state.' })),
      health: Type.Optional(
        Type.Enum(RULE_HEALTHS, { description: 'Only rules with this health.' }),
      ),
    }),
    response: { 200: pageOf(AlertRule) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readAlertRule = {
  method: 'GET',
  url: '/api/v1/alert-rules/:id',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get an alert rule',
    description: 'Settings, state and health of the rule.',
    params: Id,
    response: { 200: dataOf(AlertRule) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

const versionExample = {
  ...settingsExample,
  name: draftExample.name,
  version: 1,
  savedBy: 'ada@example.com',
  savedAt: '2026-11-15T10:00:00.000Z',
};

export const listAlertRuleVersions = {
  method: 'GET',
  url: '/api/v1/alert-rules/:id/versions',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List the versions of an alert rule',
    description: `Newest first, up to ${LIMITS.alerts.versionsMax}. To restore a version, update the rule with its settings. Enabling and disabling keeps no version.`,
    params: Id,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(AlertRuleVersion) },
  },
  docs: { example: { params, answer: { data: [versionExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const createAlertRule = {
  method: 'POST',
  url: '/api/v1/alert-rules',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Create an alert rule',
    description: 'Durations are in seconds. Requires either `query` or `savedSearch`.',
    body: AlertRuleDraft,
    response: { 201: dataOf(AlertRule) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR', 'NOT_FOUND'],
    example: { body: draftExample, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeAlertRule = {
  method: 'PATCH',
  url: '/api/v1/alert-rules/:id',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Change an alert rule',
    description:
      'Send the `version` you last read. If it is outdated, you get 409. Send the complete condition. A change of query, condition, window, basis, delay or `lateMax` resolves firing alerts.',
    params: Id,
    body: AlertRuleChange,
    response: { 200: dataOf(AlertRule) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR', 'NOT_FOUND'],
    example: {
      params,
      body: { version: 1, window: 600 },
      answer: { data: { ...example, version: 2 } },
    },
  },
} as const satisfies Endpoint;

export const deleteAlertRule = {
  method: 'DELETE',
  url: '/api/v1/alert-rules/:id',
  config: { permission: 'alerts:delete', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Delete an alert rule',
    description: 'Firing alerts resolve. Incidents are kept.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const enableAlertRule = {
  method: 'POST',
  url: '/api/v1/alert-rules/:id/enable',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Enable an alert rule',
    description: 'Checks resume now. The time in between is not checked.',
    params: Id,
    response: { 200: dataOf(AlertRule) },
  },
  docs: { example: { params, answer: { data: { ...example, version: 3 } } } },
} as const satisfies Endpoint;

export const disableAlertRule = {
  method: 'POST',
  url: '/api/v1/alert-rules/:id/disable',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Disable an alert rule',
    description: 'Firing alerts resolve. The rule still counts against the plan.',
    params: Id,
    response: { 200: dataOf(AlertRule) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: { ...example, version: 2, enabled: false, health: 'disabled', nextTickAt: null },
      },
    },
  },
} as const satisfies Endpoint;

export const snoozeAlertRule = {
  method: 'POST',
  url: '/api/v1/alert-rules/:id/snooze',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Snooze an alert rule',
    description:
      'The rule keeps running, but notifications are suppressed. When the snooze ends, one notification lists what still fires.',
    params: Id,
    body: Snooze,
    response: { 200: dataOf(AlertRule) },
  },
  docs: {
    example: {
      params,
      body: { seconds: 3_600 },
      answer: { data: { ...example, snoozedUntil: '2026-11-15T11:00:00.000Z' } },
    },
  },
} as const satisfies Endpoint;
