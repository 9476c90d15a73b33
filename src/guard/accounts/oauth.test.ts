import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMAIL,
  signInWith,
  startProvider,
  visitProvider,
} from '../../../test/support/guard/fake-provider.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  PASSWORD,
  startAccounts,
  type AccountsUnderTest,
} from '../../../test/support/guard/start-accounts.ts';

async function emailsOf({ metadata }: AccountsUnderTest): Promise<string[]> {
  const rows = await metadata.db.selectFrom('users').select('email').orderBy('email').execute();
  return rows.map(({ email }) => email);
}

for (const name of ['google', 'github'] as const) {
  test(`a person signs up and in with ${name}, and nothing of the provider's is kept`, async (t) => {
    const { oauth } = await startProvider(t);
    const app = await startAccounts(t, { needs: { oauth } });
    const ada = app.browser();

    const first = await signInWith(ada, name);
    const own = await ada.send('GET', '/api/v1/organizations');
    const second = await signInWith(app.browser(), name);

    assert.deepEqual([first, own.status, second], ['/logs', 200, '/logs']);
    assert.deepEqual(await emailsOf(app), [EMAIL]);
    assert.equal((own.body as { data: unknown[] }).data.length, 1);
    const [account] = await app.metadata.db.selectFrom('accounts').selectAll().execute();
    assert.deepEqual(
      [account?.account_id, account?.access_token, account?.id_token, account?.refresh_token],
      [name === 'google' ? 'g-1' : '42', null, null, null],
    );
    assert.deepEqual(await app.audit(), [
      { action: 'user.oauth_login_succeeded', details: { provider: name } },
      { action: 'user.oauth_login_succeeded', details: { provider: name } },
    ]);
  });
}

test('an address that the provider does not vouch for gets nobody in', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  provider.google['email_verified'] = false;
  provider.github.user['email'] = EMAIL;
  provider.github.emails = [{ email: EMAIL, primary: true, verified: false }];
  const eve = app.browser();

  const strangers = [await signInWith(eve, 'google'), await signInWith(eve, 'github')];
  await app.member();
  const impostors = [await signInWith(eve, 'google'), await signInWith(eve, 'github')];

  for (const place of strangers) assert.match(place, /^\/sign-in\?error=email_not_verified/);
  for (const place of impostors) assert.match(place, /^\/sign-in\?error=/);
  assert.equal((await eve.send('GET', '/api/v1/organizations')).status, 401);
  const accounts = await app.metadata.db.selectFrom('accounts').select('provider_id').execute();
  assert.deepEqual(accounts, [{ provider_id: 'credential' }]);
});

test('of several addresses at GitHub a confirmed one counts, the primary one first', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  provider.github.user['email'] = 'victim@example.com';
  provider.github.emails = [
    { email: 'victim@example.com', primary: true, verified: false },
    { email: 'second@example.com', primary: false, verified: true },
  ];

  await signInWith(app.browser(), 'github');

  assert.deepEqual(await emailsOf(app), ['second@example.com']);
});

test('an account with a confirmed address is joined; one that is not confirmed is left alone', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  await app.member();
  await app.browser().send('POST', '/api/auth/sign-up/email', {
    email: 'grace@example.com',
    password: PASSWORD,
  });

  const joined = await signInWith(app.browser(), 'google');
  provider.google = { sub: 'g-2', email: 'grace@example.com', email_verified: true };
  const alone = await signInWith(app.browser(), 'google');

  assert.equal(joined, '/logs');
  assert.match(alone, /^\/sign-in\?error=account_not_linked/);
  assert.deepEqual(await emailsOf(app), [EMAIL, 'grace@example.com']);
});

test('addresses from a provider are as narrow as those of a sign-up', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });

  provider.google = { sub: 'g\u00001', email: EMAIL, email_verified: true };
  assert.match(await signInWith(app.browser(), 'google'), /error=unable_to_get_user_info/);
  for (const email of ['аda@example.com', 'ada@example.com\u0000', 'ada']) {
    provider.google = { sub: 'g-1', email, email_verified: true };
    assert.match(await signInWith(app.browser(), 'google'), /error=email_not_found/);
  }

  assert.deepEqual(await emailsOf(app), []);
});

test('a state that was changed, used or started elsewhere gets nobody in', async (t) => {
  const { oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  const ada = app.browser();
  const eve = app.browser();
  const back = await visitProvider(ada, 'google');
  const changed = new URL(back);
  changed.searchParams.set('state', `${back.searchParams.get('state')}x`);
  const without = new URL(back);
  without.searchParams.delete('state');

  const tampered = await ada.send('GET', `${changed.pathname}${changed.search}`);
  const missing = await ada.send('GET', `${without.pathname}${without.search}`);
  const stolen = await eve.send('GET', `${back.pathname}${back.search}`);
  const honest = await ada.send('GET', `${back.pathname}${back.search}`);
  const replayed = await ada.send('GET', `${back.pathname}${back.search}`);

  for (const answer of [tampered, missing, stolen, replayed]) {
    assert.match(answer.headers.get('location') ?? '', /\/sign-in\?error=state_/);
  }
  assert.equal(honest.headers.get('location'), '/logs');
  assert.equal((await eve.send('GET', '/api/v1/organizations')).status, 401);
});

test('an organization that switches a provider off is closed to its sign-ins, others are not', async (t) => {
  const { oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  const withPassword = await app.member();
  const withGoogle = app.browser();
  await signInWith(withGoogle, 'google');

  const before = await withGoogle.send('GET', '/api/v1/members');
  await withPassword.send('PATCH' as 'POST', '/api/v1/organization', {
    oauthProviders: { google: false },
  });
  const after = await withGoogle.send('GET', '/api/v1/members');
  const own = await withGoogle.send('GET', '/api/v1/organizations');
  const password = await withPassword.send('GET', '/api/v1/members');

  assert.deepEqual([before.status, after.status, after.code], [200, 403, 'FORBIDDEN']);
  assert.deepEqual([own.status, password.status], [200, 200]);
});

test('a provider that is not set up is not offered', async (t) => {
  const { oauth } = await startProvider(t);
  const app = await startAccounts(t, {
    needs: { oauth: { ...oauth, github: { ...oauth.github, client: undefined } } },
  });

  const offered = await app.browser().send('GET', '/api/auth/providers');
  const answer = await app
    .browser()
    .send('POST', '/api/auth/sign-in/social', { provider: 'github' });

  assert.deepEqual(offered.body, {
    google: true,
    github: false,
    organization: null,
    signUp: 'open',
    isMailSent: true,
  });
  assert.deepEqual([answer.status, answer.code], [404, 'NOT_FOUND']);
});

test('a provider that does not answer in time leads back with an error', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const limits = { ...LIMITS, accounts: { ...LIMITS.accounts, providerMsMax: 50 } };
  const app = await startAccounts(t, { needs: { oauth, limits } });
  provider.isSilent = true;

  const place = await signInWith(app.browser(), 'github');

  assert.match(place, /^\/sign-in\?error=unable_to_get_user_info/);
  assert.deepEqual(await emailsOf(app), []);
});

test('a provider that refuses, or a code that is none, leads back with an error', async (t) => {
  const { oauth } = await startProvider(t);
  const app = await startAccounts(t, { needs: { oauth } });
  const ada = app.browser();
  const back = await visitProvider(ada, 'google');
  const state = back.searchParams.get('state') ?? '';

  const denied = await ada.send(
    'GET',
    `/api/auth/callback/google?error=access_denied&state=${state}`,
  );
  const unknown = await ada.send('GET', '/api/auth/callback/facebook?code=1&state=2');

  assert.match(denied.headers.get('location') ?? '', /^\/sign-in\?error=access_denied/);
  assert.equal(unknown.status, 400);
});

test('a provider opens no account where sign-up is closed, but those that exist', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const open = await startAccounts(t, { needs: { oauth } });
  await signInWith(open.browser(), 'google');
  const { metadata } = open;
  const app = await startAccounts(t, { metadata, needs: { oauth, signUp: 'off' } });

  const known = await signInWith(app.browser(), 'google');
  provider.google = { sub: 'g-2', email: 'grace@example.com', email_verified: true };
  const stranger = await signInWith(app.browser(), 'google');

  assert.equal(known, '/logs');
  assert.match(stranger, /^\/sign-in\?error=sign_up_closed/);
  assert.deepEqual(await emailsOf(app), [EMAIL]);
});
