/** How members sign in to an organization: its link, and the OAuth clients it has registered for it. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { OAUTH_PROVIDER_IDS } from '../spec/sign-in.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const Provider = Type.Enum([...OAUTH_PROVIDER_IDS]);

const ProviderSetting = named(
  'ProviderSetting',
  Type.Object({
    provider: Provider,
    redirectUrl: Type.String({
      description: 'Redirect URI to register with the provider.',
    }),
    client: Type.Union(
      [
        Type.Object({
          clientId: Type.String({ description: 'OAuth client ID at the provider.' }),
          secretSetAt: Type.String({ description: 'When the client secret was last set.' }),
          secretSetBy: Type.String({ description: 'Member who last set the client secret.' }),
        }),
        Type.Null(),
      ],
      { description: 'Null: the client of the installation is used, if it has one.' },
    ),
  }),
);
export type ProviderSetting = Static<typeof ProviderSetting>;

const OrganizationSignIn = named(
  'OrganizationSignIn',
  Type.Object({
    url: Type.String({ description: 'The sign-in link of the organization.' }),
    providers: Type.Array(ProviderSetting, {
      description: 'Sign-in providers and their settings.',
    }),
  }),
);
export type OrganizationSignIn = Static<typeof OrganizationSignIn>;

export const OAuthClientDraft = fields({
  clientId: Type.String({
    minLength: 1,
    maxLength: LIMITS.accounts.clientIdCharactersMax,
    pattern: '^[\\u0021-\\u007e]+$',
    description: 'OAuth client ID at the provider.',
  }),
  clientSecret: Type.String({
    minLength: 1,
    maxLength: LIMITS.accounts.clientSecretCharactersMax,
    pattern: '^[\\u0021-\\u007e]+$',
    description: 'Stored encrypted and never returned.',
  }),
});
export type OAuthClientDraft = Static<typeof OAuthClientDraft>;

const organization = 'org_4Kc9dWsQz8TbNfHxJ2LmPv';
const setting = {
  provider: 'google',
  redirectUrl: `https://logs.example.com/api/auth/organizations/${organization}/callback/google`,
  client: {
    clientId: '1234-abcd.apps.googleusercontent.com',
    secretSetAt: '2026-11-15T08:30:00.000Z',
    secretSetBy: 'ada@example.com',
  },
};
const tags = ['Organization'];

export const readOrganizationSignIn = {
  method: 'GET',
  url: '/api/v1/organization/sign-in',
  config: {
    permission: 'sign-in:manage',
    rate: 'management',
    body: 'none',
    credentials: ['session'],
  },
  schema: {
    tags,
    summary: 'Get the sign-in settings',
    description: 'OAuth clients of the organization. Secrets are never returned.',
    response: { 200: dataOf(OrganizationSignIn) },
  },
  docs: {
    example: {
      answer: {
        data: {
          url: `https://logs.example.com/sign-in?organization=${organization}`,
          providers: [setting],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const setOAuthClient = {
  method: 'PUT',
  url: '/api/v1/organization/sign-in/:provider',
  config: {
    permission: 'sign-in:manage',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
    credentials: ['session'],
  },
  schema: {
    tags,
    summary: 'Set an OAuth client',
    description:
      'Sets or replaces the OAuth client of the organization’s sign-in link. Only members and invited people can sign in with it, and only to this organization.',
    params: fields({ provider: Provider }),
    body: OAuthClientDraft,
    response: { 200: dataOf(ProviderSetting) },
  },
  docs: {
    example: {
      params: { provider: 'google' },
      body: { clientId: setting.client.clientId, clientSecret: 'the-secret-of-the-client' },
      answer: { data: setting },
    },
  },
} as const satisfies Endpoint;

export const removeOAuthClient = {
  method: 'DELETE',
  url: '/api/v1/organization/sign-in/:provider',
  config: {
    permission: 'sign-in:manage',
    rate: 'management',
    body: 'none',
    credentials: ['session'],
  },
  schema: {
    tags,
    summary: 'Remove an OAuth client',
    description:
      'The sign-in link falls back to the providers of the installation. Sessions that used the client end.',
    params: fields({ provider: Provider }),
    response: { 200: dataOf(ProviderSetting) },
  },
  docs: {
    example: { params: { provider: 'google' }, answer: { data: { ...setting, client: null } } },
  },
} as const satisfies Endpoint;
