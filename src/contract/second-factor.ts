/** Second factors of accounts with a password: authenticator apps, passkeys and recovery codes. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { FACTOR_KINDS } from '../spec/second-factor.ts';
import { AnyPassword, Token, User } from './account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { described, fields, named } from './schema.ts';

const Base64Url = (characters: number, description: string) =>
  Type.String({ minLength: 1, maxLength: characters, pattern: '^[A-Za-z0-9_-]+$', description });
const CREDENTIAL_CHARACTERS_MAX = 1_400;
const Credential = Base64Url(CREDENTIAL_CHARACTERS_MAX, 'ID of the passkey, base64url.');
const ClientData = Base64Url(4_096, '`clientDataJSON` of the browser, base64url.');
const AuthenticatorData = Base64Url(8_192, '`authenticatorData` of the browser, base64url.');
const Code = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'Six digits from the authenticator app. Each code works once.',
});

const PasskeyAnswer = fields(
  {
    id: Credential,
    clientData: ClientData,
    authenticatorData: AuthenticatorData,
    signature: Base64Url(2_048, '`signature` of the browser, base64url.'),
  },
  { description: 'Result of `navigator.credentials.get()`.' },
);
const NewPasskey = fields(
  {
    id: Credential,
    clientData: ClientData,
    authenticatorData: described(AuthenticatorData, '`getAuthenticatorData()`, base64url.'),
    publicKey: Base64Url(2_048, '`getPublicKey()`, base64url.'),
  },
  { description: 'Result of `navigator.credentials.create()`.' },
);
const Proof = {
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A recovery code. Each one works once.',
    }),
  ),
  passkey: Type.Optional(PasskeyAnswer),
};

const confirmation = {
  password: described(AnyPassword, 'Your current password.'),
  token: Type.Optional(
    described(Token, 'Token of the challenge, required with a passkey as proof.'),
  ),
  proof: Type.Optional(
    fields(Proof, {
      maxProperties: 1,
      description: 'One of the three. Required if the account already has a second factor.',
    }),
  ),
};

const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.accounts.factorNameCharactersMax,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Name that tells your devices apart.',
});

const Factor = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...FACTOR_KINDS], { description: 'Authenticator app or passkey.' }),
  name: Type.String(),
  createdAt: Type.String(),
  usedAt: Type.Union([Type.String(), Type.Null()], { description: 'Last use.' }),
});

export const SecondFactors = named(
  'SecondFactors',
  Type.Object({
    factors: Type.Array(Factor, { description: 'Authenticator apps and passkeys.' }),
    recoveryCodesLeft: Type.Integer({ description: 'Number of unused recovery codes.' }),
    hasPassword: Type.Boolean({
      description: 'False for accounts that only sign in with a provider, which need no factor.',
    }),
    arePasskeysOffered: Type.Boolean({
      description: 'False without HTTPS, and if Xplain is opened by its IP address.',
    }),
  }),
);
export type SecondFactors = Static<typeof SecondFactors>;

const Challenge = {
  challenge: Type.String({ description: 'Challenge to sign, base64url.' }),
  host: Type.String({ description: 'Relying party ID.' }),
  credentials: Type.Array(Type.String(), { description: 'IDs of the passkeys, base64url.' }),
};
/** What a person proves a factor with. */
export const FactorStep = named(
  'FactorStep',
  Type.Object({
    token: Type.String({ description: 'Send it with the proof. Works once.' }),
    expiresAt: Type.String({ description: 'When the token expires.' }),
    hasCode: Type.Boolean({ description: 'Whether the account has an authenticator app.' }),
    passkey: Type.Union([Type.Object(Challenge), Type.Null()], {
      description: 'For `navigator.credentials.get()`; null without a passkey.',
    }),
  }),
);
export type FactorStep = Static<typeof FactorStep>;

export const FactorSetUp = named(
  'FactorSetUp',
  Type.Object({
    token: Type.String({ description: 'Send it with the code or the new passkey.' }),
    expiresAt: Type.String({ description: 'When the token expires.' }),
    totp: Type.Union(
      [
        Type.Object({
          secret: Type.String({ description: 'Secret to type into the app, base32.' }),
          uri: Type.String({ description: 'The same for a QR code.' }),
        }),
        Type.Null(),
      ],
      { description: 'For an authenticator app.' },
    ),
    passkey: Type.Union(
      [
        Type.Object({
          ...Challenge,
          user: Type.String({ description: 'User handle, base64url.' }),
          algorithms: Type.Array(Type.Integer(), { description: 'Supported COSE algorithms.' }),
        }),
        Type.Null(),
      ],
      { description: 'For `navigator.credentials.create()`.' },
    ),
  }),
);
export type FactorSetUp = Static<typeof FactorSetUp>;

export const AddedFactor = named(
  'AddedFactor',
  Type.Object({
    factor: described(Factor, 'The new second factor.'),
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Shown once, with the first second factor; otherwise empty.',
    }),
  }),
);
export type AddedFactor = Static<typeof AddedFactor>;

const Status = Type.Object({ status: Type.Boolean({ description: 'Always true.' }) });
const tags = ['Account'];
const OWN = { permission: 'session', rate: 'auth', body: 'account' } as const;
const password = 'Vermilion-Kettle-42';
const factor = {
  id: 'fac_3fXq9LmT2vRw8KsYb1NcZe',
  kind: 'totp' as const,
  name: 'Phone',
  createdAt: '2026-11-19T08:30:00.000Z',
  usedAt: null,
};
const step = {
  token: 'q7Rk…',
  expiresAt: '2026-11-19T08:40:00.000Z',
  hasCode: true,
  passkey: null,
};
const user = {
  id: 'usr_4Kc9dWsQz8TbNfHxJ2LmPv',
  email: 'ada@example.com',
  name: 'Ada',
  emailVerified: true,
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const recoveryCodes = ['k3mz-qp7d-2xva-h5tw'];

export const signInWithFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/sign-in',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Complete sign-in with a second factor',
    description:
      'Sets the session cookie. `token` comes from the sign-in with the password. After several wrong codes of an account, further ones are refused for a while and its owner gets an email.',
    body: fields({ token: described(Token, 'Token of the sign-in.'), ...Proof }),
    response: { 200: Type.Object({ user: User }) },
  },
  docs: {
    errors: ['UNAUTHORIZED'],
    example: { body: { token: 'q7Rk…', code: '492039' }, answer: { user } },
  },
} as const satisfies Endpoint;

export const listFactors = {
  method: 'GET',
  url: '/api/auth/second-factor',
  config: { permission: 'session', rate: 'session', body: 'none' },
  schema: {
    tags,
    summary: 'List your second factors',
    description: 'Authenticator apps, passkeys, and how many recovery codes are left.',
    response: { 200: SecondFactors },
  },
  docs: {
    example: {
      answer: {
        factors: [factor],
        recoveryCodesLeft: 10,
        hasPassword: true,
        arePasskeysOffered: true,
      },
    },
  },
} as const satisfies Endpoint;

export const challengeFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/challenge',
  config: { permission: 'session', rate: 'auth', body: 'none' },
  schema: {
    tags,
    summary: 'Get a challenge for a passkey',
    description: 'For changes to your second factors that you confirm with a passkey.',
    response: { 200: FactorStep },
  },
  docs: { example: { answer: step } },
} as const satisfies Endpoint;

export const beginFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/set-up',
  config: OWN,
  schema: {
    tags,
    summary: 'Set up a second factor',
    description:
      'Returns the secret for an authenticator app, or the options for a passkey. The factor is only added when you confirm it.',
    body: fields({
      kind: Type.Enum([...FACTOR_KINDS], { description: 'What to set up.' }),
      ...confirmation,
    }),
    response: { 200: FactorSetUp },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      body: { kind: 'totp', password },
      answer: {
        token: step.token,
        expiresAt: step.expiresAt,
        totp: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Xplain:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Xplain',
        },
        passkey: null,
      },
    },
  },
} as const satisfies Endpoint;

export const addFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/add',
  config: OWN,
  schema: {
    tags,
    summary: 'Add a second factor',
    description:
      'Confirms the set-up with a code of the app or with the new passkey. Sign-in with the password will require a second factor. Other sessions end. With the first factor, the response contains the recovery codes.',
    body: fields({
      token: described(Token, 'Token of the set-up.'),
      name: Name,
      code: Type.Optional(Code),
      passkey: Type.Optional(NewPasskey),
    }),
    response: { 200: AddedFactor },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      body: { token: 'q7Rk…', name: 'Phone', code: '492039' },
      answer: { factor, recoveryCodes },
    },
  },
} as const satisfies Endpoint;

export const removeFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/remove',
  config: OWN,
  schema: {
    tags,
    summary: 'Remove a second factor',
    description:
      'With the last one, the recovery codes are deleted and the password is enough to sign in.',
    body: fields({
      id: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the factor.' }),
      ...confirmation,
    }),
    response: { 200: Status },
  },
  docs: {
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: {
      body: { id: factor.id, password, proof: { code: '492039' } },
      answer: { status: true },
    },
  },
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/api/auth/second-factor/recovery-codes',
  config: OWN,
  schema: {
    tags,
    summary: 'Create new recovery codes',
    description: 'Earlier codes stop working. The new ones are only shown in this response.',
    body: fields(confirmation),
    response: {
      200: Type.Object({
        recoveryCodes: Type.Array(Type.String(), { description: 'Shown once.' }),
      }),
    },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { body: { password, proof: { code: '492039' } }, answer: { recoveryCodes } },
  },
} as const satisfies Endpoint;

export const resetFactors = {
  method: 'POST',
  url: '/api/v1/operator/reset-second-factor',
  config: { permission: 'installation', rate: 'management', body: 'management' },
  schema: {
    tags: ['Installation'],
    summary: 'Reset the second factor of an account',
    description:
      'For people who have lost their devices and recovery codes: removes all second factors of the account and ends its sessions. The person is notified by email, and it is recorded in the audit logs. Verify who asks first. You can’t reset your own account.',
    body: fields({
      email: Type.String({ minLength: 1, maxLength: LIMITS.mail.addressCharactersMax }),
    }),
    response: {
      200: Type.Object({
        data: Type.Object({
          factors: Type.Integer({ description: 'Number of factors that were removed.' }),
        }),
      }),
    },
  },
  docs: {
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: { body: { email: 'ada@example.com' }, answer: { data: { factors: 1 } } },
  },
} as const satisfies Endpoint;
