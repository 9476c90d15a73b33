import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../test/support/guard/start-accounts.ts';
import { LIMITS } from '../../../test/support/limits.ts';

const EMAIL = 'ada@example.com';

test('a person signs up, confirms the address, signs in, works and signs out', async (t) => {
  const { browser, linkTo, audit } = await startAccounts(t);
  const ada = browser();

  const signedUp = await ada.send('POST', '/api/auth/sign-up/email', {
    email: 'Ada@Example.com',
    password: PASSWORD,
    name: 'Ada',
  });
  const tooEarly = await ada.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: PASSWORD,
  });
  const token = await linkTo(EMAIL);
  const verified = await ada.send('POST', '/api/auth/verify-email', { token, password: PASSWORD });
  const signedIn = await ada.send('POST', '/api/auth/sign-in/email', {
    email: 'ADA@example.com',
    password: PASSWORD,
  });
  const session = await ada.send('GET', '/api/auth/get-session');
  const organizations = await ada.send('GET', '/api/v1/organizations');
  const members = await ada.send('GET', '/api/v1/members');
  const signedOut = await ada.send('POST', '/api/auth/sign-out');
  const gone = await ada.send('GET', '/api/v1/organizations');

  assert.deepEqual(
    [signedUp.status, tooEarly.status, tooEarly.code, verified.status, signedIn.status],
    [200, 401, 'EMAIL_NOT_VERIFIED', 200, 200],
  );
  assert.deepEqual(signedUp.body, {
    token: null,
    user: { email: EMAIL, name: 'Ada', emailVerified: false },
  });
  assert.equal((session.body as { user: { email: string } }).user.email, EMAIL);
  assert.equal('token' in (session.body as { session: object }).session, false);
  const [own] = (organizations.body as { data: Record<string, unknown>[] }).data;
  assert.deepEqual(
    { name: own?.['name'], role: own?.['role'], isActive: own?.['isActive'] },
    { name: 'Ada’s organization', role: 'owner', isActive: true },
  );
  assert.equal(members.status, 200);
  assert.deepEqual([signedOut.status, gone.status, gone.code], [200, 401, 'UNAUTHORIZED']);
  assert.deepEqual(
    (await audit()).map(({ action }) => action),
    ['user.login_failed', 'user.email_verified', 'user.login_succeeded', 'user.signed_out'],
  );
});

test('the cookie is out of reach for scripts and other sites', async (t) => {
  const { member } = await startAccounts(t);

  const ada = await member();

  const cookie = ada.received.find((text) => text.startsWith('xplain.session_token='));
  assert.match(cookie ?? '', /HttpOnly/);
  assert.match(cookie ?? '', /SameSite=Lax/);
  assert.match(cookie ?? '', /Path=\//);
  assert.match(cookie ?? '', new RegExp(`Max-Age=${LIMITS.sessions.durationMs / 1000}\\b`));
  assert.doesNotMatch(cookie ?? '', /Secure/);
});

test('where people come over https the cookie is secure and bound to the host by its name', async (t) => {
  const { member } = await startAccounts(t, { needs: { isCookieSecure: true } });

  const ada = await member();
  const own = await ada.send('GET', '/api/v1/organizations');

  const cookie = ada.received.find((text) => text.startsWith('__Host-xplain.session_token='));
  assert.match(cookie ?? '', /; Secure/);
  assert.match(cookie ?? '', /; Path=\/(;|$)/);
  assert.doesNotMatch(cookie ?? '', /Domain/i);
  assert.equal(own.status, 200);
});

test('a confirmation link works once, and only until it expires', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, linkTo, mailsTo } = await startAccounts(t);
  const ada = browser();
  const draft = { email: EMAIL, password: PASSWORD };
  await ada.send('POST', '/api/auth/sign-up/email', draft);
  const first = await linkTo(EMAIL);
  t.mock.timers.tick(LIMITS.accounts.verificationMsMax);

  const confirm = (token: string) =>
    ada.send('POST', '/api/auth/verify-email', { token, password: PASSWORD });
  const late = await confirm(first);
  await ada.send('POST', '/api/auth/send-verification-email', { email: EMAIL });
  const second = await linkTo(EMAIL);
  const inTime = await confirm(second);
  const again = await confirm(second);

  assert.deepEqual([late.status, late.code, late.paths], [400, 'VALIDATION_ERROR', ['token']]);
  assert.notEqual(first, second);
  assert.deepEqual([inTime.status, again.status], [200, 400]);
  assert.equal((await mailsTo(EMAIL)).length, 2);
});

test('links go to one address at most once a minute, and the newest alone is good', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, linkTo, mailsTo } = await startAccounts(t);
  const ada = browser();
  await ada.send('POST', '/api/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
  const first = await linkTo(EMAIL);

  t.mock.timers.tick(LIMITS.accounts.linkEveryMs - 1);
  await ada.send('POST', '/api/auth/send-verification-email', { email: EMAIL });
  const tooSoon = (await mailsTo(EMAIL)).length;
  t.mock.timers.tick(1);
  await ada.send('POST', '/api/auth/send-verification-email', { email: EMAIL });
  const inTime = (await mailsTo(EMAIL)).length;
  const again = { token: first, password: PASSWORD };
  const old = await ada.send('POST', '/api/auth/verify-email', again);

  assert.deepEqual([tooSoon, inTime, old.status], [1, 2, 400]);
});

test('a reset link works once within its hour, ends every session and confirms the address', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, linkTo, member, audit } = await startAccounts(t);
  const ada = await member();
  const stranger = browser();
  const other = 'Cobalt-Lantern-77';
  const reset = (token: string, newPassword: string) =>
    stranger.send('POST', '/api/auth/reset-password', { token, newPassword });

  await stranger.send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const late = await linkTo(EMAIL);
  t.mock.timers.tick(LIMITS.passwords.resetMsMax);
  const tooLate = await reset(late, other);
  await stranger.send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const token = await linkTo(EMAIL);
  const weak = await reset(token, 'short');
  const isStillIn = await ada.send('GET', '/api/v1/organizations');
  const done = await reset(token, other);
  const again = await reset(token, 'Another-Lantern-78');
  const isOut = await ada.send('GET', '/api/v1/organizations');
  const oldPassword = await stranger.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: PASSWORD,
  });
  const newPassword = await stranger.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: other,
  });

  assert.deepEqual([tooLate.status, tooLate.paths], [400, ['token']]);
  assert.deepEqual([weak.status, weak.paths[0]], [400, 'newPassword']);
  assert.deepEqual([isStillIn.status, done.status, again.status], [200, 200, 400]);
  assert.deepEqual([isOut.status, oldPassword.status, newPassword.status], [401, 401, 200]);
  const resets = (await audit()).filter(({ action }) => action === 'user.password_reset');
  assert.deepEqual(
    resets.map(({ details }) => details),
    [{ by: 'link', endedSessions: 1, revokedTokens: 0 }],
  );
});

test('twenty at once use a reset link once', async (t) => {
  const { browser, linkTo, member } = await startAccounts(t);
  await member();
  await browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const token = await linkTo(EMAIL);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      browser().send('POST', '/api/auth/reset-password', {
        token,
        newPassword: `Cobalt-Lantern-${index}`,
      }),
    ),
  );

  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 400).length, 19);
});

test('changing the password asks for the present one and ends the other sessions', async (t) => {
  const { browser, member } = await startAccounts(t);
  const here = await member();
  const elsewhere = browser();
  await elsewhere.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  const change = (currentPassword: string, newPassword: string) =>
    here.send('POST', '/api/auth/change-password', { currentPassword, newPassword });

  // From here on the node has both sessions in memory.
  const before = await Promise.all(
    [here, elsewhere].map((each) => each.send('GET', '/api/v1/organizations')),
  );
  const wrong = await change('Not-The-Password-1', 'Cobalt-Lantern-77');
  const same = await change(PASSWORD, PASSWORD);
  const done = await change(PASSWORD, 'Cobalt-Lantern-77');
  const statusHere = (await here.send('GET', '/api/v1/organizations')).status;
  const statusElsewhere = (await elsewhere.send('GET', '/api/v1/organizations')).status;

  assert.deepEqual([wrong.status, wrong.paths], [400, ['currentPassword']]);
  assert.deepEqual([same.status, same.paths], [400, ['newPassword']]);
  assert.deepEqual(
    before.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual([done.status, statusHere, statusElsewhere], [200, 200, 401]);
});
