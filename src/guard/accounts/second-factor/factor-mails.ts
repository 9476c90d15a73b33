import type { Mail } from '../../../engines/mail/mail.ts';
import type { Visit } from '../account-needs.ts';

interface Addressee {
  readonly email: string;
}

export function factorAddedMail(user: Addressee, origin: string, name: string): Mail {
  return mail(user, 'Second factor added', [
    `“${name}” was added to your account as a second factor. Sign-in with your password now requires a second factor.`,
    ifNotYou(origin),
  ]);
}

export function factorRemovedMail(user: Addressee, origin: string, isLast: boolean): Mail {
  return mail(user, 'Second factor removed', [
    isLast
      ? 'The last second factor of your account was removed. Your password alone is now enough to sign in.'
      : 'A second factor of your account was removed. Others remain.',
    ifNotYou(origin),
  ]);
}

export function factorResetMail(user: Addressee, origin: string, operator: string): Mail {
  return mail(user, 'Second factor reset by an operator', [
    `${operator}, an operator of this installation, removed all second factors and recovery codes of your account. All your sessions have ended.`,
    `Sign in with your password, then set up a new second factor: ${origin}/settings/account`,
    "If you didn't ask for this, contact your operator immediately.",
  ]);
}

export function recoveryCodesMail(user: Addressee, origin: string): Mail {
  return mail(user, 'New recovery codes', [
    'New recovery codes were created for your account. Earlier ones no longer work.',
    ifNotYou(origin),
  ]);
}

export function recoveryCodeMail(
  user: Addressee,
  origin: string,
  { ipAddress }: Visit,
  left: number,
): Mail {
  return mail(user, 'A recovery code was used', [
    `A recovery code of your account was used, from ${ipAddress}. Unused codes: ${left}.`,
    ifNotYou(origin),
  ]);
}

export function guessesMail(user: Addressee, origin: string, { ipAddress }: Visit): Mail {
  return mail(user, 'Wrong codes for your second factor', [
    `Too many wrong codes were entered for your account, most recently from ${ipAddress}. Further codes are refused for a while.`,
    `Your password was correct, so if it wasn't you, someone knows it. Reset it: ${origin}/forgot-password`,
  ]);
}

function ifNotYou(origin: string): string {
  return `If it wasn't you, reset your password immediately (${origin}/forgot-password), then contact your operator.`;
}

function mail({ email }: Addressee, subject: string, paragraphs: readonly string[]): Mail {
  return { to: email, subject, text: `${['Hello,', ...paragraphs].join('\n\n')}\n` };
}
