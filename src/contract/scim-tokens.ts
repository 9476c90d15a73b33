/** Tokens with which the directory of an organization provisions members, and its last requests. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, named, nameOf } from './schema.ts';

const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const NAME_CHARACTERS_MAX = LIMITS.identity.connectionNameCharactersMax;

export const ScimTokenDraft = named(
  'ScimTokenDraft',
  fields({
    name: described(nameOf(NAME_CHARACTERS_MAX), 'For your own reference.'),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'When the token expires, at most 365 days from now.',
    }),
  }),
);
export type ScimTokenDraft = Static<typeof ScimTokenDraft>;

export const ScimToken = named(
  'ScimToken',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    hint: Type.String({ description: 'Prefix and last four characters.' }),
    state: Type.Enum(['active', 'revoked', 'expired']),
    createdBy: Type.String(),
    createdAt: Type.String(),
    expiresAt: Type.String(),
    revokedAt: described(TextOrNull, 'When the token was revoked. Null: it wasn’t.'),
    lastUsedAt: described(TextOrNull, 'Last use. Null: never used.'),
  }),
);
export type ScimToken = Static<typeof ScimToken>;

const NewScimToken = named(
  'NewScimToken',
  Type.Object({
    ...ScimToken.properties,
    value: Type.String({ description: 'The token itself. Shown only once.' }),
  }),
);

export const ScimOverview = named(
  'ScimOverview',
  Type.Object({
    url: Type.String({ description: 'Base URL for the directory (tenant URL).' }),
    users: Type.Integer({ description: 'Users of the directory, including suspended ones.' }),
    groups: Type.Integer({ description: 'Groups of the directory.' }),
    tokens: Type.Array(ScimToken, { description: 'The newest 20 tokens.' }),
    requests: Type.Array(
      Type.Object({
        at: Type.String(),
        token: Type.String({ description: 'ID of the token.' }),
        method: Type.String({ description: 'HTTP method.' }),
        path: Type.String({ description: 'Path below the base URL, with the filter.' }),
        status: Type.Integer(),
        detail: described(TextOrNull, 'Why the request failed.'),
      }),
      { description: 'The last 100 requests of the directory, newest first.' },
    ),
  }),
);
export type ScimOverview = Static<typeof ScimOverview>;

const tags = ['Organization'];
const permission = 'sign-in:manage';
const READ = { permission, rate: 'management', body: 'none', credentials: ['session'] } as const;
const example = {
  id: 'sct_3fXq9LmT2vRw8KsYb1NcZe',
  name: 'Okta',
  hint: 'xscim_…k3Qz',
  state: 'active' as const,
  createdBy: 'ada@acme.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  expiresAt: '2027-11-15T00:00:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-11-15T08:30:00.000Z',
};

export const readScim = {
  method: 'GET',
  url: '/api/v1/organization/scim',
  config: READ,
  schema: {
    tags,
    summary: 'Get the directory settings',
    description: 'SCIM tokens, and the last requests of the directory with their outcome.',
    response: { 200: dataOf(ScimOverview) },
  },
  docs: {
    example: {
      answer: {
        data: {
          url: 'https://logs.example.com/scim/v2',
          users: 12,
          groups: 3,
          tokens: [example],
          requests: [
            {
              at: '2026-11-15T08:30:00.000Z',
              token: example.id,
              method: 'GET',
              path: '/Users?filter=userName eq "ada@acme.com"',
              status: 200,
              detail: null,
            },
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const createScimToken = {
  method: 'POST',
  url: '/api/v1/organization/scim/tokens',
  config: { ...READ, body: 'management', needsStandingRole: true },
  schema: {
    tags,
    summary: 'Create a SCIM token',
    description:
      'For your directory, such as Okta or Entra ID. It works only for `/scim/v2`. Two tokens can be active at the same time, so that you can replace one.',
    body: ScimTokenDraft,
    response: { 201: dataOf(NewScimToken) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED'],
    example: {
      body: { name: 'Okta', expiresAt: '2027-11-15T00:00:00.000Z' },
      answer: { data: { ...example, lastUsedAt: null, value: 'xscim_…' } },
    },
  },
} as const satisfies Endpoint;

export const revokeScimToken = {
  method: 'DELETE',
  url: '/api/v1/organization/scim/tokens/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Revoke a SCIM token',
    description: 'The token stops working immediately. Members stay as they are.',
    params: Id,
    response: { 200: dataOf(ScimToken) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      params: { id: example.id },
      answer: { data: { ...example, state: 'revoked', revokedAt: '2026-11-15T09:00:00.000Z' } },
    },
  },
} as const satisfies Endpoint;
