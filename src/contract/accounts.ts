/**
 * Accounts: signing up, in and out, confirming an address, passwords and sessions. The addresses and the
 * answers are those of better-auth, so that its clients work; errors have the form of every other endpoint.
 */
import { Type } from 'typebox';
import { perProvider } from '../spec/sign-in.ts';
import { SIGN_UP_MODES } from '../spec/sign-up.ts';
import {
  Email,
  Password,
  AnyPassword,
  Token,
  ReturnPath,
  Provider,
  OrganizationParam,
  CallbackQuery,
  SessionFields,
  SignUp,
  User,
} from './account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { FactorStep } from './second-factor.ts';
import { described, fields } from './schema.ts';

const Status = Type.Object({ status: Type.Boolean({ description: 'Always true.' }) });
const Redirect = Type.Null({ description: 'Redirects the browser to `Location`.' });

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
      'Sends a confirmation link, which is required to sign in. Until the address is confirmed, only the latest sign-up with it is valid. The response is the same if the address already has a confirmed account; then its owner gets an email about it.',
    body: SignUp,
    response: {
      200: Type.Object({
        token: Type.Null({ description: 'Always null. Confirm the email address, then sign in.' }),
        user: Type.Object(
          {
            email: Type.String(),
            name: Type.String(),
            emailVerified: Type.Boolean({
              description: 'True with the link of an invitation.',
            }),
          },
          { description: 'The new account.' },
        ),
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
    description:
      'Sets the session cookie. If the account has a second factor, there is no cookie yet: send its proof with `secondFactor.token` to `/api/auth/second-factor/sign-in`.',
    body: fields({
      email: Email,
      password: AnyPassword,
      rememberMe: Type.Optional(
        Type.Boolean({ description: 'False: the session ends with the browser or after a day.' }),
      ),
      callbackURL: Type.Optional(described(ReturnPath, 'Page to open after sign-in.')),
    }),
    response: {
      200: Type.Union([Type.Object({ user: User }), Type.Object({ secondFactor: FactorStep })]),
    },
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
      'Returns the URL to redirect the browser to. With `organization`, Xplain uses the OAuth client of that organization, if it has one. Then only its members and invited people can sign in, and only to that organization.',
    body: fields({
      provider: Provider,
      organization: Type.Optional(
        described(OrganizationParam, 'Organization whose OAuth client is used.'),
      ),
      callbackURL: Type.Optional(described(ReturnPath, 'Page to open after sign-in.')),
      errorCallbackURL: Type.Optional(described(ReturnPath, 'Page to open if sign-in fails.')),
    }),
    response: {
      200: Type.Object({
        url: Type.String({ description: 'Page of the provider to open.' }),
        redirect: Type.Boolean({ description: 'Always true: open `url` in the browser.' }),
      }),
    },
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
    summary: 'Complete sign-in with an identity provider',
    description:
      'Only works in the browser that started the sign-in. Redirects to `callbackURL`, or with `error` to `errorCallbackURL` or the sign-in page.',
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
    summary: 'Complete sign-in to an organization',
    description:
      'The redirect URI that an organization registers for its OAuth client. Only works in the browser that started at the sign-in link of that organization, with that provider. If the client doesn’t exist or was removed, redirects to the sign-in page with `error`.',
    params: Type.Object({
      organization: described(OrganizationParam, 'Organization whose sign-in link was used.'),
      provider: Provider,
    }),
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
    summary: 'List sign-in providers',
    description:
      'Providers of the installation, or with `organization` those of its sign-in link. An organization without its own OAuth client looks the same as one that does not exist.',
    querystring: fields({
      organization: Type.Optional(
        described(
          OrganizationParam,
          'Organization whose sign-in link is used. Default: the installation.',
        ),
      ),
    }),
    response: {
      200: Type.Object({
        ...perProvider(() => Type.Boolean()),
        organization: Type.Union(
          [Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()],
          { description: 'Organization of the sign-in link.' },
        ),
        signUp: Type.Enum([...SIGN_UP_MODES], { description: 'Who can sign up.' }),
        isMailSent: Type.Boolean({
          description: 'False without a mail server: confirmation links are not sent by email.',
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
    description: 'Ends the session of this request and deletes its cookie.',
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
    summary: 'Get the current session',
    description: 'Null when nobody is signed in.',
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
    summary: 'Confirm an email address',
    description:
      'Requires the single-use token from the email and the password of the last sign-up with this address, so that nobody confirms an account that someone else created. Earlier sessions and access tokens end.',
    body: fields({
      token: described(Token, 'Token from the confirmation email.'),
      password: AnyPassword,
    }),
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
    summary: 'Resend the confirmation email',
    description:
      'The response is the same for every address. An address receives at most one mail a minute, and a limited number of mails a day.',
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
    summary: 'Request a password reset link',
    description:
      'The response is the same for every address. An address receives at most one mail a minute, and a limited number of mails a day.',
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
    summary: 'Reset the password',
    description:
      'The link works once, within an hour. Ends every session and access token of the account.',
    body: fields({
      token: described(Token, 'Token from the password reset email.'),
      newPassword: Password,
    }),
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
        Type.Literal(true, { description: 'Optional and ignored: other sessions always end.' }),
      ),
      keepAccessTokens: Type.Optional(
        Type.Boolean({
          description: 'Keep your access tokens valid. By default they are revoked.',
        }),
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
    description: 'All active sessions of the account, including the one of this request.',
    response: {
      200: Type.Array(
        Type.Object({
          ...SessionFields,
          token: Type.String({
            description: 'Same as `id`. Send it to `revoke-session`.',
          }),
          isCurrent: Type.Boolean({ description: 'Whether this request uses the session.' }),
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
    summary: 'End a session',
    description: 'Signs you out on one device. Get the `token` from `list-sessions`.',
    body: fields({ token: described(Token, 'The `token` of the session, from the list.') }),
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
    summary: 'Sign out other devices',
    description: 'Ends every session of the account except this one.',
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
    summary: 'Sign out all devices',
    description: 'Ends every session of the account, including this one.',
    response: { 200: Status },
  },
  docs: { example: { answer: { status: true } } },
} as const satisfies Endpoint;
