/** Connections of an organization to identity providers, through which its people sign in. */
import { type Static, Type } from 'typebox';
import {
  CONNECTION_KINDS,
  CONNECTION_PRESET_IDS,
  DEFAULT_ROLES,
  IDP_INITIATED,
  MAPPED_ROLES,
  MISSING_GROUPS,
} from '../spec/identity.ts';
import { LIMITS } from '../spec/limits.ts';
import { ROLES } from '../spec/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, named, nameOf, PAGE_QUERY, pageOf } from './schema.ts';

const limits = LIMITS.identity;
const Params = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Claim = (description: string) =>
  Type.Optional(described(nameOf(limits.groupCharactersMax), description));

const RoleOfGroup = fields({
  group: described(
    nameOf(limits.groupCharactersMax),
    'Name or ID, exactly as the provider sends it.',
  ),
  role: Type.Enum([...MAPPED_ROLES], { description: 'A provider can’t grant the role Owner.' }),
});

const SETTINGS = {
  name: described(nameOf(limits.connectionNameCharactersMax), 'Shown on the sign-in page.'),
  issuer: Type.String({
    minLength: 1,
    maxLength: LIMITS.outbound.urlCharactersMax,
    pattern: '^https?://[\\u0021-\\u007e]+$',
    description: 'Issuer URL, exactly as in the metadata of the provider.',
  }),
  clientId: Type.String({
    minLength: 1,
    maxLength: LIMITS.accounts.clientIdCharactersMax,
    pattern: '^[\\u0021-\\u007e]+$',
    description: 'ID of the client that you registered at the provider.',
  }),
  clientSecret: Type.String({
    minLength: 1,
    maxLength: LIMITS.accounts.clientSecretCharactersMax,
    pattern: '^[\\u0021-\\u007e]+$',
    description: 'Secret of that client. Stored encrypted and never returned.',
  }),
  preset: Type.Enum([...CONNECTION_PRESET_IDS], {
    description: 'Provider. Sets the default claim names and scopes.',
  }),
  attributes: fields(
    {
      email: Claim('Claim with the email address.'),
      name: Claim('Claim with the display name.'),
      groups: Claim('Claim with the groups.'),
    },
    { description: 'Names of claims that differ from those of the preset.' },
  ),
  jit: Type.Boolean({
    description:
      'Whether users with an address of a verified domain become members when they sign in.',
  }),
  roleMap: Type.Array(RoleOfGroup, {
    maxItems: limits.roleMapMax,
    description:
      'Roles of groups. The highest role applies. If set, the provider manages the roles of its users. Empty: roles are managed in Xplain.',
  }),
  defaultRole: Type.Enum([...DEFAULT_ROLES], {
    description: 'Role of users without a mapped group. `none`: they can’t sign in.',
  }),
  onMissingGroups: Type.Enum([...MISSING_GROUPS], {
    description:
      'If the provider sends no groups claim: `keep` the role of members, or use the `default` role.',
  }),
  sessionHours: Type.Integer({
    minimum: 1,
    maximum: limits.sessionHoursMax,
    description: 'Hours after which users have to sign in again.',
  }),
};
const { name, issuer, clientId, clientSecret, ...OPTIONS } = SETTINGS;

const SAML = {
  ssoUrl: Type.String({
    minLength: 1,
    maxLength: LIMITS.outbound.urlCharactersMax,
    pattern: '^https?://[\\u0021-\\u007e]+$',
    description: 'SAML: sign-on URL of the provider (HTTP redirect binding).',
  }),
  certificates: Type.Array(
    Type.String({ minLength: 1, maxLength: limits.certificateCharactersMax }),
    {
      minItems: 1,
      maxItems: limits.certificatesMax,
      description:
        'SAML: signing certificates of the provider, as PEM or Base64. Add the next one before a rotation.',
    },
  ),
  idpInitiated: Type.Enum([...IDP_INITIATED], {
    description:
      'SAML: responses that nobody asked for. `bounce` (default) starts a sign-in instead, `confirm` asks the person, `off` refuses them.',
  }),
  encrypted: Type.Boolean({
    description: 'SAML: whether assertions have to be encrypted. Default: false.',
  }),
};
const entityId = Type.String({
  minLength: 1,
  maxLength: 1_024,
  pattern: '^[\\u0021-\\u007e]+$',
  description: 'SAML: entity ID of the provider.',
});
const metadata = Type.String({
  minLength: 1,
  maxLength: limits.samlMetadataCharactersMax,
  description:
    'SAML: metadata XML of the provider, instead of `entityId`, `ssoUrl` and `certificates`.',
});
const SAML_INPUT = {
  entityId: Type.Optional(entityId),
  metadata: Type.Optional(metadata),
  ssoUrl: Type.Optional(SAML.ssoUrl),
  certificates: Type.Optional(SAML.certificates),
  idpInitiated: Type.Optional(SAML.idpInitiated),
  encrypted: Type.Optional(SAML.encrypted),
};

export const ConnectionDraft = fields({
  kind: Type.String({
    minLength: 1,
    maxLength: 16,
    description: '`oidc` (OpenID Connect) or `saml` (SAML 2.0).',
  }),
  name,
  issuer: Type.Optional(issuer),
  clientId: Type.Optional(clientId),
  clientSecret: Type.Optional(clientSecret),
  ...SAML_INPUT,
  preset: Type.Optional(OPTIONS.preset),
  attributes: Type.Optional(OPTIONS.attributes),
  jit: Type.Optional(OPTIONS.jit),
  roleMap: Type.Optional(OPTIONS.roleMap),
  defaultRole: Type.Optional(OPTIONS.defaultRole),
  onMissingGroups: Type.Optional(OPTIONS.onMissingGroups),
  sessionHours: Type.Optional(OPTIONS.sessionHours),
});
export type ConnectionDraft = Static<typeof ConnectionDraft>;

export const ConnectionChange = fields({
  name: Type.Optional(name),
  issuer: Type.Optional(issuer),
  clientId: Type.Optional(clientId),
  clientSecret: Type.Optional(clientSecret),
  ...SAML_INPUT,
  preset: Type.Optional(OPTIONS.preset),
  attributes: Type.Optional(OPTIONS.attributes),
  jit: Type.Optional(OPTIONS.jit),
  roleMap: Type.Optional(OPTIONS.roleMap),
  defaultRole: Type.Optional(OPTIONS.defaultRole),
  onMissingGroups: Type.Optional(OPTIONS.onMissingGroups),
  sessionHours: Type.Optional(OPTIONS.sessionHours),
});
export type ConnectionChange = Static<typeof ConnectionChange>;

export const Connection = named(
  'Connection',
  Type.Object({
    id: Type.String(),
    kind: Type.Enum([...CONNECTION_KINDS]),
    name,
    issuer: described(Type.String(), 'Issuer URL, or the entity ID of a SAML provider.'),
    clientId: described(Type.String(), 'Client ID. SAML: our entity ID.'),
    ...OPTIONS,
    ssoUrl: Type.Optional(SAML.ssoUrl),
    certificates: Type.Optional(
      Type.Array(
        Type.Object({
          pem: Type.String({ description: 'The certificate itself.' }),
          subject: Type.String({ description: 'Name in the certificate.' }),
          validUntil: Type.String({ description: 'An expired certificate still works.' }),
        }),
        { description: 'SAML: signing certificates of the provider.' },
      ),
    ),
    idpInitiated: Type.Optional(SAML.idpInitiated),
    encrypted: Type.Optional(SAML.encrypted),
    attributes: Type.Object(
      {
        email: Type.String(),
        name: Type.String(),
        groups: Type.String({ description: 'Claim with the groups.' }),
      },
      { description: 'Claim names.' },
    ),
    startUrl: Type.String({ description: 'Opens the sign-in at the provider.' }),
    redirectUrl: Type.String({
      description: 'Redirect URI to register with the provider. SAML: the same as `acsUrl`.',
    }),
    acsUrl: Type.Optional(
      Type.String({ description: 'SAML: address to which the provider sends responses.' }),
    ),
    entityId: Type.Optional(
      Type.String({ description: 'SAML: our entity ID (audience) to register with the provider.' }),
    ),
    metadataUrl: Type.Optional(Type.String({ description: 'SAML: our metadata.' })),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type Connection = Static<typeof Connection>;

export const ConnectionTest = named(
  'ConnectionTest',
  Type.Object({
    at: Type.String({ description: 'When the provider redirected back to Xplain.' }),
    by: Type.String({ description: 'Owner who ran the test.' }),
    code: described(TextOrNull, 'Error code. Null: the user could sign in.'),
    reason: described(TextOrNull, 'Why the user could not sign in.'),
    email: described(TextOrNull, 'Email address that the provider sent.'),
    groups: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Groups that the provider sent. Null: no groups claim.',
    }),
    role: Type.Union([Type.Enum([...ROLES]), Type.Null()], {
      description: 'Role after the sign-in.',
    }),
    why: Type.Array(Type.String(), { description: 'How the role was determined.' }),
    claims: Type.Record(Type.String(), Type.String(), {
      description: 'Claims that the provider sent, as JSON. Long values are truncated.',
    }),
  }),
);
export type ConnectionTest = Static<typeof ConnectionTest>;

const tags = ['Organization'];
const permission = 'sign-in:manage';
const READ = { permission, rate: 'management', body: 'none', credentials: ['session'] } as const;
const WRITE = { ...READ, body: 'management', needsStandingRole: true } as const;
const params = { id: 'con_3fXq9LmT2vRw8KsYb1NcZe' };
const example = {
  id: params.id,
  kind: 'oidc' as const,
  name: 'Acme',
  issuer: 'https://acme.okta.com',
  clientId: '0oa1b2c3d4',
  preset: 'okta' as const,
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  jit: true,
  roleMap: [{ group: 'xplain-admins', role: 'admin' as const }],
  defaultRole: 'viewer' as const,
  onMissingGroups: 'keep' as const,
  sessionHours: 168,
  startUrl: `https://logs.example.com/api/auth/oidc/${params.id}/start`,
  redirectUrl: `https://logs.example.com/api/auth/oidc/${params.id}/callback`,
  createdBy: 'ada@acme.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedAt: '2026-11-15T08:30:00.000Z',
};

export const listConnections = {
  method: 'GET',
  url: '/api/v1/organization/connections',
  config: READ,
  schema: {
    tags,
    summary: 'List connections',
    description: 'Identity providers of the organization, by name. Secrets are never returned.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Connection) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readConnection = {
  method: 'GET',
  url: '/api/v1/organization/connections/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Get a connection',
    description: 'Settings of one identity provider. The secret is never returned.',
    params: Params,
    response: { 200: dataOf(Connection) },
  },
  docs: { errors: ['NOT_FOUND'], example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createConnection = {
  method: 'POST',
  url: '/api/v1/organization/connections',
  config: WRITE,
  schema: {
    tags,
    summary: 'Create a connection',
    description:
      'OpenID Connect: `issuer`, `clientId` and `clientSecret` are required; register `redirectUrl` with the provider. SAML: `metadata`, or `entityId`, `ssoUrl` and `certificates`; register `acsUrl` and `entityId`. Then test the connection. An issuer on a private address or over `http` must be allowed by the operator (`XPLAIN_OUTBOUND_ALLOW`).',
    body: ConnectionDraft,
    response: { 201: dataOf(Connection) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: {
      body: {
        kind: 'oidc',
        name: 'Acme',
        preset: 'okta',
        issuer: example.issuer,
        clientId: example.clientId,
        clientSecret: 'the-secret-of-the-client',
        roleMap: example.roleMap,
      },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const changeConnection = {
  method: 'PATCH',
  url: '/api/v1/organization/connections/:id',
  config: WRITE,
  schema: {
    tags,
    summary: 'Change a connection',
    description:
      'Changing the issuer requires `clientSecret` again. Changing the issuer or the client ends the sessions of the connection.',
    params: Params,
    body: ConnectionChange,
    response: { 200: dataOf(Connection) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      params,
      body: { sessionHours: 12 },
      answer: { data: { ...example, sessionHours: 12 } },
    },
  },
} as const satisfies Endpoint;

export const deleteConnection = {
  method: 'DELETE',
  url: '/api/v1/organization/connections/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Delete a connection',
    description: 'Ends its sessions. Members stay, and their roles can be changed manually again.',
    params: Params,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: { params, answer: { data: { deleted: true } } },
  },
} as const satisfies Endpoint;

export const testConnection = {
  method: 'POST',
  url: '/api/v1/organization/connections/:id/test',
  config: { ...READ, needsStandingRole: true },
  schema: {
    tags,
    summary: 'Start a test of a connection',
    description:
      'Open `url` in the same browser and sign in at the provider. The test doesn’t sign in to Xplain and changes nothing. `GET` then returns the result.',
    params: Params,
    response: {
      200: dataOf(Type.Object({ url: Type.String({ description: 'Page of the provider.' }) })),
    },
  },
  docs: {
    errors: ['NOT_FOUND', 'SSO_PROVIDER'],
    example: {
      params,
      answer: { data: { url: 'https://acme.okta.com/oauth2/v1/authorize?client_id=…' } },
    },
  },
} as const satisfies Endpoint;

export const readConnectionTest = {
  method: 'GET',
  url: '/api/v1/organization/connections/:id/test',
  config: READ,
  schema: {
    tags,
    summary: 'Get the result of the last test',
    description: 'The received claims and the resulting role. Null: no test in the last 24 hours.',
    params: Params,
    response: { 200: dataOf(Type.Union([ConnectionTest, Type.Null()])) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      params,
      answer: {
        data: {
          at: '2026-11-15T08:31:00.000Z',
          by: 'ada@acme.com',
          code: null,
          reason: null,
          email: 'ada@acme.com',
          groups: ['xplain-admins'],
          role: 'admin',
          why: ['The group xplain-admins has the role admin.'],
          claims: { sub: '"00u1a2b3"', email: '"ada@acme.com"' },
        },
      },
    },
  },
} as const satisfies Endpoint;
