/**
 * Accounts: signing up, in and out, confirming an address, passwords and sessions. The addresses and the
 * answers are those of better-auth, so that its clients work; errors have the form of every other endpoint.
 */
import { type Static, Type } from 'typebox';
import { perProvider, SIGN_IN_WAYS } from '../spec/sign-in.ts';
import { SIGN_UP_MODES } from '../spec/sign-up.ts';
import {
  Email,
  VouchedInvitation,
  Password,
  AnyPassword,
  Name,
  Token,
  ReturnPath,
  Provider,
  OrganizationParam,
  CallbackQuery,
} from './account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { fields, named } from './schema.ts';

const User = named(
  'User',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    emailVerified: Type.Boolean(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  }),
);
const SessionFields = {
  id: Type.String(),
  userId: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  expiresAt: Type.String(),
  ipAddress: Type.Union([Type.String(), Type.Null()]),
  userAgent: Type.Union([Type.String(), Type.Null()]),
  activeOrganizationId: Type.Union([Type.String(), Type.Null()]),
  signedInWith: Type.Enum([...SIGN_IN_WAYS]),
  confinedTo: Type.Union([Type.String(), Type.Null()], {
    description:
      'The only organization this session works in, after a sign-in through its own OAuth client; null: all.',
  }),
};
const Status = Type.Object({ status: Type.Boolean() });
const Redirect = Type.Null({ description: 'The browser goes on to `Location`.' });

export const SignUp = named(
  'SignUp',
  fields({
    email: Email,
    password: Password,
    name: Type.Optional(Name),
    callbackURL: Type.Optional(ReturnPath),
    invitation: Type.Optional(VouchedInvitation),
  }),
);
export type SignUp = Static<typeof SignUp>;

const example = {
  user: {
    id: 'usr_4Kc9dWsQz8TbNfHxJ2LmPv',
    email: 'ada@example.com',
    name: 'Ada',
    emailVerified: true,
    createdAt: '2026-11-15T08:30:00.000Z',
    updatedAt: '2026-11-15T08:30:00.000Z',
  },
  session: {
    id: 'wR7pLm2XcVb9TqZs4HnKd8Gf',
    userId: 'usr_4Kc9dWsQz8TbNfHxJ2LmPv',
    createdAt: '2026-11-15T08:30:00.000Z',
    updatedAt: '2026-11-15T08:30:00.000Z',
    expiresAt: '2026-11-22T08:30:00.000Z',
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    activeOrganizationId: 'org_4Kc9dWsQz8TbNfHxJ2LmPv',
    signedInWith: 'password',
    confinedTo: null,
  },
};
const credentials = { email: 'ada@example.com', password: 'Vermilion-Kettle-42' };
const tags = ['Account'];

export const signUp = {
  method: 'POST',
  url: '/api/auth/sign-up/email',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Sign up',
    description:
      'Sends a link that confirms the address; signing in works after that. Until then the last sign-up with an address counts. The answer is the same when the address has a confirmed account already: then its owner gets a note.',
    body: SignUp,
    response: {
      200: Type.Object({
        token: Type.Null(),
        user: Type.Object({
          email: Type.String(),
          name: Type.String(),
          emailVerified: Type.Boolean({
            description: 'True with the link of an invitation.',
          }),
        }),
      }),
    },
  },
  docs: {
    errors: ['FORBIDDEN'],
    example: {
      body: { ...credentials, name: 'Ada' },
      answer: {
        token: null,
        user: { email: 'ada@example.com', name: 'Ada', emailVerified: false },
      },
    },
  },
} as const satisfies Endpoint;

export const signIn = {
  method: 'POST',
  url: '/api/auth/sign-in/email',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Sign in with a password',
    description: 'Sets the session cookie.',
    body: fields({
      email: Email,
      password: AnyPassword,
      rememberMe: Type.Optional(
        Type.Boolean({ description: 'False: the session ends with the browser or after a day.' }),
      ),
      callbackURL: Type.Optional(ReturnPath),
    }),
    response: { 200: Type.Object({ user: User }) },
  },
  docs: {
    errors: ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED'],
    example: { body: credentials, answer: { user: example.user } },
  },
} as const satisfies Endpoint;

export const signInWithProvider = {
  method: 'POST',
  url: '/api/auth/sign-in/social',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Sign in with an identity provider',
    description:
      'Answers with the address to send the browser to. With `organization`, the client of that organization is used if it has one: then only its members and whoever it has invited get in, into that organization alone.',
    body: fields({
      provider: Provider,
      organization: Type.Optional(OrganizationParam),
      callbackURL: Type.Optional(ReturnPath),
      errorCallbackURL: Type.Optional(ReturnPath),
    }),
    response: { 200: Type.Object({ url: Type.String(), redirect: Type.Boolean() }) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      body: { provider: 'google', callbackURL: '/logs' },
      answer: {
        url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=…',
        redirect: true,
      },
    },
  },
} as const satisfies Endpoint;

export const providerCallback = {
  method: 'GET',
  url: '/api/auth/callback/:provider',
  config: { permission: 'public', rate: 'auth', body: 'none' },
  schema: {
    tags,
    summary: 'Come back from an identity provider',
    description:
      'Only for the browser that started there. Goes on to `callbackURL`, or with `error` to `errorCallbackURL` or the sign-in page.',
    params: Type.Object({ provider: Provider }),
    querystring: CallbackQuery,
    response: { 302: Redirect },
  },
  docs: { example: { params: { provider: 'google' }, query: { code: '4/0A…', state: 'b2T…' } } },
} as const satisfies Endpoint;

export const organizationCallback = {
  method: 'GET',
  url: '/api/auth/organizations/:organization/callback/:provider',
  config: { permission: 'public', rate: 'auth', body: 'none' },
  schema: {
    tags,
    summary: 'Come back from an identity provider to an organization',
    description:
      'The address that an organization registers for its own OAuth client. Only for the browser that started at the sign-in link of that organization, with that provider. Where there is no such client, or no longer, it leads to the sign-in page with `error`.',
    params: Type.Object({ organization: OrganizationParam, provider: Provider }),
    querystring: CallbackQuery,
    response: { 302: Redirect },
  },
  docs: {
    example: {
      params: { organization: 'org_4Kc9dWsQz8TbNfHxJ2LmPv', provider: 'google' },
      query: { code: '4/0A…', state: 'b2T…' },
    },
  },
} as const satisfies Endpoint;

export const listProviders = {
  method: 'GET',
  url: '/api/auth/providers',
  config: { permission: 'public', rate: 'session', isOpenLook: true, body: 'none' },
  schema: {
    tags,
    summary: 'List the ways to sign in beside a password',
    description:
      'Those of the installation, or with `organization` those of its sign-in link. An organization without a client of its own is not told from one that does not exist.',
    querystring: fields({ organization: Type.Optional(OrganizationParam) }),
    response: {
      200: Type.Object({
        ...perProvider(() => Type.Boolean()),
        organization: Type.Union(
          [Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()],
          { description: 'Whose sign-in link it is.' },
        ),
        signUp: Type.Enum([...SIGN_UP_MODES], { description: 'Who may get an account.' }),
        isMailSent: Type.Boolean({
          description: 'False without a mail server: links that confirm do not arrive by mail.',
        }),
      }),
    },
  },
  docs: {
    example: {
      answer: {
        google: true,
        github: false,
        organization: null,
        signUp: 'open',
        isMailSent: true,
      },
    },
  },
} as const satisfies Endpoint;

export const signOut = {
  method: 'POST',
  url: '/api/auth/sign-out',
  config: { permission: 'public', rate: 'session', body: 'none' },
  schema: {
    tags,
    summary: 'Sign out',
    description: 'Ends the session of this request and takes its cookie back.',
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
  docs: { example: { answer: { success: true } } },
} as const satisfies Endpoint;

export const getSession = {
  method: 'GET',
  url: '/api/auth/get-session',
  config: { permission: 'public', rate: 'session', isOpenLook: true, body: 'none' },
  schema: {
    tags,
    summary: 'Read who is signed in',
    description: 'Null when nobody is.',
    response: {
      200: Type.Union([
        Type.Object({ session: Type.Object(SessionFields), user: User }),
        Type.Null(),
      ]),
    },
  },
  docs: { example: { answer: example } },
} as const satisfies Endpoint;

export const verifyEmail = {
  method: 'POST',
  url: '/api/auth/verify-email',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Confirm an e-mail address',
    description:
      'Takes the token of the link in the mail, which works once, and the password of the last sign-up with the address. So nobody confirms an account that somebody else has created with their address. Sessions and access tokens from before the confirmation end.',
    body: fields({ token: Token, password: AnyPassword }),
    response: { 200: Status },
  },
  docs: {
    example: {
      body: { token: 'q7Rk…', password: credentials.password },
      answer: { status: true },
    },
  },
} as const satisfies Endpoint;

export const sendVerificationEmail = {
  method: 'POST',
  url: '/api/auth/send-verification-email',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Send the confirmation link again',
    description:
      'The answer is the same for every address. An address receives at most one mail a minute, and a limited number of mails a day.',
    body: fields({ email: Email, callbackURL: Type.Optional(ReturnPath) }),
    response: { 200: Status },
  },
  docs: { example: { body: { email: 'ada@example.com' }, answer: { status: true } } },
} as const satisfies Endpoint;

export const requestPasswordReset = {
  method: 'POST',
  url: '/api/auth/request-password-reset',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Ask for a link to choose a new password',
    description:
      'The answer is the same for every address. An address receives at most one mail a minute, and a limited number of mails a day.',
    body: fields({ email: Email, redirectTo: Type.Optional(ReturnPath) }),
    response: { 200: Status },
  },
  docs: { example: { body: { email: 'ada@example.com' }, answer: { status: true } } },
} as const satisfies Endpoint;

export const resetPassword = {
  method: 'POST',
  url: '/api/auth/reset-password',
  config: { permission: 'public', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Choose a new password with the link of the mail',
    description:
      'The link works once, within an hour. Ends every session and access token of the account.',
    body: fields({ token: Token, newPassword: Password }),
    response: { 200: Status },
  },
  docs: {
    example: {
      body: { token: 'q7Rk…', newPassword: 'Vermilion-Kettle-43' },
      answer: { status: true },
    },
  },
} as const satisfies Endpoint;

export const changePassword = {
  method: 'POST',
  url: '/api/auth/change-password',
  config: { permission: 'session', rate: 'auth', body: 'account' },
  schema: {
    tags,
    summary: 'Change the password',
    description:
      'Ends every other session of the account, and its access tokens unless `keepAccessTokens` is true.',
    body: fields({
      currentPassword: AnyPassword,
      newPassword: Password,
      revokeOtherSessions: Type.Optional(
        Type.Literal(true, { description: 'They always end; may be sent, need not.' }),
      ),
      keepAccessTokens: Type.Optional(
        Type.Boolean({ description: 'Leaves access tokens alive; by default they end.' }),
      ),
    }),
    response: { 200: Status },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      body: { currentPassword: 'Vermilion-Kettle-42', newPassword: 'Vermilion-Kettle-43' },
      answer: { status: true },
    },
  },
} as const satisfies Endpoint;

export const listSessions = {
  method: 'GET',
  url: '/api/auth/list-sessions',
  config: { permission: 'session', rate: 'session', body: 'none' },
  schema: {
    tags,
    summary: 'List your sessions',
    description: 'Where the person is signed in just now, the session of this request among them.',
    response: {
      200: Type.Array(
        Type.Object({
          ...SessionFields,
          token: Type.String({
            description: 'The id once more: names the session to `revoke-session`.',
          }),
          isCurrent: Type.Boolean(),
        }),
      ),
    },
  },
  docs: {
    example: {
      answer: [{ ...example.session, token: example.session.id, isCurrent: true }],
    },
  },
} as const satisfies Endpoint;

export const revokeSession = {
  method: 'POST',
  url: '/api/auth/revoke-session',
  config: { permission: 'session', rate: 'session', body: 'account' },
  schema: {
    tags,
    summary: 'End one of your sessions',
    description: 'Signs the person out in one place, named by `token` of `list-sessions`.',
    body: fields({ token: Token }),
    response: { 200: Status },
  },
  docs: {
    example: { body: { token: example.session.id }, answer: { status: true } },
  },
} as const satisfies Endpoint;

export const revokeOtherSessions = {
  method: 'POST',
  url: '/api/auth/revoke-other-sessions',
  config: { permission: 'session', rate: 'session', body: 'none' },
  schema: {
    tags,
    summary: 'End all your other sessions',
    description: 'Signs the person out everywhere but here.',
    response: { 200: Status },
  },
  docs: { example: { answer: { status: true } } },
} as const satisfies Endpoint;

export const revokeSessions = {
  method: 'POST',
  url: '/api/auth/revoke-sessions',
  config: { permission: 'session', rate: 'session', body: 'none' },
  schema: {
    tags,
    summary: 'End all your sessions, this one too',
    description: 'Signs the person out everywhere.',
    response: { 200: Status },
  },
  docs: { example: { answer: { status: true } } },
} as const satisfies Endpoint;
