import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  existingAccountMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './account-mails.ts';

const ADA = { email: 'ada@example.com' };
const ORIGIN = 'https://logs.example.com';
const HOUR = 3_600_000;

test('mails of accounts say what happened, where to go and how long that works', () => {
  const written = (subject: string, ...paragraphs: string[]) => ({
    to: 'ada@example.com',
    subject,
    text: `Hello,\n\n${paragraphs.join('\n\n')}\n`,
  });

  assert.deepEqual(
    verificationMail(ADA, ORIGIN, 'abc', 24 * HOUR),
    written(
      'Confirm your email address',
      'Welcome to Xplain. Confirm your email address:',
      'https://logs.example.com/verify-email?token=abc',
      "The link works once, within 24 hours. If you didn't sign up, ignore this email. Nobody can use the account.",
    ),
  );
  assert.deepEqual(
    existingAccountMail(ADA, ORIGIN),
    written(
      'You already have an account',
      'Someone, probably you, tried to sign up for Xplain with this email address. You already have an account:',
      'https://logs.example.com/sign-in',
      'If you forgot your password, reset it at https://logs.example.com/forgot-password',
    ),
  );
  assert.deepEqual(
    resetMail(ADA, ORIGIN, 'abc', HOUR),
    written(
      'Reset your password',
      'Someone, probably you, requested a password reset. Set a new password:',
      'https://logs.example.com/reset-password?token=abc',
      "The link works once, within 1 hour. If it wasn't you, ignore this email. Nothing has changed.",
    ),
  );
  assert.deepEqual(
    passwordChangedMail(ADA, ORIGIN, { sessions: 1, tokens: 0 }),
    written(
      'Your password was changed',
      'Your password was just changed.',
      'This ended 1 session and revoked no access tokens. API keys of your organizations keep working.',
      "If it wasn't you, reset your password immediately: https://logs.example.com/forgot-password",
    ),
  );
});

test('one thing is one, none is none, and several are several', () => {
  const ended = (sessions: number, tokens: number): string =>
    passwordChangedMail(ADA, ORIGIN, { sessions, tokens }).text;
  const within = (ms: number): string => resetMail(ADA, ORIGIN, 'abc', ms).text;

  assert.match(ended(0, 1), /ended no sessions and revoked 1 access token\./);
  assert.match(ended(2, 3), /ended 2 sessions and revoked 3 access tokens\./);
  assert.match(within(2 * HOUR), /within 2 hours\./);
});
