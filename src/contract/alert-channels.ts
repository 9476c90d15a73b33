/** Channels: where alert rules send their messages. */
import { type Static, Type } from 'typebox';
import { CHANNEL_KINDS } from '../spec/alerts.ts';
import { AlertChannelChange, AlertChannelDraft } from './alert-channel-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const CHANNEL = {
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(CHANNEL_KINDS, { description: 'Channel type.' }),
  version: Type.Integer({
    description: 'Increases with every change. Send it back when you change the channel.',
  }),
  isBuiltIn: Type.Boolean({
    description: 'Email to the owners. You can’t change or delete this channel.',
  }),
  roles: Type.Array(Type.String(), {
    description: 'Members with one of these roles are recipients. Email only.',
  }),
  members: Type.Array(Type.String(), {
    description: 'IDs of members who are recipients. Email only.',
  }),
  addresses: Type.Array(
    Type.Object({
      email: Type.String(),
      confirmed: Type.Boolean({
        description: 'Whether the recipient confirmed the address. Unconfirmed ones get no alerts.',
      }),
    }),
    {
      description: 'External recipients. Email only.',
    },
  ),
  host: Type.Union([Type.String(), Type.Null()], { description: 'Host of the target URL.' }),
  lastFour: Type.Union([Type.String(), Type.Null()], {
    description: 'Last four characters of the URL or key.',
  }),
  template: described(TextOrNull, 'Message template. Null: the built-in message.'),
  allowsSamples: Type.Boolean({ description: 'Whether notifications may include log lines.' }),
  enabled: Type.Boolean({ description: 'Whether notifications are sent.' }),
  disabledReason: described(TextOrNull, 'Why Xplain disabled the channel. Null: it did not.'),
  pausedUntil: described(TextOrNull, 'Notifications are paused until then. Null: not paused.'),
  failingSince: described(
    TextOrNull,
    'When deliveries started to fail. Null: the last one succeeded.',
  ),
  lastSentAt: described(TextOrNull, 'Last successful delivery. Null: none yet.'),
  lastError: described(TextOrNull, 'Error of the last failed attempt. Null: none.'),
  dead: Type.Integer({ description: 'Failed notifications.' }),
  previousSecretUntil: Type.Union([Type.String(), Type.Null()], {
    description: 'Until then, notifications are also signed with the previous secret.',
  }),
  createdBy: TextOrNull,
  createdAt: TextOrNull,
  updatedAt: TextOrNull,
};

export const AlertChannel = Type.Object(CHANNEL, { title: 'AlertChannel' });
export type AlertChannel = Static<typeof AlertChannel>;

/** The answer to creating one, to a new secret and to an address on another host, and no other. */
export const AlertChannelWithSecret = named(
  'AlertChannelWithSecret',
  Type.Object({
    ...CHANNEL,
    secret: Type.Optional(
      Type.String({ description: 'Webhooks only: signing secret. Shown only once.' }),
    ),
  }),
);
export type AlertChannelWithSecret = Static<typeof AlertChannelWithSecret>;

export const ChannelTest = named(
  'ChannelTest',
  Type.Object({
    state: Type.Enum(['sent', 'dead'], {
      description: '`dead`: the delivery failed and is not retried.',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for mail.' }),
    elapsedMs: Type.Integer({ description: 'Time until the receiver answered, in milliseconds.' }),
    error: Type.Optional(Type.String({ description: 'Why it did not arrive.' })),
  }),
);
export type ChannelTest = Static<typeof ChannelTest>;

const example = {
  id: 'chn_7Gt2kPwVn5RxLcZbD9MqHs',
  name: 'ops',
  kind: 'webhook',
  version: 1,
  isBuiltIn: false,
  roles: [],
  members: [],
  addresses: [],
  host: 'hooks.example.com',
  lastFour: 'om/x',
  template: null,
  allowsSamples: false,
  enabled: true,
  disabledReason: null,
  pausedUntil: null,
  failingSince: null,
  lastSentAt: null,
  lastError: null,
  dead: 0,
  previousSecretUntil: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:00:00.000Z',
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const params = { id: example.id };
const tags = ['Alerts'];

export const listAlertChannels = {
  method: 'GET',
  url: '/api/v1/alert-channels',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List channels',
    description: 'Always includes the email channel to the owners.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(AlertChannel) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readAlertChannel = {
  method: 'GET',
  url: '/api/v1/alert-channels/:id',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get a channel',
    description: 'Settings and delivery health. Secrets are never returned.',
    params: Id,
    response: { 200: dataOf(AlertChannel) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createAlertChannel = {
  method: 'POST',
  url: '/api/v1/alert-channels',
  config: {
    permission: 'channels:manage',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Create a channel',
    description: 'Only this response contains `secret`.',
    body: AlertChannelDraft,
    response: { 201: dataOf(AlertChannelWithSecret) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'NOT_FOUND'],
    example: {
      body: { name: 'ops', kind: 'webhook', url: 'https://hooks.example.com/x' },
      answer: { data: { ...example, secret } },
    },
  },
} as const satisfies Endpoint;

export const changeAlertChannel = {
  method: 'PATCH',
  url: '/api/v1/alert-channels/:id',
  config: {
    permission: 'channels:manage',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Change a channel',
    description:
      'Send the `version` you last read. If it is outdated, you get 409. Accepts the same fields as creation. A `url` on another host requires `key` again, if the channel type has one. A webhook on another host gets a new signing secret, which only this response contains.',
    params: Id,
    body: AlertChannelChange,
    response: { 200: dataOf(AlertChannelWithSecret) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      params,
      body: { version: 1, name: 'operations' },
      answer: { data: { ...example, name: 'operations', version: 2 } },
    },
  },
} as const satisfies Endpoint;

export const deleteAlertChannel = {
  method: 'DELETE',
  url: '/api/v1/alert-channels/:id',
  config: { permission: 'channels:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Delete a channel',
    description:
      'Rules that use the channel keep running without it. Pending notifications are discarded.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const testAlertChannel = {
  method: 'POST',
  url: '/api/v1/alert-channels/:id/test',
  config: { permission: 'channels:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Send a test notification',
    description: 'Sends one notification immediately, without retries, and returns the result.',
    params: Id,
    response: { 200: dataOf(ChannelTest) },
  },
  docs: { example: { params, answer: { data: { state: 'sent', status: 204, elapsedMs: 83 } } } },
} as const satisfies Endpoint;

export const rotateAlertChannelSecret = {
  method: 'POST',
  url: '/api/v1/alert-channels/:id/rotate-secret',
  config: {
    permission: 'channels:manage',
    rate: 'management',
    body: 'none',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Rotate the signing secret',
    description: 'Webhooks only. For 24 hours, notifications are signed with both secrets.',
    params: Id,
    response: { 200: dataOf(AlertChannelWithSecret) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: { ...example, version: 2, previousSecretUntil: '2026-11-16T10:00:00.000Z', secret },
      },
    },
  },
} as const satisfies Endpoint;
