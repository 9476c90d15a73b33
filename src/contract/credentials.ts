/** API keys and personal access tokens, as the API shows them. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { KEY_ENVIRONMENTS, KEY_SCOPES, TOKEN_SCOPES } from '../spec/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, nameOf, PAGE_QUERY, pageOf, named } from './schema.ts';

const Name = nameOf(LIMITS.credentials.nameCharactersMax);
const Expiry = Type.String({
  format: 'date-time',
  description: 'Expiration time.',
});
const Moment = Type.Union([Type.String(), Type.Null()]);
const CredentialState = Type.Enum(['active', 'revoked', 'expired']);
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const ApiKey = named(
  'ApiKey',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    scope: Type.Enum([...KEY_SCOPES], { description: 'What the key may do.' }),
    environment: Type.Enum([...KEY_ENVIRONMENTS], {
      description: 'Marks keys for test systems. The prefix shows it.',
    }),
    /** What people recognise a key by. */
    hint: Type.String({ description: 'Prefix and last four characters, to recognize it.' }),
    state: CredentialState,
    createdBy: Type.String(),
    createdAt: Type.String(),
    expiresAt: described(Moment, 'Null: never expires.'),
    revokedAt: described(Moment, 'Null: not revoked.'),
    lastUsedAt: described(Moment, 'Null: never used.'),
  }),
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyDraft = named(
  'ApiKeyDraft',
  fields({
    name: Name,
    scope: Type.Enum([...KEY_SCOPES], { description: 'What the key may do.' }),
    environment: Type.Optional(
      Type.Enum([...KEY_ENVIRONMENTS], {
        default: 'live',
        description: 'Marks keys for test systems. Does not change what the key may do.',
      }),
    ),
    expiresAt: Type.Optional(Expiry),
  }),
);
export type ApiKeyDraft = Static<typeof ApiKeyDraft>;

const NewApiKey = named(
  'NewApiKey',
  Type.Object({
    ...ApiKey.properties,
    value: Type.String({ description: 'The key itself. Shown only once.' }),
  }),
);

export const AccessToken = named(
  'AccessToken',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Type.Enum([...TOKEN_SCOPES]), { description: 'What the token may do.' }),
    hint: Type.String({ description: 'Prefix and last four characters, to recognize it.' }),
    state: CredentialState,
    createdAt: Type.String(),
    expiresAt: described(Moment, 'Null: never expires.'),
    revokedAt: described(Moment, 'Null: not revoked.'),
    lastUsedAt: described(Moment, 'Null: never used.'),
  }),
);
export type AccessToken = Static<typeof AccessToken>;

export const AccessTokenDraft = named(
  'AccessTokenDraft',
  fields({
    name: Name,
    scopes: Type.Array(Type.Enum([...TOKEN_SCOPES]), {
      minItems: 1,
      maxItems: TOKEN_SCOPES.length,
      uniqueItems: true,
      description: 'What the token may do.',
    }),
    expiresAt: Type.Optional(Expiry),
  }),
);
export type AccessTokenDraft = Static<typeof AccessTokenDraft>;

const NewAccessToken = named(
  'NewAccessToken',
  Type.Object({
    ...AccessToken.properties,
    value: Type.String({ description: 'The token itself. Shown only once.' }),
  }),
);

const keyExample = {
  id: 'key_7Qm2tXzVb1LrEoUaY0KpWc',
  name: 'Vector on web-1',
  scope: 'ingest-only',
  environment: 'live',
  hint: 'xp_live_…k3Qz',
  state: 'active',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};
const tokenExample = {
  id: 'pat_5Hn8cJwRt2GdSqXeB6MvYu',
  name: 'CI evaluation',
  scopes: ['evaluations:run'],
  hint: 'xpat_…9wLm',
  state: 'active',
  createdAt: '2026-11-15T08:30:00.000Z',
  expiresAt: '2027-11-15T00:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
};

export const listApiKeys = {
  method: 'GET',
  url: '/api/v1/api-keys',
  config: { permission: 'keys:create', rate: 'management', body: 'none' },
  schema: {
    tags: ['API keys'],
    summary: 'List API keys',
    description:
      'The keys of the organization, including revoked ones. Secrets are never returned.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(ApiKey) },
  },
  docs: { example: { answer: { data: [keyExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const createApiKey = {
  method: 'POST',
  url: '/api/v1/api-keys',
  config: { permission: 'keys:create', rate: 'management', body: 'management' },
  schema: {
    tags: ['API keys'],
    summary: 'Create an API key',
    description: 'Only this response contains the value. Xplain stores a hash.',
    body: ApiKeyDraft,
    response: { 201: dataOf(NewApiKey) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED'],
    example: {
      body: { name: 'Vector on web-1', scope: 'ingest-only' },
      answer: { data: { ...keyExample, value: 'xp_live_…' } },
    },
  },
} as const satisfies Endpoint;

export const revokeApiKey = {
  method: 'DELETE',
  url: '/api/v1/api-keys/:id',
  config: { permission: 'keys:revoke', rate: 'management', body: 'none' },
  schema: {
    tags: ['API keys'],
    summary: 'Revoke an API key',
    description: 'Takes effect immediately on every node. You can’t undo this.',
    params: Id,
    response: { 200: dataOf(ApiKey) },
  },
  docs: {
    example: {
      params: { id: keyExample.id },
      answer: { data: { ...keyExample, state: 'revoked', revokedAt: '2026-11-15T09:00:00.000Z' } },
    },
  },
} as const satisfies Endpoint;

export const listAccessTokens = {
  method: 'GET',
  url: '/api/v1/access-tokens',
  config: {
    permission: 'tokens:manage',
    rate: 'management',
    credentials: ['session'],
    body: 'none',
  },
  schema: {
    tags: ['Access tokens'],
    summary: 'List your access tokens',
    description: 'Your tokens, including revoked ones. Secrets are never returned.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(AccessToken) },
  },
  docs: { example: { answer: { data: [tokenExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const createAccessToken = {
  method: 'POST',
  url: '/api/v1/access-tokens',
  config: {
    permission: 'tokens:manage',
    rate: 'management',
    credentials: ['session'],
    body: 'management',
  },
  schema: {
    tags: ['Access tokens'],
    summary: 'Create an access token',
    description: 'The token has your permissions in this organization, limited to its scopes.',
    body: AccessTokenDraft,
    response: { 201: dataOf(NewAccessToken) },
  },
  docs: {
    example: {
      body: {
        name: 'CI evaluation',
        scopes: ['evaluations:run'],
        expiresAt: '2027-11-15T00:00:00.000Z',
      },
      answer: { data: { ...tokenExample, value: 'xpat_…' } },
    },
  },
} as const satisfies Endpoint;

export const revokeAccessToken = {
  method: 'DELETE',
  url: '/api/v1/access-tokens/:id',
  config: {
    permission: 'tokens:manage',
    rate: 'management',
    credentials: ['session'],
    body: 'none',
  },
  schema: {
    tags: ['Access tokens'],
    summary: 'Revoke an access token',
    description: 'The token stops working immediately. It stays in the list.',
    params: Id,
    response: { 200: dataOf(AccessToken) },
  },
  docs: {
    example: {
      params: { id: tokenExample.id },
      answer: {
        data: { ...tokenExample, state: 'revoked', revokedAt: '2026-11-15T09:00:00.000Z' },
      },
    },
  },
} as const satisfies Endpoint;
