/** Silences: when messages of alert rules are withheld. Evaluation goes on. */
import { type Static, Type } from 'typebox';
import { SEVERITIES, WEEKDAYS } from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import { KEEPABLE } from './alert-conditions.ts';
import type { Endpoint } from './endpoint.ts';
import {
  described,
  dataOf,
  fields,
  nameOf,
  PAGE_QUERY,
  pageOf,
  TimeZone,
  named,
} from './schema.ts';

const { alerts } = LIMITS;
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const Name = nameOf(alerts.nameCharactersMax);
const Instant = Type.String({ minLength: 1, maxLength: 64, description: 'ISO 8601.' });
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: '`HH:MM`.' });
const most = { maxItems: alerts.silenceMatchersMax, uniqueItems: true };

const MATCH = {
  rules: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...most,
    description: 'IDs of rules.',
  }),
  tags: Type.Array(nameOf(alerts.tagCharactersMax), {
    ...most,
    description: 'Rules with one of these tags.',
  }),
  severities: Type.Array(Type.Enum(SEVERITIES), {
    ...most,
    description: 'Silence incidents of these severities. Empty: all.',
  }),
  group: Type.Record(
    Type.String({ minLength: 1, maxLength: 256, pattern: KEEPABLE }),
    Type.String({ maxLength: alerts.groupValueCharactersMax, pattern: KEEPABLE }),
    {
      maxProperties: alerts.silenceMatchersMax,
      description: 'Field values of the group. `*` matches any characters.',
    },
  ),
};

const SilenceMatch = named(
  'SilenceMatch',
  fields(
    {
      rules: Type.Optional(MATCH.rules),
      tags: Type.Optional(MATCH.tags),
      severities: Type.Optional(MATCH.severities),
      group: Type.Optional(MATCH.group),
    },
    {
      description:
        'An incident must match every given criterion: one of the listed entries, and all fields of `group`.',
    },
  ),
);

const Range = fields({
  kind: Type.Literal('range'),
  from: Type.Optional(described(Instant, 'Start. Default: now.')),
  to: described(Instant, 'End, exclusive.'),
});
const WEEKLY = {
  kind: Type.Literal('weekly'),
  days: Type.Array(Type.Enum(WEEKDAYS), {
    minItems: 1,
    uniqueItems: true,
    description: 'Days of the week on which the silence applies.',
  }),
  start: described(TimeOfDay, 'Start time, `HH:MM`.'),
  end: described(TimeOfDay, 'End time, `HH:MM`. Before `start`: on the next day.'),
};
const SilenceTimes = named(
  'SilenceTimes',
  Type.Union([Range, fields({ ...WEEKLY, timeZone: Type.Optional(TimeZone) })], {
    description:
      `Either once, for at most ${alerts.silenceMsMax / 86_400_000} days, starting now unless you set \`from\`; or weekly on the given days, from ` +
      '`start` to `end`. An `end` that is not after `start` is on the next day.',
  }),
);

export const AlertSilenceDraft = named(
  'AlertSilenceDraft',
  fields({ name: Name, match: SilenceMatch, times: SilenceTimes }),
);
export type AlertSilenceDraft = Static<typeof AlertSilenceDraft>;

export const AlertSilenceChange = named(
  'AlertSilenceChange',
  fields({
    version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
    name: Type.Optional(Name),
    match: Type.Optional(SilenceMatch),
    times: Type.Optional(SilenceTimes),
  }),
);
export type AlertSilenceChange = Static<typeof AlertSilenceChange>;

/** Every setting with the value that holds. */
export const AlertSilenceSettings = named(
  'AlertSilenceSettings',
  Type.Object({
    match: Type.Object(MATCH, { description: 'Which incidents are silenced.' }),
    times: Type.Union(
      [
        Type.Object({
          kind: Range.properties.kind,
          from: Type.String({ description: 'Start.' }),
          to: Type.String({ description: 'End, exclusive.' }),
        }),
        Type.Object({
          ...WEEKLY,
          timeZone: Type.String({ description: 'Time zone of the weekly times.' }),
        }),
      ],
      { description: 'When the silence applies.' },
    ),
  }),
);
export type AlertSilenceSettings = Static<typeof AlertSilenceSettings>;

export const AlertSilence = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer({
      description: 'Increases with every change. Send it back when you change the silence.',
    }),
    ...AlertSilenceSettings.properties,
    active: Type.Boolean({ description: 'Whether the silence is active now.' }),
    until: Type.Union([Type.String(), Type.Null()], {
      description: 'When the current period ends. Null: not active.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'AlertSilence' },
);
export type AlertSilence = Static<typeof AlertSilence>;

const draft = {
  name: 'Nightly restart',
  match: { tags: ['batch'], group: { host: 'web-*' } },
  times: { kind: 'weekly', days: ['saturday', 'sunday'], start: '02:30', end: '03:30' },
};
const example = {
  id: 'sil_5Wq8rKdXn2TvZcLbP7MhJs',
  name: draft.name,
  version: 1,
  match: { rules: [], severities: [], ...draft.match },
  times: { ...draft.times, timeZone: 'Europe/Berlin' },
  active: false,
  until: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:00:00.000Z',
};
const params = { id: example.id };
const tags = ['Alerts'];

export const listAlertSilences = {
  method: 'GET',
  url: '/api/v1/alert-silences',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List silences',
    description: 'Newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(AlertSilence) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readAlertSilence = {
  method: 'GET',
  url: '/api/v1/alert-silences/:id',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get a silence',
    description: 'What the silence matches, and when it applies.',
    params: Id,
    response: { 200: dataOf(AlertSilence) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createAlertSilence = {
  method: 'POST',
  url: '/api/v1/alert-silences',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Create a silence',
    description:
      'While it is active, notifications about matching incidents are suppressed. Recipients who were notified of an alert are still notified when it resolves.',
    body: AlertSilenceDraft,
    response: { 201: dataOf(AlertSilence) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED', 'NOT_FOUND'],
    example: { body: draft, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeAlertSilence = {
  method: 'PATCH',
  url: '/api/v1/alert-silences/:id',
  config: { permission: 'alerts:write', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Change a silence',
    description:
      'Send the `version` you last read. If it is outdated, you get 409. Send `match` and `times` complete.',
    params: Id,
    body: AlertSilenceChange,
    response: { 200: dataOf(AlertSilence) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      params,
      body: { version: 1, name: 'Weekend restart' },
      answer: { data: { ...example, name: 'Weekend restart', version: 2 } },
    },
  },
} as const satisfies Endpoint;

export const endAlertSilence = {
  method: 'DELETE',
  url: '/api/v1/alert-silences/:id',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'End a silence',
    description: 'Always true.',
    params: Id,
    response: { 200: dataOf(Type.Object({ ended: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { ended: true } } } },
} as const satisfies Endpoint;
