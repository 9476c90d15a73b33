import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accounts } from './index.ts';
import { LIMITS } from '../../spec/limits.ts';
import { RATES } from '../../spec/rates.ts';
import { PASSWORD, startAccounts } from '../../../test/support/guard/start-accounts.ts';

const EMAIL = 'ada@example.com';

/** Counts what passwords cost, instead of taking the time. */
function countingHashes(counts: { hash: number; verify: number }) {
  return (accounts: Accounts): Accounts => {
    const { hasher } = accounts.tools;
    const hash = hasher.hash.bind(hasher);
    const verify = hasher.verify.bind(hasher);
    Object.assign(hasher, {
      hash: (password: string) => {
        counts.hash++;
        return hash(password);
      },
      verify: (stored: string, password: string) => {
        counts.verify++;
        return verify(stored, password);
      },
    });
    return accounts;
  };
}

test('signing up with a known address looks and costs the same, and its owner hears of it', async (t) => {
  const counts = { hash: 0, verify: 0 };
  const { browser, member, mailsTo, metadata } = await startAccounts(t, {
    change: countingHashes(counts),
  });
  await member(EMAIL);
  const before = { ...counts };
  const signUp = (email: string) =>
    browser().send('POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Eve' });

  const known = await signUp(EMAIL);
  const afterKnown = { ...counts };
  const fresh = await signUp('new@example.com');

  const text = JSON.stringify(known.body).replaceAll(EMAIL, 'new@example.com');
  assert.equal(text, JSON.stringify(fresh.body));
  assert.deepEqual([known.status, fresh.status], [200, 200]);
  assert.deepEqual([...known.headers.keys()].toSorted(), [...fresh.headers.keys()].toSorted());
  assert.deepEqual([afterKnown.hash - before.hash, counts.hash - afterKnown.hash], [1, 1]);
  assert.equal((await mailsTo(EMAIL)).at(-1)?.subject, 'You already have an account');
  const ada = await metadata.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  assert.equal(ada.name, 'Ada');
});

test('a wrong password and an unknown address get the same answer after the same work', async (t) => {
  const counts = { hash: 0, verify: 0 };
  const { browser, member, audit } = await startAccounts(t, { change: countingHashes(counts) });
  await member(EMAIL);
  const start = counts.hash + counts.verify;
  const signIn = (email: string) =>
    browser().send('POST', '/api/auth/sign-in/email', { email, password: 'Wrong-Password-1' });

  const wrong = await signIn(EMAIL);
  const afterWrong = counts.hash + counts.verify;
  const unknown = await signIn('nobody@example.com');

  assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body]);
  assert.deepEqual([wrong.status, wrong.code], [401, 'UNAUTHORIZED']);
  assert.equal(afterWrong - start, 1);
  assert.equal(counts.hash + counts.verify - afterWrong, 1);
  const failures = (await audit()).filter(({ action }) => action === 'user.login_failed');
  assert.deepEqual(
    failures.map(({ details }) => details),
    [{ reason: 'wrong password' }],
  );
});

test('asking for links tells nothing about an address', async (t) => {
  const { browser, member, mailsTo } = await startAccounts(t);
  await member(EMAIL);

  for (const path of ['/api/auth/request-password-reset', '/api/auth/send-verification-email']) {
    const known = await browser().send('POST', path, { email: EMAIL });
    const unknown = await browser().send('POST', path, { email: 'nobody@example.com' });
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  }

  assert.deepEqual(await mailsTo('nobody@example.com'), []);
  assert.equal((await mailsTo(EMAIL)).at(-1)?.subject, 'Reset your password');
});

const BAD_EMAILS: readonly unknown[] = [
  'аda@example.com',
  'ada@exаmple.com',
  'ada@example.com\u0000',
  'ada\u0007@example.com',
  'ada@example.com\r\nbcc: eve@example.com',
  'ada @example.com',
  'ada@localhost',
  'ada@@example.com',
  '.ada@example.com',
  'a..da@example.com',
  `${'a'.repeat(LIMITS.mail.addressCharactersMax)}@example.com`,
  'ada',
  '',
  7,
  null,
  ['ada@example.com'],
  { toString: 'ada@example.com' },
];

test('addresses that are none, or only look like one, are refused everywhere', async (t) => {
  const { browser, metadata } = await startAccounts(t);
  const bodies = {
    '/api/auth/sign-up/email': { password: PASSWORD },
    '/api/auth/sign-in/email': { password: PASSWORD },
    '/api/auth/request-password-reset': {},
    '/api/auth/send-verification-email': {},
  };

  for (const email of BAD_EMAILS) {
    for (const [path, rest] of Object.entries(bodies)) {
      const answer = await browser().send('POST', path, { email, ...rest });
      const what = `${path} ${JSON.stringify(email)}`;
      assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_ERROR'], what);
      assert.deepEqual(answer.paths, ['email'], what);
    }
  }

  assert.deepEqual(await metadata.db.selectFrom('users').selectAll().execute(), []);
});

test('fields of the wrong type, too long or unknown are refused by name', async (t) => {
  const { browser } = await startAccounts(t);
  const good = { email: EMAIL, password: PASSWORD };
  const cases: readonly (readonly [path: string, body: unknown, where: string])[] = [
    [
      '/api/auth/sign-up/email',
      { ...good, name: 'a'.repeat(LIMITS.accounts.nameCharactersMax + 1) },
      'name',
    ],
    ['/api/auth/sign-up/email', { ...good, name: 'a\nb' }, 'name'],
    ['/api/auth/sign-up/email', { ...good, name: 7 }, 'name'],
    ['/api/auth/sign-up/email', { ...good, emailVerified: true }, 'emailVerified'],
    ['/api/auth/sign-up/email', { ...good, id: 'usr_1' }, 'id'],
    ['/api/auth/sign-up/email', { ...good, password: ['a'] }, 'password'],
    ['/api/auth/sign-up/email', { ...good, callbackURL: 'https://evil.example' }, 'callbackURL'],
    ['/api/auth/sign-in/email', { ...good, rememberMe: 'yes' }, 'rememberMe'],
    ['/api/auth/sign-in/social', { provider: 'facebook' }, 'provider'],
    [
      '/api/auth/sign-in/social',
      { provider: 'google', callbackURL: '//evil.example' },
      'callbackURL',
    ],
    ['/api/auth/sign-in/social', { provider: 'google', idToken: { token: 'x' } }, 'idToken'],
    ['/api/auth/reset-password', { token: 'a'.repeat(129), newPassword: PASSWORD }, 'token'],
    ['/api/auth/reset-password', { token: 'abc' }, 'newPassword'],
  ];

  for (const [path, body, where] of cases) {
    const answer = await browser().send('POST', path, body);
    assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_ERROR'], where);
    assert.deepEqual(answer.paths, [where], JSON.stringify(answer.body));
  }
});

test('requests of other sites are refused, with and without a session', async (t) => {
  const { url, browser, member } = await startAccounts(t);
  const ada = await member();
  const foreign = { origin: 'https://evil.example' };
  const credentials = { email: EMAIL, password: PASSWORD };

  const answers = await Promise.all([
    browser().send('POST', '/api/auth/sign-up/email', credentials, foreign),
    browser().send('POST', '/api/auth/sign-in/email', credentials, foreign),
    browser().send('POST', '/api/auth/sign-in/social', { provider: 'google' }, foreign),
    browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL }, foreign),
    ada.send('POST', '/api/auth/sign-out', undefined, foreign),
    ada.send('POST', '/api/auth/sign-out', undefined, { 'sec-fetch-site': 'cross-site' }),
    ada.send('POST', '/api/auth/sign-out', undefined, { origin: 'null' }),
    ada.send('POST', '/api/auth/revoke-sessions', undefined, foreign),
    ada.send(
      'POST',
      '/api/auth/change-password',
      { currentPassword: 'a', newPassword: 'b' },
      foreign,
    ),
  ]);
  const own = await ada.send('POST', '/api/auth/revoke-other-sessions', undefined, { origin: url });

  for (const answer of answers) assert.deepEqual([answer.status, answer.code], [403, 'FORBIDDEN']);
  assert.equal(own.status, 200);
});

test('what is not listed does not exist, however much better-auth could do', async (t) => {
  const { member } = await startAccounts(t);
  const ada = await member();
  const paths = [
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/delete-user'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/set-password'],
    ['POST', '/api/auth/link-social'],
    ['POST', '/api/auth/unlink-account'],
    ['GET', '/api/auth/list-accounts'],
    ['POST', '/api/auth/get-access-token'],
    ['GET', '/api/auth/ok'],
    ['GET', '/api/auth/error'],
    ['GET', '/api/auth/reset-password/abc'],
    ['GET', '/api/auth'],
  ] as const;

  for (const [method, path] of paths) {
    const answer = await ada.send(method, path);
    assert.deepEqual([answer.status, answer.code], [404, 'NOT_FOUND'], path);
  }
});

test('five tries a minute and address, over all endpoints that try something', async (t) => {
  const { browser, member } = await startAccounts(t, { rates: { auth: RATES.auth.perMinute } });
  // Signing up, confirming and signing in are the first three.
  const ada = await member();

  const fourth = await ada.send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const fifth = await ada.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: 'x' });
  const sixth = await browser().send(
    'POST',
    '/api/auth/sign-in/email',
    { email: EMAIL, password: PASSWORD },
    { 'x-forwarded-for': '198.51.100.9' },
  );
  const session = await ada.send('GET', '/api/auth/get-session');

  assert.deepEqual([fourth.status, fifth.status], [200, 401]);
  assert.equal(fifth.headers.get('x-ratelimit-remaining'), '0');
  assert.deepEqual([sixth.status, sixth.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(sixth.headers.get('retry-after')) >= 1);
  assert.equal(session.status, 200);
});
