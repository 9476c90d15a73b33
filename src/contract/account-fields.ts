/** What people type to sign up and in, and where providers send them back to. */
import { Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { OAUTH_PROVIDER_IDS } from '../spec/sign-in.ts';
import { fields } from './schema.ts';

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
export const Name = Type.String({
  maxLength: LIMITS.accounts.nameCharactersMax,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});
export const Token = Type.String({ minLength: 1, maxLength: 128 });
/** Where a browser goes on: a path of this site, so that no link leads elsewhere. */
export const ReturnPath = Type.String({
  pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\\\]*$',
  maxLength: 2_048,
  description: 'A path of this site, e.g. `/logs`.',
});

export const Provider = Type.Enum([...OAUTH_PROVIDER_IDS]);
export const OrganizationParam = Type.String({ pattern: '^org_[A-Za-z0-9]{1,60}$' });
export const CallbackQuery = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 4_096 })),
    state: Type.Optional(Type.String({ maxLength: 512 })),
    error: Type.Optional(Type.String({ maxLength: 256 })),
  },
  { additionalProperties: true },
);

export const VouchedInvitation = fields(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    voucher: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The seal of the link. It counts as long as the invitation waits.',
    }),
  },
  {
    description:
      'Of the link of an invitation: the one in the mail, or where none is sent the one that an operator has handed over. It confirms the address.',
  },
);
