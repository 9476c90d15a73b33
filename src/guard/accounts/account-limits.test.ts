import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../test/support/guard/start-accounts.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { DAY_MS } from '../../spec/units.ts';

const EMAIL = 'ada@example.com';
const { wrongPasswordsMax, wrongPasswordsMs, linkEveryMs } = LIMITS.accounts;

test('an address takes so many wrong passwords an hour, whether it has an account or not', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, member, linkTo } = await startAccounts(t, quickHashes);
  await member(EMAIL);
  const from = browser();
  const enter = (email: string, password: string) =>
    from.send('POST', '/api/auth/sign-in/email', { email, password });
  const answers: Record<string, unknown[]> = {};

  for (const email of [EMAIL, 'nobody@example.com']) {
    const statuses = new Set<number>();
    for (let i = 0; i < wrongPasswordsMax; i++) {
      statuses.add((await enter(email.toUpperCase(), `Wrong-Password-${i}`)).status);
    }
    const beyond = await enter(email, PASSWORD);
    answers[email] = [[...statuses], beyond.status, beyond.code, beyond.headers.get('retry-after')];
  }
  await from.send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const token = await linkTo(EMAIL);
  const newPassword = 'Cobalt-Lantern-77';
  await from.send('POST', '/api/auth/reset-password', { token, newPassword });
  const afterReset = await enter(EMAIL, newPassword);
  t.mock.timers.tick(wrongPasswordsMs);
  const afterAnHour = await enter('nobody@example.com', PASSWORD);

  assert.deepEqual(answers[EMAIL], [[401], 429, 'RATE_LIMITED', String(wrongPasswordsMs / 1000)]);
  assert.deepEqual(answers['nobody@example.com'], answers[EMAIL]);
  assert.equal(afterReset.status, 200, 'a new password begins a new count');
  assert.equal(afterAnHour.status, 401);
});

/** Hashing two hundred passwords for real takes longer than the test has patience. */
const quickHashes: Parameters<typeof startAccounts>[1] = {
  change: (accounts) => {
    const { hasher } = accounts.tools;
    const hash = hasher.hash.bind(hasher);
    const verify = hasher.verify.bind(hasher);
    const isWrong = (password: string): boolean => password.startsWith('Wrong');
    Object.assign(hasher, {
      hash: async (password: string) => (isWrong(password) ? 'x' : hash(password)),
      verify: async (stored: string, password: string) =>
        !isWrong(password) && verify(stored, password),
    });
    return accounts;
  },
};

test('a session ends at a fixed age, however often it is refreshed', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { member } = await startAccounts(t);
  const ada = await member();
  const days = LIMITS.sessions.absoluteMsMax / DAY_MS;
  const seen: number[] = [];

  for (let day = 1; day <= days; day++) {
    t.mock.timers.tick(DAY_MS);
    seen.push((await ada.send('GET', '/api/v1/organizations')).status);
  }
  t.mock.timers.tick(1);
  const over = await ada.send('GET', '/api/v1/organizations');

  assert.deepEqual(new Set(seen), new Set([200]));
  assert.equal(over.status, 401);
});

test('strangers cause a few mails a day to one address, and never two at once', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, member, mailsTo } = await startAccounts(t);
  await member('known@example.com');
  const { perRecipientMax, windowMs } = LIMITS.accountMails;
  const stranger = browser();
  const known = (await mailsTo('known@example.com')).length;
  const signUp = async (email: string): Promise<void> => {
    await stranger.send('POST', '/api/auth/sign-up/email', { email, password: PASSWORD });
  };

  for (const email of ['known@example.com', 'new@example.com']) {
    for (let i = 0; i < 5; i++) await signUp(email);
  }
  const atOnce = [
    (await mailsTo('known@example.com')).length - known,
    (await mailsTo('new@example.com')).length,
  ];
  for (let i = 0; i < perRecipientMax + 5; i++) {
    t.mock.timers.tick(linkEveryMs);
    for (const email of ['known@example.com', 'new@example.com']) await signUp(email);
  }
  const inADay = [
    (await mailsTo('known@example.com')).length,
    (await mailsTo('new@example.com')).length,
  ];
  t.mock.timers.tick(windowMs);
  await signUp('new@example.com');

  assert.deepEqual(atOnce, [1, 1]);
  assert.deepEqual(inADay, [perRecipientMax, perRecipientMax]);
  assert.equal((await mailsTo('new@example.com')).length, perRecipientMax + 1);
});

test('reset links count among the mails of a day, and one more is answered the same', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, member, mailsTo } = await startAccounts(t);
  await member('known@example.com');
  const { perRecipientMax, windowMs } = LIMITS.accountMails;
  const stranger = browser();
  const ask = async () => {
    t.mock.timers.tick(linkEveryMs);
    const body = { email: 'known@example.com' };
    return stranger.send('POST', '/api/auth/request-password-reset', body);
  };

  const answers = [];
  for (let i = 0; i < perRecipientMax + 5; i++) answers.push(await ask());
  const inADay = (await mailsTo('known@example.com')).length;
  t.mock.timers.tick(windowMs);
  await ask();

  assert.equal(inADay, perRecipientMax, 'the confirmation of the sign-up is one of them');
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await mailsTo('known@example.com')).length, perRecipientMax + 1);
});
