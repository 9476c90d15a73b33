import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../test/support/guard/start-accounts.ts';
import { LIMITS } from '../../spec/limits.ts';

const EMAIL = 'ada@example.com';
const THEIRS = 'Crimson-Harbour-19';

const signUp = (password: string, name = 'Ada') => ({ email: EMAIL, password, name });

test('who signed up first with an address that is not theirs does not get in later', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, linkTo } = await startAccounts(t);
  const [mallory, ada] = [browser(), browser()];
  const enter = (password: string) => ({ email: EMAIL, password });

  await mallory.send('POST', '/api/auth/sign-up/email', signUp(THEIRS, 'Mallory'));
  const early = await linkTo(EMAIL);
  t.mock.timers.tick(LIMITS.accounts.linkEveryMs);
  await ada.send('POST', '/api/auth/sign-up/email', signUp(PASSWORD));
  const confirm = (token: string) =>
    ada.send('POST', '/api/auth/verify-email', { token, password: PASSWORD });
  const old = await confirm(early);
  const confirmed = await confirm(await linkTo(EMAIL));
  const theirs = await mallory.send('POST', '/api/auth/sign-in/email', enter(THEIRS));
  const own = await ada.send('POST', '/api/auth/sign-in/email', enter(PASSWORD));
  const { body } = await ada.send('GET', '/api/v1/organizations');

  assert.deepEqual([old.status, confirmed.status], [400, 200], 'the newest link alone is good');
  assert.deepEqual([theirs.status, own.status], [401, 200]);
  const [organization] = (body as { data: { name: string }[] }).data;
  assert.equal(organization?.name, 'Ada’s organization');
});

test('the same right behind each other, with one mail', async (t) => {
  const { browser, linkTo, mailsTo } = await startAccounts(t);
  const [mallory, ada] = [browser(), browser()];

  await mallory.send('POST', '/api/auth/sign-up/email', signUp(THEIRS));
  await ada.send('POST', '/api/auth/sign-up/email', signUp(PASSWORD));
  const token = await linkTo(EMAIL);
  const confirmed = await ada.send('POST', '/api/auth/verify-email', { token, password: PASSWORD });
  const body = { email: EMAIL, password: THEIRS };
  const theirs = await mallory.send('POST', '/api/auth/sign-in/email', body);

  assert.deepEqual([confirmed.status, theirs.status], [200, 401]);
  assert.equal((await mailsTo(EMAIL)).length, 1);
});

test('who signs up behind the owner is noticed on the page that confirms', async (t) => {
  const { browser, linkTo } = await startAccounts(t);
  const [mallory, ada] = [browser(), browser()];

  await ada.send('POST', '/api/auth/sign-up/email', signUp(PASSWORD));
  await mallory.send('POST', '/api/auth/sign-up/email', signUp(THEIRS));
  const token = await linkTo(EMAIL);
  const noticed = await ada.send('POST', '/api/auth/verify-email', { token, password: PASSWORD });
  await ada.send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const reset = { token: await linkTo(EMAIL), newPassword: 'Cobalt-Lantern-77' };
  const chosen = await ada.send('POST', '/api/auth/reset-password', reset);
  const body = { email: EMAIL, password: THEIRS };
  const theirs = await mallory.send('POST', '/api/auth/sign-in/email', body);
  const again = await ada.send('POST', '/api/auth/verify-email', { token, password: THEIRS });

  assert.deepEqual([noticed.status, noticed.paths], [400, ['password']]);
  assert.deepEqual([chosen.status, theirs.status], [200, 401]);
  assert.equal(again.status, 400, 'a link from before the confirmation has ended');
});

test('whatever opened an account before its address is confirmed ends with the confirmation', async (t) => {
  const { member, browser, linkTo, metadata } = await startAccounts(t);
  const early = await member();
  const draft = { name: 'ci', scopes: ['search:read'] };
  const created = await early.send('POST', '/api/v1/access-tokens', draft);
  const { value } = (created.body as { data: { value: string } }).data;
  // As an import or an older release may have left it: in use, and confirmed by nobody.
  await metadata.db.updateTable('users').set({ email_verified: 0 }).execute();
  await browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const reset = await linkTo(EMAIL);
  await browser().send('POST', '/api/auth/send-verification-email', { email: EMAIL });

  const token = await linkTo(EMAIL);
  const link = { token, password: PASSWORD };
  const confirmed = await browser().send('POST', '/api/auth/verify-email', link);
  const session = await early.send('GET', '/api/v1/organizations');
  const headers = { authorization: `Bearer ${value}` };
  const used = await browser().send('GET', '/api/v1/members', undefined, headers);
  const body = { token: reset, newPassword: THEIRS };
  const chosen = await browser().send('POST', '/api/auth/reset-password', body);

  assert.notEqual(token, reset);
  assert.equal(confirmed.status, 200);
  assert.deepEqual([session.status, used.code], [401, 'PAT_REVOKED']);
  assert.deepEqual([chosen.status, chosen.paths], [400, ['token']]);
});

test('the link alone confirms nothing: whoever signed up must have chosen the password', async (t) => {
  const { browser, linkTo } = await startAccounts(t);
  const [mallory, owner] = [browser(), browser()];
  await mallory.send('POST', '/api/auth/sign-up/email', signUp(THEIRS, 'Mallory'));
  const token = await linkTo(EMAIL);

  const bare = await owner.send('POST', '/api/auth/verify-email', { token });
  const empty = await owner.send('POST', '/api/auth/verify-email', { token, password: '' });
  const body = { email: EMAIL, password: THEIRS };
  const theirs = await mallory.send('POST', '/api/auth/sign-in/email', body);

  assert.deepEqual([bare.status, bare.code, bare.paths], [400, 'VALIDATION_ERROR', ['password']]);
  assert.deepEqual([empty.status, empty.paths], [400, ['password']]);
  assert.equal(theirs.code, 'EMAIL_NOT_VERIFIED');
});

test('opening the link confirms nothing', async (t) => {
  const { browser, linkTo, mailsTo } = await startAccounts(t);
  const scanner = browser();
  await scanner.send('POST', '/api/auth/sign-up/email', signUp(PASSWORD));
  const token = await linkTo(EMAIL);

  const opened = await scanner.send('GET', `/api/auth/verify-email?token=${token}`);
  const tooEarly = await scanner.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: PASSWORD,
  });

  assert.equal(opened.status, 405);
  assert.equal(tooEarly.code, 'EMAIL_NOT_VERIFIED');
  assert.match((await mailsTo(EMAIL))[0]?.text ?? '', /\/verify-email\?token=\w+\n/);
  assert.doesNotMatch((await mailsTo(EMAIL))[0]?.text ?? '', /\/api\//);
});

test('a page of another site confirms nothing either', async (t) => {
  const { browser, linkTo } = await startAccounts(t);
  const ada = browser();
  await ada.send('POST', '/api/auth/sign-up/email', signUp(PASSWORD));
  const token = await linkTo(EMAIL);

  const elsewhere = { origin: 'https://evil.example.com' };
  const link = { token, password: PASSWORD };
  const answer = await ada.send('POST', '/api/auth/verify-email', link, elsewhere);

  assert.equal(answer.status, 403);
});

for (const way of ['reset', 'change'] as const) {
  test(`access tokens end with the password (${way}), and the mail says so`, async (t) => {
    const { member, browser, linkTo, mailsTo, audit } = await startAccounts(t);
    const ada = await member();
    const elsewhere = browser();
    await elsewhere.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    const draft = { name: 'ci', scopes: ['search:read'] };
    const created = await ada.send('POST', '/api/v1/access-tokens', draft);
    const { value } = (created.body as { data: { value: string } }).data;
    const list = () =>
      browser().send('GET', '/api/v1/members', undefined, { authorization: `Bearer ${value}` });
    const before = await list();

    if (way === 'reset') {
      await browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL });
      const newPassword = 'Cobalt-Lantern-77';
      const token = await linkTo(EMAIL);
      await browser().send('POST', '/api/auth/reset-password', { token, newPassword });
    } else {
      const change = { currentPassword: PASSWORD, newPassword: 'Cobalt-Lantern-77' };
      await ada.send('POST', '/api/auth/change-password', change);
    }
    const after = await list();

    assert.equal(before.code, 'INSUFFICIENT_SCOPE', 'known, but not for this endpoint');
    assert.equal(after.code, 'PAT_REVOKED');
    const sessions = way === 'reset' ? '2 sessions' : '1 session';
    const text = (await mailsTo(EMAIL)).at(-1)?.text ?? '';
    assert.ok(text.includes(`This ended ${sessions} and revoked 1 access token.`), text);
    const entries = await audit();
    const revoked = entries.find(({ action }) => action === 'access_token.revoked');
    assert.deepEqual(revoked?.details, { name: 'ci', reason: 'password changed' });
    const changed = entries.find(({ action }) => action === 'user.password_reset');
    assert.equal(changed?.details['revokedTokens'], 1);
  });
}

test('whoever changes the password may keep the tokens', async (t) => {
  const { member, browser } = await startAccounts(t);
  const ada = await member();
  const draft = { name: 'ci', scopes: ['search:read'] };
  const created = await ada.send('POST', '/api/v1/access-tokens', draft);
  const { value } = (created.body as { data: { value: string } }).data;

  await ada.send('POST', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'Cobalt-Lantern-77',
    keepAccessTokens: true,
  });

  const headers = { authorization: `Bearer ${value}` };
  const used = await browser().send('GET', '/api/v1/members', undefined, headers);
  assert.equal(used.code, 'INSUFFICIENT_SCOPE');
});
