/** Required sign-in through a connection, and the Owners who get in without it. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { FACTOR_RULES } from '../spec/second-factor.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const limits = LIMITS.identity;
const Networks = (description: string) =>
  Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: limits.breakGlassNetworksMax,
    description,
  });

export const EnforcementChange = named(
  'EnforcementChange',
  fields({
    connections: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: limits.connectionsMax,
        uniqueItems: true,
        description:
          'IDs of connections. Members must sign in through one of them. Empty: not required.',
      }),
    ),
    breakGlass: Type.Optional(
      Type.Array(
        fields({
          userId: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the Owner.' }),
          networks: Type.Optional(
            Networks(
              'Networks such as `10.0.0.0/8` from which the Owner can sign in. Default: any.',
            ),
          ),
        }),
        {
          maxItems: limits.breakGlassMax,
          description: 'Owners with a password who can sign in without the connection.',
        },
      ),
    ),
    secondFactor: Type.Optional(
      Type.Enum([...FACTOR_RULES], {
        description:
          'Who needs a second factor to sign in with a password: nobody, break-glass Owners while a connection is required, or everyone. Sign-in with an identity provider, API keys and access tokens are not affected.',
      }),
    ),
  }),
);
export type EnforcementChange = Static<typeof EnforcementChange>;

export const Enforcement = named(
  'Enforcement',
  Type.Object({
    connections: Type.Array(Type.String(), { description: 'Required connections.' }),
    breakGlass: Type.Array(
      Type.Object({
        userId: Type.String({ description: 'ID of the Owner.' }),
        email: Type.String(),
        networks: Networks('Empty: any address.'),
        usedAt: Type.Union([Type.String(), Type.Null()], {
          description: 'Last password sign-in while a connection was required.',
        }),
      }),
      { description: 'Owners who can sign in with a password nevertheless.' },
    ),
    secondFactor: Type.Enum([...FACTOR_RULES], {
      description: 'Who needs a second factor to sign in with a password.',
    }),
    proofs: Type.Object(
      {
        connections: Type.Array(Type.String(), {
          description: 'Connections through which you signed in within the last hour.',
        }),
        breakGlass: Type.Boolean({
          description:
            'Whether a break-glass Owner signed in with the password within the last 24 hours.',
        }),
      },
      { description: 'Both are required before you can enforce a connection.' },
    ),
  }),
);
export type Enforcement = Static<typeof Enforcement>;

const tags = ['Organization'];
const READ = {
  permission: 'sign-in:manage',
  rate: 'management',
  body: 'none',
  credentials: ['session'],
} as const;
const owner = { userId: 'usr_9sJk2LmQx7Vb4TzNfHc8Rw', networks: ['10.0.0.0/8'] };
const connections = ['con_3fXq9LmT2vRw8KsYb1NcZe'];
const example = {
  connections,
  breakGlass: [{ ...owner, email: 'ada@acme.com', usedAt: null }],
  secondFactor: 'break_glass' as const,
  proofs: { connections, breakGlass: true },
};

export const readEnforcement = {
  method: 'GET',
  url: '/api/v1/organization/enforcement',
  config: READ,
  schema: {
    tags,
    summary: 'Get sign-in enforcement',
    description:
      'The required connections, the exempt Owners, who needs a second factor, and which of the required sign-ins you have done.',
    response: { 200: dataOf(Enforcement) },
  },
  docs: { example: { answer: { data: example } } },
} as const satisfies Endpoint;

export const changeEnforcement = {
  method: 'PATCH',
  url: '/api/v1/organization/enforcement',
  config: { ...READ, body: 'management', needsStandingRole: true },
  schema: {
    tags,
    summary: 'Change sign-in enforcement',
    description:
      'Members with an address of a verified domain must then sign in through one of the connections; API keys and access tokens keep working. You need to have signed in with your password, through the connection within the last hour, and a break-glass Owner with the password within the last 24 hours. You can only require a second factor if you signed in with one.',
    body: EnforcementChange,
    response: { 200: dataOf(Enforcement) },
  },
  docs: {
    errors: ['CONFLICT', 'NOT_FOUND', 'SSO_NOT_PROVED'],
    example: { body: { connections, breakGlass: [owner] }, answer: { data: example } },
  },
} as const satisfies Endpoint;
