/** Silences: when messages of alert rules are withheld. Evaluation goes on. */
import { type Static, Type } from 'typebox';
import { SEVERITIES, WEEKDAYS } from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import { KEEPABLE } from './alert-conditions.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, nameOf, PAGE_QUERY, pageOf, TimeZone, named } from './schema.ts';

const { alerts } = LIMITS;
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const Name = nameOf(alerts.nameCharactersMax);
const Instant = Type.String({ minLength: 1, maxLength: 64, description: 'ISO 8601.' });
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: '`HH:MM`.' });
const most = { maxItems: alerts.silenceMatchersMax, uniqueItems: true };

const MATCH = {
  rules: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...most,
    description: 'Ids of rules.',
  }),
  tags: Type.Array(nameOf(alerts.tagCharactersMax), {
    ...most,
    description: 'Rules with one of these tags.',
  }),
  severities: Type.Array(Type.Enum(SEVERITIES), most),
  group: Type.Record(
    Type.String({ minLength: 1, maxLength: 256, pattern: KEEPABLE }),
    Type.String({ maxLength: alerts.groupValueCharactersMax, pattern: KEEPABLE }),
    {
      maxProperties: alerts.silenceMatchersMax,
      description: 'Fields of a group and the values they have; `*` stands for any characters.',
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
    { description: 'Every kind that is given must match, by one of its entries; of `group` all.' },
  ),
);

const Range = fields({
  kind: Type.Literal('range'),
  from: Type.Optional(Instant),
  to: Instant,
});
const WEEKLY = {
  kind: Type.Literal('weekly'),
  days: Type.Array(Type.Enum(WEEKDAYS), { minItems: 1, uniqueItems: true }),
  start: TimeOfDay,
  end: TimeOfDay,
};
const SilenceTimes = named(
  'SilenceTimes',
  Type.Union([Range, fields({ ...WEEKLY, timeZone: Type.Optional(TimeZone) })], {
    description:
      `A stretch of at most ${alerts.silenceMsMax / 86_400_000} days, from now unless \`from\` says another; or every week on some days, from \`start\` to ` +
      '`end`, which lies on the next day when it is not behind `start`.',
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
    version: Type.Integer({ minimum: 1, description: 'The version you have seen.' }),
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
    match: Type.Object(MATCH),
    times: Type.Union([
      Type.Object({ kind: Range.properties.kind, from: Type.String(), to: Type.String() }),
      Type.Object({ ...WEEKLY, timeZone: Type.String() }),
    ]),
  }),
);
export type AlertSilenceSettings = Static<typeof AlertSilenceSettings>;

export const AlertSilence = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer(),
    ...AlertSilenceSettings.properties,
    active: Type.Boolean({ description: 'It holds now.' }),
    until: Type.Union([Type.String(), Type.Null()], {
      description: 'When what holds now ends; null when it does not hold.',
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
    summary: 'Show a silence',
    description: 'What it keeps quiet, and when.',
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
      'Messages about what it matches are withheld while it holds. Whoever was told that something fires is told of its end all the same.',
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
      'Carries the `version` you have seen; 409 when it is no longer the present one. `match` and `times` are given whole.',
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
    description: 'It is gone.',
    params: Id,
    response: { 200: dataOf(Type.Object({ ended: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { ended: true } } } },
} as const satisfies Endpoint;
