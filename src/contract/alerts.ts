/** Incidents: what alert rules have found. */
import { type Static, Type } from 'typebox';
import {
  DELIVERY_STATES,
  INCIDENT_STATUSES,
  RESOLVED_REASONS,
  SEVERITIES,
} from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import { Snooze } from './alert-rules.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, nameOf, PAGE_QUERY, pageOf, named } from './schema.ts';

const { alerts } = LIMITS;
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const Time = Type.String({ minLength: 1, maxLength: 64, description: 'ISO 8601.' });

const IncidentDelivery = named(
  'IncidentDelivery',
  Type.Object({
    id: Type.String(),
    channelId: Type.String(),
    channelName: described(TextOrNull, 'Null: the channel was deleted.'),
    transition: Type.Enum(['fired', 'resolved', 'acknowledged', 'still_firing'], {
      description: 'State change that the notification reports.',
    }),
    state: Type.Enum(DELIVERY_STATES, {
      description: '`dead`: all attempts failed. `withheld`: suppressed.',
    }),
    withheldBy: described(
      TextOrNull,
      'What suppressed the notification: ID of a silence or rule, or a reason such as `snoozed`. Null: nothing.',
    ),
    at: Type.String({ description: 'When the notification was created.' }),
    error: described(TextOrNull, 'Error of the last attempt. Null: none.'),
  }),
);

const INCIDENT = {
  id: Type.String(),
  ruleId: Type.String({ description: 'Incidents are kept when the rule is deleted.' }),
  ruleName: Type.String({ description: 'Name of the rule when the incident started.' }),
  ruleVersion: Type.Integer({ description: 'Version of the rule that fired.' }),
  severity: Type.Enum(SEVERITIES),
  status: Type.Enum(INCIDENT_STATUSES),
  group: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description: 'Group that the incident is about. Null: the rule has no groups.',
  }),
  dedupKey: Type.String({ description: 'Same for all incidents of this rule and group.' }),
  value: Type.Union([Type.Number(), Type.Null()], {
    description: 'Value at the last check. Null: no data.',
  }),
  condition: Type.String({ description: 'The condition as text.' }),
  startedAt: Type.String({ description: 'First check that met the condition.' }),
  firedAt: Type.String(),
  resolvedAt: described(TextOrNull, 'Null: still firing.'),
  resolvedReason: Type.Union([Type.Enum(RESOLVED_REASONS), Type.Null()], {
    description: 'Why the incident resolved. Null: still firing.',
  }),
  eventsFrom: Type.String({
    description: 'Start of the time range of its events, by ingest time.',
  }),
  eventsTo: Type.String({ description: 'End of that time range, exclusive.' }),
  searchUrl: Type.String({ description: 'Link to the events in the web app.' }),
  sampleIds: Type.Array(Type.String(), {
    maxItems: alerts.sampleIdsMax,
    description: 'IDs of some of the events. Log lines are not stored with the incident.',
  }),
  acknowledgedBy: described(TextOrNull, 'Member who acknowledged the incident. Null: nobody.'),
  acknowledgedAt: described(TextOrNull, 'Null: not acknowledged.'),
  snoozedUntil: described(TextOrNull, 'Notifications are snoozed until then. Null: not snoozed.'),
  flapping: Type.Boolean({
    description:
      'The alert fires and resolves repeatedly. Notifications are reduced until it stops.',
  }),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Additional context: values of previous periods, or findings of an evaluation.',
  }),
  deliveries: Type.Array(IncidentDelivery, {
    description: `The newest ${alerts.incidentDeliveriesMax} messages about it.`,
  }),
};

export const AlertIncident = Type.Object(INCIDENT, { title: 'AlertIncident' });
export type AlertIncident = Static<typeof AlertIncident>;

export const AlertIncidentWhole = named(
  'AlertIncidentWhole',
  Type.Object({
    ...INCIDENT,
    query: Type.String({ description: 'Query that `searchUrl` opens.' }),
    timeline: Type.Array(
      Type.Object({
        at: Type.String(),
        kind: Type.String({ description: 'E.g. `fired`, `acknowledged`, `resolved`.' }),
        details: Type.Record(Type.String(), Type.Unknown(), {
          description: 'Details that depend on `kind`.',
        }),
      }),
      { description: 'What happened to the incident, oldest first.' },
    ),
  }),
);
export type AlertIncidentWhole = Static<typeof AlertIncidentWhole>;

const example = {
  id: 'inc_6Yb3tNvWq9KxRfLcM2JzHd',
  ruleId: 'alr_3Hn8cWqLz6TvKdXbR1JmPs',
  ruleName: 'Host silent',
  ruleVersion: 1,
  severity: 'warning',
  status: 'firing',
  group: { host: 'web-7' },
  dedupKey: 'alr_3Hn8cWqLz6TvKdXbR1JmPs:9f86d081884c7d65',
  value: 0,
  condition: 'no event in 10 minutes, by host',
  startedAt: '2026-11-15T10:12:21.000Z',
  firedAt: '2026-11-15T10:12:23.000Z',
  resolvedAt: null,
  resolvedReason: null,
  eventsFrom: '2026-11-15T10:02:21.000Z',
  eventsTo: '2026-11-15T10:12:21.000Z',
  searchUrl: 'https://logs.example.com/search?query=index%3Dweb%20host%3Dweb-7',
  sampleIds: [],
  acknowledgedBy: null,
  acknowledgedAt: null,
  snoozedUntil: null,
  flapping: false,
  details: {},
  deliveries: [
    {
      id: 'dlv_8Kd2mPvTq5WnXbRc7LzJhG',
      channelId: 'chn_7Gt2kPwVn5RxLcZbD9MqHs',
      channelName: 'ops',
      transition: 'fired',
      state: 'sent',
      withheldBy: null,
      at: '2026-11-15T10:12:34.000Z',
      error: null,
    },
  ],
};
const params = { id: example.id };
const tags = ['Alerts'];

export const listAlerts = {
  method: 'GET',
  url: '/api/v1/alerts',
  config: { permission: 'alerts:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List incidents',
    description: 'Newest first.',
    querystring: fields({
      ...PAGE_QUERY,
      status: Type.Optional(
        Type.Enum(INCIDENT_STATUSES, { description: 'Only incidents with this status.' }),
      ),
      ruleId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Only incidents of this rule.' }),
      ),
      severity: Type.Optional(
        Type.Enum(SEVERITIES, { description: 'Only incidents of this severity.' }),
      ),
      from: Type.Optional(
        described(Time, 'Only incidents that fired at or after this time (ISO 8601).'),
      ),
      to: Type.Optional(described(Time, 'Only incidents that fired before this time (ISO 8601).')),
    }),
    response: { 200: pageOf(AlertIncident) },
  },
  docs: {
    example: { query: { status: 'firing' }, answer: { data: [example], nextCursor: null } },
  },
} as const satisfies Endpoint;

export const readAlert = {
  method: 'GET',
  url: '/api/v1/alerts/:id',
  config: { permission: 'alerts:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get an incident with its timeline',
    description: 'The incident with its history and notifications.',
    params: Id,
    response: { 200: dataOf(AlertIncidentWhole) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: {
          ...example,
          query: 'index=web host=web-7',
          timeline: [{ at: example.firedAt, kind: 'fired', details: { value: 0 } }],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const acknowledgeAlert = {
  method: 'POST',
  url: '/api/v1/alerts/:id/acknowledge',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Acknowledge an incident',
    description: 'Stops repeat notifications.',
    params: Id,
    response: { 200: dataOf(AlertIncident) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      answer: {
        data: {
          ...example,
          acknowledgedBy: 'ada@example.com',
          acknowledgedAt: '2026-11-15T10:14:00.000Z',
        },
      },
    },
  },
} as const satisfies Endpoint;

export const snoozeAlert = {
  method: 'POST',
  url: '/api/v1/alerts/:id/snooze',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Snooze an incident',
    description:
      'Suppresses its notifications. When the snooze ends, one notification says that it is still firing.',
    params: Id,
    body: Snooze,
    response: { 200: dataOf(AlertIncident) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      body: { seconds: 3_600 },
      answer: { data: { ...example, snoozedUntil: '2026-11-15T11:14:00.000Z' } },
    },
  },
} as const satisfies Endpoint;

export const noteAlert = {
  method: 'POST',
  url: '/api/v1/alerts/:id/notes',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Add a note to an incident',
    description:
      'Adds a line to the timeline of a firing incident. The same note by the same member is added once.',
    params: Id,
    body: fields({
      text: described(nameOf(alerts.noteCharactersMax), 'The note, one line of plain text.'),
    }),
    response: { 200: dataOf(AlertIncident) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      body: { text: 'Rolled back to 1.4.1, error rate is falling' },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const resolveAlert = {
  method: 'POST',
  url: '/api/v1/alerts/:id/resolve',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Resolve an incident manually',
    description: 'It stays resolved until the condition has been false once.',
    params: Id,
    response: { 200: dataOf(AlertIncident) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      answer: {
        data: {
          ...example,
          status: 'resolved',
          resolvedAt: '2026-11-15T10:20:00.000Z',
          resolvedReason: 'by_hand',
        },
      },
    },
  },
} as const satisfies Endpoint;
