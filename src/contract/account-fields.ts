/** What people type to sign up and in, where providers send them back to, and what a session shows. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { OAUTH_PROVIDER_IDS, SIGN_IN_WAYS } from '../spec/sign-in.ts';
import { described, fields, named } from './schema.ts';

/**
 * Plain letters only: an address that merely looks like another one is not taken. Narrower than what
 * better-auth accepts, so that whoever can sign up can also sign in.
 */
export const EMAIL_PATTERN =
  "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$";

export const Email = Type.String({
  format: 'email',
  pattern: EMAIL_PATTERN,
  maxLength: LIMITS.mail.addressCharactersMax,
});
export const Password = Type.String({
  minLength: 1,
  // Counted in UTF-16 units here, in characters by the rules.
  maxLength: 2 * LIMITS.passwords.charactersMax,
  description: `At least ${LIMITS.passwords.charactersMin} characters with an uppercase and a lowercase letter and a digit; neither breached nor one of the last ${LIMITS.passwords.historyMax}.`,
});
export const AnyPassword = Type.String({
  minLength: 1,
  maxLength: 2 * LIMITS.passwords.charactersMax,
});
const Name = Type.String({
  maxLength: LIMITS.accounts.nameCharactersMax,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});
export const Token = Type.String({ minLength: 1, maxLength: 128 });
/** Where a browser goes on: a path of this site, so that no link leads elsewhere. */
// oxlint-disable-next-line no-control-regex -- They are what a path has not.
const RETURN_PATH = /^\/(?![/\\])[^\u0000-\u0020\\]*$/;
const RETURN_PATH_CHARACTERS_MAX = 2_048;

/** For a path that arrives in another form than JSON. */
export function isReturnPath(text: string): boolean {
  return text.length <= RETURN_PATH_CHARACTERS_MAX && RETURN_PATH.test(text);
}

export const ReturnPath = Type.String({
  pattern: RETURN_PATH.source,
  maxLength: RETURN_PATH_CHARACTERS_MAX,
  description: 'A path of this site, e.g. `/logs`.',
});

export const Provider = Type.Enum([...OAUTH_PROVIDER_IDS]);
export const OrganizationParam = Type.String({ pattern: '^org_[A-Za-z0-9]{1,60}$' });
export const CallbackQuery = Type.Object(
  {
    code: Type.Optional(
      Type.String({ maxLength: 4_096, description: 'Authorization code from the provider.' }),
    ),
    state: Type.Optional(
      Type.String({
        maxLength: 512,
        description: 'The `state` that the sign-in started with. A different value is refused.',
      }),
    ),
    error: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'Error code from the provider, if sign-in failed there.',
      }),
    ),
  },
  { additionalProperties: true },
);

const VouchedInvitation = fields(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the invitation.' }),
    voucher: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Signature from the invitation link. Valid while the invitation is pending.',
    }),
  },
  {
    description:
      'Token from the invitation link, which is sent by email or, without a mail server, passed on by an operator. Confirms the email address.',
  },
);

export const User = named(
  'User',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    emailVerified: Type.Boolean({ description: 'Whether the email address is confirmed.' }),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  }),
);
export const SessionFields = {
  id: Type.String(),
  userId: Type.String({ description: 'Account that is signed in.' }),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  expiresAt: Type.String({ description: 'When the session expires.' }),
  ipAddress: Type.Union([Type.String(), Type.Null()], {
    description: 'Client IP address at sign-in.',
  }),
  userAgent: Type.Union([Type.String(), Type.Null()], {
    description: 'Browser or program at sign-in, as it identified itself.',
  }),
  activeOrganizationId: Type.Union([Type.String(), Type.Null()], {
    description: 'Organization that requests of this session act in.',
  }),
  signedInWith: Type.Enum([...SIGN_IN_WAYS], { description: 'Sign-in method of this session.' }),
  confinedTo: Type.Union([Type.String(), Type.Null()], {
    description:
      'The only organization this session works in, after a sign-in through its own OAuth client; null: all.',
  }),
};

export const SignUp = named(
  'SignUp',
  fields({
    email: Email,
    password: Password,
    name: Type.Optional(described(Name, 'Display name.')),
    callbackURL: Type.Optional(ReturnPath),
    invitation: Type.Optional(
      described(VouchedInvitation, 'Accepts this invitation together with the sign-up.'),
    ),
  }),
);
export type SignUp = Static<typeof SignUp>;
