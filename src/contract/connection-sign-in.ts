/** Signing in through the identity provider of an organization: the way there and back. */
import { Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { ReturnPath } from './account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { described, fields } from './schema.ts';

const Connection = Type.Object({
  connection: Type.String({
    pattern: '^con_[A-Za-z0-9]{1,60}$',
    description: 'ID of the connection.',
  }),
});
const Redirect = Type.Null({ description: 'Redirects the browser to `Location`.' });
const tags = ['Account'];
const OPEN = { permission: 'public', rate: 'session', isOpenLook: true, body: 'none' } as const;
const params = { connection: 'con_3fXq9LmT2vRw8KsYb1NcZe' };

export const findConnections = {
  method: 'GET',
  url: '/api/auth/connections',
  config: OPEN,
  schema: {
    tags,
    summary: 'Find the identity provider of a domain',
    description:
      'For the sign-in page, which sends only the domain of the email address. The response is the same whether or not an account exists.',
    querystring: fields({
      domain: Type.String({
        minLength: 1,
        maxLength: LIMITS.identity.domainCharactersMax,
        description: 'Part of the email address after the @.',
      }),
    }),
    response: {
      200: Type.Object({
        connections: Type.Array(
          Type.Object({
            name: Type.String({ description: 'Name of the connection.' }),
            startUrl: Type.String({ description: 'Starts the sign-in at the provider.' }),
          }),
          { description: 'Empty: no identity provider for this domain.' },
        ),
      }),
    },
  },
  docs: {
    example: {
      query: { domain: 'acme.com' },
      answer: {
        connections: [
          {
            name: 'Acme',
            startUrl: `https://logs.example.com/api/auth/oidc/${params.connection}/start`,
          },
        ],
      },
    },
  },
} as const satisfies Endpoint;

export const startConnection = {
  method: 'GET',
  url: '/api/auth/oidc/:connection/start',
  config: OPEN,
  schema: {
    tags,
    summary: 'Sign in through a connection',
    description:
      'Redirects to the identity provider. If this fails, browsers are redirected to the sign-in page with `error`; other clients get a JSON error.',
    params: Connection,
    querystring: Type.Object({
      returnTo: Type.Optional(described(ReturnPath, 'Page to open after sign-in.')),
    }),
    response: { 302: Redirect },
  },
  docs: {
    errors: ['NOT_FOUND', 'SSO_PROVIDER'],
    example: { params, query: { returnTo: '/logs' } },
  },
} as const satisfies Endpoint;

export const connectionCallback = {
  method: 'GET',
  url: '/api/auth/oidc/:connection/callback',
  config: OPEN,
  schema: {
    tags,
    summary: 'Complete sign-in through a connection',
    description:
      'Only works in the browser that started the sign-in. The session is limited to the organization of the connection.',
    params: Connection,
    querystring: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4_096 })),
      state: Type.Optional(Type.String({ maxLength: 512 })),
      iss: Type.Optional(
        Type.String({
          maxLength: LIMITS.outbound.urlCharactersMax,
          description: 'Issuer of the response (RFC 9207).',
        }),
      ),
      error: Type.Optional(Type.String({ maxLength: 256 })),
    }),
    response: { 302: Redirect },
  },
  docs: {
    errors: [
      'NOT_FOUND',
      'PLAN_LIMIT_REACHED',
      'SSO_STATE',
      'SSO_DENIED',
      'SSO_CODE',
      'SSO_ISSUER',
      'SSO_AUDIENCE',
      'SSO_NONCE',
      'SSO_ALGORITHM',
      'SSO_SIGNATURE',
      'SSO_EXPIRED',
      'SSO_TOKEN',
      'SSO_EMAIL',
      'SSO_DOMAIN',
      'SSO_SUBJECT',
      'SSO_NOT_MEMBER',
      'SSO_NO_ROLE',
      'SSO_CLIENT',
      'SSO_PROVIDER',
    ],
    example: { params, query: { code: '4/0A…', state: 'b2T…' } },
  },
} as const satisfies Endpoint;

const SAML_ERRORS = [
  'NOT_FOUND',
  'SSO_STATE',
  'SSO_DENIED',
  'SSO_ISSUER',
  'SSO_AUDIENCE',
  'SSO_EXPIRED',
  'SSO_CLIENT',
  'SAML_FORM',
  'SAML_SIGNATURE',
  'SAML_MISMATCH',
  'SAML_RECIPIENT',
  'SAML_SUBJECT',
  'SAML_REPLAYED',
] as const;
const ADMIT_ERRORS = [
  'NOT_FOUND',
  'PLAN_LIMIT_REACHED',
  'SSO_STATE',
  'SSO_TOKEN',
  'SSO_EMAIL',
  'SSO_DOMAIN',
  'SSO_SUBJECT',
  'SSO_NOT_MEMBER',
  'SSO_NO_ROLE',
] as const;
const Code = Type.String({ pattern: '^[A-Za-z0-9]{43}$', description: 'From the redirect.' });
const code = 'hT5kQ0w8cVd2Zr7LmN4yXb1JsG6uPe3aFoRiHqKtWvC';

export const startSaml = {
  method: 'GET',
  url: '/api/auth/saml/:connection/start',
  config: OPEN,
  schema: {
    tags,
    summary: 'Sign in through a SAML connection',
    description:
      'Sends the browser to the identity provider with a signed request. A failure leads browsers to the sign-in page with `error`, others get it as JSON.',
    params: Connection,
    querystring: Type.Object({
      returnTo: Type.Optional(described(ReturnPath, 'Page to open after sign-in.')),
    }),
    response: { 302: Redirect },
  },
  docs: { errors: ['NOT_FOUND', 'SSO_CLIENT'], example: { params, query: { returnTo: '/logs' } } },
} as const satisfies Endpoint;

export const samlMetadata = {
  method: 'GET',
  url: '/api/auth/saml/:connection/metadata',
  config: OPEN,
  schema: {
    tags,
    summary: 'Get the metadata of a SAML connection',
    description: 'Entity ID, address for responses and certificate, to import at the provider.',
    params: Connection,
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'application/samlmetadata+xml',
    errors: ['NOT_FOUND'],
    example: { params, answer: '<md:EntityDescriptor …' },
  },
} as const satisfies Endpoint;

export const samlResponse = {
  method: 'POST',
  url: '/api/auth/saml/:connection/acs',
  config: { permission: 'public', rate: 'session', isOpenLook: true, body: 'saml' },
  schema: {
    tags,
    summary: 'Receive a SAML response',
    description:
      'Address for responses of the provider (HTTP POST binding). The response is checked; then the browser has to fetch the session itself.',
    params: Connection,
    response: { 302: Redirect },
  },
  docs: {
    accepts: {
      'application/x-www-form-urlencoded': Type.Object({
        SAMLResponse: Type.String({ description: 'Base64 of the response.' }),
        RelayState: Type.Optional(
          Type.String({ description: 'Page to open after an IdP-initiated sign-in.' }),
        ),
      }),
    },
    errors: [...SAML_ERRORS, 'FST_ERR_CTP_BODY_TOO_LARGE'],
    example: { params },
  },
} as const satisfies Endpoint;

export const finishSaml = {
  method: 'GET',
  url: '/api/auth/saml/:connection/finish',
  config: OPEN,
  schema: {
    tags,
    summary: 'Complete sign-in through a SAML connection',
    description:
      'Only for the browser that started there. The session works in the organization of the connection alone.',
    params: Connection,
    querystring: Type.Object({ code: Code }),
    response: { 302: Redirect },
  },
  docs: { errors: [...ADMIT_ERRORS], example: { params, query: { code } } },
} as const satisfies Endpoint;

export const readSamlConfirmation = {
  method: 'GET',
  url: '/api/auth/saml/:connection/confirmation',
  config: OPEN,
  schema: {
    tags,
    summary: 'Get an IdP-initiated sign-in to confirm',
    description: 'Who the person would be signed in as. Nothing changes.',
    params: Connection,
    querystring: Type.Object({ code: Code }),
    response: {
      200: Type.Object({
        connection: Type.String({ description: 'Name of the connection.' }),
        email: Type.Union([Type.String(), Type.Null()], {
          description: 'Email address that the provider sent.',
        }),
      }),
    },
  },
  docs: {
    errors: ['NOT_FOUND', 'SSO_STATE'],
    example: {
      params,
      query: { code },
      answer: { connection: 'Acme', email: 'ada@acme.com' },
    },
  },
} as const satisfies Endpoint;

export const confirmSaml = {
  method: 'POST',
  url: '/api/auth/saml/:connection/confirmation',
  config: { permission: 'public', rate: 'session', isOpenLook: true, body: 'account' },
  schema: {
    tags,
    summary: 'Confirm an IdP-initiated sign-in',
    description: 'Signs the person in, in the organization of the connection alone.',
    params: Connection,
    body: fields({ code: Code }),
    response: {
      200: Type.Object({ returnTo: Type.String({ description: 'Page to open after sign-in.' }) }),
    },
  },
  docs: {
    errors: [...ADMIT_ERRORS],
    example: { params, body: { code }, answer: { returnTo: '/' } },
  },
} as const satisfies Endpoint;
