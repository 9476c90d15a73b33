/** What better-auth is told to do and to leave. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test, type TestContext } from 'node:test';
import { EMAIL, invite, openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { silentLog } from '../../base/log.ts';
import type { AccountTools } from './account-needs.ts';
import type { SigningIn } from './auth-store.ts';
import { createAuth, sessionCookieName } from './create-auth.ts';

async function open(t: TestContext, change: Partial<AccountTools> = {}) {
  const under = await openAccountTools(t);
  const visits = new AsyncLocalStorage<SigningIn>();
  const { options } = createAuth({ ...under.tools, ...change }, visits, { clients: {} });
  return { ...under, visits, options };
}

test('better-auth keeps sessions; sign-up, rates, news and cached cookies are not its business', async (t) => {
  const { options } = await open(t);
  const { password: _password, ...emailAndPassword } = options.emailAndPassword;

  assert.deepEqual(
    [options.baseURL, options.basePath, options.trustedOrigins],
    ['https://logs.example.com', '/api/auth', ['https://logs.example.com']],
  );
  assert.deepEqual(options.onAPIError, { errorURL: 'https://logs.example.com/sign-in' });
  assert.deepEqual(
    [options.telemetry, options.rateLimit],
    [{ enabled: false }, { enabled: false }],
  );
  assert.deepEqual(emailAndPassword, {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: 1,
    maxPasswordLength: 512,
  });
  assert.deepEqual(options.account.accountLinking, {
    enabled: true,
    requireLocalEmailVerified: true,
    trustedProviders: [],
  });
  assert.equal(options.account.updateAccountOnSignIn, false);
  assert.equal(options.verification.storeIdentifier, 'hashed');
});

test('a session lasts as long as the limits say, and nobody writes its own fields', async (t) => {
  const week = 7 * 86_400_000;
  const sessions = { ...LIMITS.sessions, durationMs: week, refreshAgeMs: 86_400_000 };
  const { options } = await open(t, { limits: { ...LIMITS, sessions } });
  const { expiresIn, updateAge, cookieCache, additionalFields } = options.session;
  const own = (fieldName: string) => ({
    type: 'string',
    required: false,
    input: false,
    fieldName,
  });

  assert.deepEqual([expiresIn, updateAge, cookieCache], [604_800, 86_400, { enabled: false }]);
  assert.deepEqual(additionalFields, {
    activeOrganizationId: own('active_organization_id'),
    signedInWith: own('signed_in_with'),
    confinedTo: own('confined_to'),
    connectionId: own('connection_id'),
    secondFactor: own('second_factor'),
  });
});

test('cookies are for this site alone, over https where it is, and no header tells an address', async (t) => {
  const { options } = await open(t, { isCookieSecure: true });
  const { defaultCookieAttributes, ipAddress, cookiePrefix } = options.advanced;
  const plain = (await open(t)).options.advanced;

  const attributes = { httpOnly: true, sameSite: 'lax', path: '/' };
  assert.deepEqual(defaultCookieAttributes, { ...attributes, secure: true });
  assert.deepEqual([ipAddress, cookiePrefix], [{ disableIpTracking: true }, '__Host-xplain']);
  assert.deepEqual(plain.defaultCookieAttributes, { ...attributes, secure: false });
  assert.equal(plain.cookiePrefix, 'xplain');
  assert.equal(sessionCookieName(true), '__Host-xplain.session_token');
  assert.equal(sessionCookieName(false), 'xplain.session_token');
});

test('users have ids of ours, and what else better-auth makes ids that nobody guesses', async (t) => {
  const { options } = await open(t);
  const { generateId } = options.advanced.database;

  assert.match(generateId({ model: 'user' }), /^usr_[0-9A-Za-z]+$/);
  assert.match(generateId({ model: 'session' }), /^[0-9A-Za-z]{24}$/);
  assert.notEqual(generateId({ model: 'session' }), generateId({ model: 'session' }));
});

test('passwords are hashed and compared by ours', async (t) => {
  const { options } = await open(t);
  const { hash, verify } = options.emailAndPassword.password;

  assert.equal(await hash('x'), 'hash of x');
  assert.equal(await verify({ hash: 'hash of x', password: 'x' }), true);
  assert.equal(await verify({ hash: 'hash of x', password: 'y' }), false);
});

test('whoever comes from a provider is asked whether they may, on the way they came', async (t) => {
  const { access, options, visits } = await open(t, { signUp: 'off' });
  const { id, owner } = await access.newOrganization();
  await invite(access, id, owner.id);
  type Asked = Parameters<typeof options.user.validateUserInfo>[0];
  const come = (action: string, user: object, organization?: typeof id) => {
    const asked = { user, source: { action } } as unknown as Asked;
    const flow = { provider: 'google', organization } as const;
    return visits.run({ ipAddress: '', userAgent: '', signedInWith: 'google', flow }, async () =>
      options.user.validateUserInfo(asked),
    );
  };

  const error = (code: string) => ({ error: code });
  const known = { id: owner.id, email: owner.email, emailVerified: true };
  assert.equal(await come('sign-in', known), undefined);
  assert.equal(await come('sign-in', known, id), undefined);
  const fresh = { email: EMAIL, emailVerified: true };
  assert.deepEqual(await come('create-user', fresh), error('sign_up_closed'));
  assert.deepEqual(await come('link-account', { email: EMAIL }), error('email_not_verified'));
  const stranger = await access.newPerson();
  const other = { ...stranger, emailVerified: true };
  assert.deepEqual(await come('sign-in', other, id), error('not_a_member'));
});

test('of what better-auth reports the kind of error is told, nothing of its words', async (t) => {
  const reported: unknown[] = [];
  const log = { ...silentLog, warn: (...given: unknown[]) => void reported.push(given) };
  const { options } = await open(t, { log });

  options.logger.log('error', 'secret', { token: 'secret' }, new TypeError('secret'));
  options.logger.log('error', 'secret');
  options.logger.log('warn', 'secret', new TypeError('secret'));

  assert.equal(options.logger.level, 'error');
  assert.deepEqual(reported, [
    [{ error: 'TypeError' }, 'better-auth reported a problem'],
    [{ error: undefined }, 'better-auth reported a problem'],
  ]);
});
