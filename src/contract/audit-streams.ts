/** Audit streams: every entry of the audit log, in order, to a receiver of the organization. */
import { type Static, Type } from 'typebox';
import { AUDIT_STREAM_FORMATS, AUDIT_STREAM_KINDS } from '../spec/audit-streams.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, nameOf, PAGE_QUERY, pageOf } from './schema.ts';

const limits = LIMITS.audit;
const Params = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Seq = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Url = Type.String({
  minLength: 1,
  maxLength: limits.streamUrlCharactersMax,
  pattern: '^https?://[\\u0021-\\u007e]+$',
  description: 'Destination of the requests. Stored encrypted; only the host is shown.',
});
const Token = Type.String({
  minLength: 1,
  maxLength: limits.streamTokenCharactersMax,
  pattern: '^[\\u0021-\\u007e]+$',
  description: 'Splunk only: token of the HTTP Event Collector. Stored encrypted, never shown.',
});

const SigningSecret = Type.String({
  maxLength: limits.streamTokenCharactersMax,
  pattern: '^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  description:
    'Webhooks only: `whsec_` and 24 to 64 random bytes in Base64, to sign requests with. Stored encrypted, never shown. Default: a new one.',
});

export const AuditStreamDraft = fields({
  name: nameOf(limits.streamNameCharactersMax),
  url: Url,
  kind: Type.Optional(
    Type.Enum([...AUDIT_STREAM_KINDS], {
      default: 'webhook',
      description: '`webhook`: signed requests. `splunk`: Splunk HTTP Event Collector.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...AUDIT_STREAM_FORMATS], {
      default: 'json',
      description: 'How entries are written: `json`, `ocsf` (OCSF 1.3) or `cef` (CEF 0).',
    }),
  ),
  token: Type.Optional(Token),
  secret: Type.Optional(SigningSecret),
  from: Type.Optional(
    described(Seq, 'Number of the first entry to send. Default: entries recorded from now on.'),
  ),
});
export type AuditStreamDraft = Static<typeof AuditStreamDraft>;

export const AuditStreamChange = fields({
  version: Type.Integer({ minimum: 1, description: 'The `version` you last read.' }),
  name: Type.Optional(nameOf(limits.streamNameCharactersMax)),
  url: Type.Optional(Url),
  token: Type.Optional(Token),
  secret: Type.Optional(SigningSecret),
  enabled: Type.Optional(
    Type.Boolean({ description: 'When enabled again, a stream continues where it stopped.' }),
  ),
});
export type AuditStreamChange = Static<typeof AuditStreamChange>;

const SHOWN = {
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer({ description: 'Increases with every change of the settings.' }),
  enabled: Type.Boolean({ description: 'A disabled stream sends nothing.' }),
  kind: Type.Enum([...AUDIT_STREAM_KINDS]),
  format: Type.Enum([...AUDIT_STREAM_FORMATS]),
  host: Type.String({ description: 'Host of the URL.' }),
  sentTo: Type.Integer({
    description: 'The receiver has confirmed all entries up to this number.',
  }),
  waiting: Type.Integer({ description: 'Entries waiting to be sent.' }),
  lagSeconds: Type.Integer({ description: 'Age of the oldest waiting entry. 0: none.' }),
  replay: Type.Union(
    [
      Type.Object({
        from: Type.Integer({ description: 'Number of the first entry.' }),
        to: Type.Integer({ description: 'Number of the last entry.' }),
      }),
      Type.Null(),
    ],
    {
      description: 'Entries waiting to be replayed. Null: none.',
    },
  ),
  failingSince: described(TextOrNull, 'Time of the first failed attempt. Null: not failing.'),
  failures: Type.Integer({ description: 'Failed attempts since then.' }),
  lastError: Type.String({ description: 'Reason of the last failure. Empty: not failing.' }),
  nextAttemptAt: described(TextOrNull, 'Time of the next attempt, while requests fail.'),
  lastSentAt: described(TextOrNull, 'Time of the last confirmed request. Null: none yet.'),
  createdBy: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
};
export const AuditStream = Type.Object(SHOWN, { title: 'AuditStream' });
export type AuditStream = Static<typeof AuditStream>;

const AuditStreamWithSecret = Type.Object(
  {
    ...SHOWN,
    secret: Type.Optional(
      Type.String({
        description:
          'Webhooks only: the new key that signs requests. Only this response contains it.',
      }),
    ),
  },
  { title: 'AuditStreamWithSecret' },
);
export type AuditStreamWithSecret = Static<typeof AuditStreamWithSecret>;

const AuditStreamTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the receiver accepted the test entry.' }),
    error: described(TextOrNull, 'Why the request failed. Null: it succeeded.'),
    elapsedMs: Type.Integer(),
  },
  { title: 'AuditStreamTest' },
);
export type AuditStreamTest = Static<typeof AuditStreamTest>;

const tags = ['Audit'];
const permission = 'audit-streams:manage';
const MANAGED = { permission, rate: 'management', body: 'management' } as const;
const READ = { permission, rate: 'management', body: 'none' } as const;
const params = { id: 'aud_3fXq9LmT2vRw8KsYb1NcZe' };
const example = {
  id: params.id,
  name: 'SIEM',
  version: 1,
  enabled: true,
  kind: 'webhook' as const,
  format: 'json' as const,
  host: 'siem.example.com',
  sentTo: 150,
  waiting: 0,
  lagSeconds: 0,
  replay: null,
  failingSince: null,
  failures: 0,
  lastError: '',
  nextAttemptAt: null,
  lastSentAt: '2026-11-15T08:30:01.000Z',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw1nW8zqYtC4s=';

export const listAuditStreams = {
  method: 'GET',
  url: '/api/v1/audit-streams',
  config: READ,
  schema: {
    tags,
    summary: 'List audit streams',
    description: 'Settings, progress and health, newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(AuditStream) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readAuditStream = {
  method: 'GET',
  url: '/api/v1/audit-streams/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Get an audit stream',
    description: 'Settings, progress and health.',
    params: Params,
    response: { 200: dataOf(AuditStream) },
  },
  docs: { errors: ['NOT_FOUND'], example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createAuditStream = {
  method: 'POST',
  url: '/api/v1/audit-streams',
  config: { ...MANAGED, needsStandingRole: true },
  schema: {
    tags,
    summary: 'Create an audit stream',
    description:
      'Sends every audit entry in order, at least once. Only this response contains `secret`.',
    body: AuditStreamDraft,
    response: { 201: dataOf(AuditStreamWithSecret) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: {
      body: { name: 'SIEM', url: 'https://siem.example.com/xplain', from: 1 },
      answer: { data: { ...example, sentTo: 0, lastSentAt: null, waiting: 150, secret } },
    },
  },
} as const satisfies Endpoint;

export const changeAuditStream = {
  method: 'PATCH',
  url: '/api/v1/audit-streams/:id',
  config: { ...MANAGED, needsStandingRole: true },
  schema: {
    tags,
    summary: 'Change an audit stream',
    description:
      'If `version` is outdated, you get 409. A `url` on another host requires `token` again, or gets a new signing secret, which only this response contains. Changing the URL or enabling the stream retries immediately.',
    params: Params,
    body: AuditStreamChange,
    response: { 200: dataOf(AuditStreamWithSecret) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      params,
      body: { version: 1, name: 'SIEM (EU)' },
      answer: { data: { ...example, name: 'SIEM (EU)', version: 2 } },
    },
  },
} as const satisfies Endpoint;

export const deleteAuditStream = {
  method: 'DELETE',
  url: '/api/v1/audit-streams/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Delete an audit stream',
    description: 'The entry about the deletion is the last one sent.',
    params: Params,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { errors: ['NOT_FOUND'], example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const testAuditStream = {
  method: 'POST',
  url: '/api/v1/audit-streams/:id/test',
  config: READ,
  schema: {
    tags,
    summary: 'Test an audit stream',
    description: 'Sends one request of the type `audit.test` without entries. It isn’t retried.',
    params: Params,
    response: { 200: dataOf(AuditStreamTest) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: { params, answer: { data: { ok: true, error: null, elapsedMs: 84 } } },
  },
} as const satisfies Endpoint;

export const replayAuditStream = {
  method: 'POST',
  url: '/api/v1/audit-streams/:id/replay',
  config: MANAGED,
  schema: {
    tags,
    summary: 'Replay a range of entries',
    description: 'Sends the entries again, in order, before new ones.',
    params: Params,
    body: fields({
      from: described(Seq, 'Number of the first entry.'),
      to: described(Seq, 'Number of the last entry.'),
    }),
    response: { 200: dataOf(AuditStream) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      params,
      body: { from: 101, to: 150 },
      answer: { data: { ...example, replay: { from: 101, to: 150 } } },
    },
  },
} as const satisfies Endpoint;
