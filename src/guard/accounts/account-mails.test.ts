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
      'Confirm your e-mail address',
      'welcome to Xplain. Confirm that this address is yours:',
      'https://logs.example.com/verify-email?token=abc',
      'The link works once, within 24 hours. If you did not sign up, ignore this mail: nobody can use the account.',
    ),
  );
  assert.deepEqual(
    existingAccountMail(ADA, ORIGIN),
    written(
      'You already have an account',
      'somebody, probably you, tried to sign up for Xplain with this address. There is an account already:',
      'https://logs.example.com/sign-in',
      'If you have forgotten the password, choose a new one at https://logs.example.com/forgot-password',
    ),
  );
  assert.deepEqual(
    resetMail(ADA, ORIGIN, 'abc', HOUR),
    written(
      'Choose a new password',
      'somebody, probably you, asked for a new password. Choose it here:',
      'https://logs.example.com/reset-password?token=abc',
      'The link works once, within 1 hour. If it was not you, ignore this mail: nothing has changed.',
    ),
  );
  assert.deepEqual(
    passwordChangedMail(ADA, ORIGIN, { sessions: 1, tokens: 0 }),
    written(
      'Your password was changed',
      'the password of your account was changed just now.',
      'With it ended 1 session and no access tokens. API keys of your organizations go on working.',
      'If it was not you, choose another one at once: https://logs.example.com/forgot-password',
    ),
  );
});

test('one thing is one, none is none, and several are several', () => {
  const ended = (sessions: number, tokens: number): string =>
    passwordChangedMail(ADA, ORIGIN, { sessions, tokens }).text;
  const within = (ms: number): string => resetMail(ADA, ORIGIN, 'abc', ms).text;

  assert.match(ended(0, 1), /ended no sessions and 1 access token\./);
  assert.match(ended(2, 3), /ended 2 sessions and 3 access tokens\./);
  assert.match(within(2 * HOUR), /within 2 hours\./);
});
