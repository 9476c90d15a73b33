import type { Mail } from '../../engines/mail/mail.ts';
import { HOUR_MS } from '../../spec/units.ts';
import type { EndedAccess } from './end-access.ts';

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
  // A page that asks before it confirms: programs that look into mails open every link.
  const link = `${origin}/verify-email?token=${token}`;
  return mail(user, 'Confirm your e-mail address', [
    'welcome to Xplain. Confirm that this address is yours:',
    link,
    `The link works once, within ${hours(lifetimeMs)}. If you did not sign up, ignore this mail: nobody can use the account.`,
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

export function passwordChangedMail(
  user: Addressee,
  origin: string,
  ended: Pick<EndedAccess, 'sessions' | 'tokens'>,
): Mail {
  const sessions = counted(ended.sessions, 'session');
  const tokens = counted(ended.tokens, 'access token');
  return mail(user, 'Your password was changed', [
    'the password of your account was changed just now.',
    `With it ended ${sessions} and ${tokens}. API keys of your organizations go on working.`,
    `If it was not you, choose another one at once: ${origin}/forgot-password`,
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
