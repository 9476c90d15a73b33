import type { Mail } from '../../../engines/mail/mail.ts';
import { HOUR_MS } from '../../../spec/units.ts';

/** Without the name: whoever signs up somebody else would choose what they read. */
interface Addressee {
  readonly email: string;
}

export function verificationMail(
  user: Addressee,
  origin: string,
  token: string,
  lifetimeMs: number,
): Mail {
  // The address of the web app carries on after the check, with `error` when the link was no good.
  const link = `${origin}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent('/sign-in?verified=1')}`;
  return mail(user, 'Confirm your e-mail address', [
    'welcome to Xplain. Confirm that this address is yours:',
    link,
    `The link works once, within ${hours(lifetimeMs)}. If you did not sign up, ignore this mail.`,
  ]);
}

export function existingAccountMail(user: Addressee, origin: string): Mail {
  return mail(user, 'You already have an account', [
    'somebody, probably you, tried to sign up for Xplain with this address. There is an account already:',
    `${origin}/sign-in`,
    `If you have forgotten the password, choose a new one at ${origin}/forgot-password`,
  ]);
}

export function resetMail(
  user: Addressee,
  origin: string,
  token: string,
  lifetimeMs: number,
): Mail {
  return mail(user, 'Choose a new password', [
    'somebody, probably you, asked for a new password. Choose it here:',
    `${origin}/reset-password?token=${token}`,
    `The link works once, within ${hours(lifetimeMs)}. If it was not you, ignore this mail: nothing has changed.`,
  ]);
}

export function passwordChangedMail(user: Addressee, origin: string): Mail {
  return mail(user, 'Your password was changed', [
    'the password of your account was changed just now.',
    `If it was not you, choose another one at once: ${origin}/forgot-password`,
  ]);
}

function mail(user: Addressee, subject: string, paragraphs: readonly string[]): Mail {
  return { to: user.email, subject, text: `${['Hello,', ...paragraphs].join('\n\n')}\n` };
}

function hours(ms: number): string {
  const count = Math.round(ms / HOUR_MS);
  return count === 1 ? '1 hour' : `${count} hours`;
}
