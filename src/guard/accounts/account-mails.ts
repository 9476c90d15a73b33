import type { Mail } from '../../engines/mail/mail.ts';
import { HOUR_MS } from '../../spec/units.ts';
import type { EndedAccess } from './end-access.ts';

/** Without a name: a person who signs up someone else would choose what they read. */
interface Addressee {
  readonly email: string;
}

export function verificationMail(
  user: Addressee,
  origin: string,
  token: string,
  lifetimeMs: number,
): Mail {
  // A page that asks for confirmation, because mail scanners open every link.
  const link = `${origin}/verify-email?token=${token}`;
  return mail(user, 'Confirm your email address', [
    'Welcome to Xplain. Confirm your email address:',
    link,
    `The link works once, within ${hours(lifetimeMs)}. If you didn't sign up, ignore this email. Nobody can use the account.`,
  ]);
}

export function existingAccountMail(user: Addressee, origin: string): Mail {
  return mail(user, 'You already have an account', [
    'Someone, probably you, tried to sign up for Xplain with this email address. You already have an account:',
    `${origin}/sign-in`,
    `If you forgot your password, reset it at ${origin}/forgot-password`,
  ]);
}

export function resetMail(
  user: Addressee,
  origin: string,
  token: string,
  lifetimeMs: number,
): Mail {
  return mail(user, 'Reset your password', [
    'Someone, probably you, requested a password reset. Set a new password:',
    `${origin}/reset-password?token=${token}`,
    `The link works once, within ${hours(lifetimeMs)}. If it wasn't you, ignore this email. Nothing has changed.`,
  ]);
}

export function passwordChangedMail(
  user: Addressee,
  origin: string,
  ended: Pick<EndedAccess, 'sessions' | 'tokens'>,
): Mail {
  const sessions = counted(ended.sessions, 'session');
  const tokens = counted(ended.tokens, 'access token');
  return mail(user, 'Your password was changed', [
    'Your password was just changed.',
    `This ended ${sessions} and revoked ${tokens}. API keys of your organizations keep working.`,
    `If it wasn't you, reset your password immediately: ${origin}/forgot-password`,
  ]);
}

function mail(user: Addressee, subject: string, paragraphs: readonly string[]): Mail {
  return { to: user.email, subject, text: `${['Hello,', ...paragraphs].join('\n\n')}\n` };
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}

function hours(ms: number): string {
  const count = Math.round(ms / HOUR_MS);
  return count === 1 ? '1 hour' : `${count} hours`;
}
