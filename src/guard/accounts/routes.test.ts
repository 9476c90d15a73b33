/** The addresses under /api/auth, called without a server: what they ask, refuse and answer. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type AskedRequest, collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { EMAIL, openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { readMemberships } from '../access/index.ts';
import type { Accounts } from './open-accounts.ts';
import { accountRoutes } from './routes.ts';
import { readPasswordHash, setPassword } from './users-table.ts';

const PASSWORD = 'Vermilion-Kettle-42';
const OTHER = 'Cobalt-Lantern-77';
const VISITOR = { ipAddress: '192.0.2.7', userAgent: 'test/1', signedInWith: 'password' };
const HEADERS = { 'user-agent': 'test/1', cookie: 'a=1', authorization: 'x' };

/** Accounts whose better-auth answers what it is told to, and tells what it was asked. */
async function open(t: TestContext) {
  const under = await openAccountTools(t);
  const asked: unknown[] = [];
  const script = { status: 200, body: { done: true } as unknown };
  const hits: string[] = [];
  const { counters } = under.tools;
  const tools = {
    ...under.tools,
    counters: {
      ...counters,
      peek: counters.peek.bind(counters),
      hit: (...given: Parameters<typeof counters.hit>) => {
        hits.push(given[0].slice(0, given[0].indexOf(':')));
        return counters.hit(...given);
      },
    },
  };
  const api = new Proxy({} as Parameters<Parameters<Accounts['callAuth']>[1]>[0], {
    get: (_api, name) => async (given: { headers: Headers }) => {
      asked.push(String(name), { ...given, headers: [...given.headers] });
      return new Response(JSON.stringify(script.body), { status: script.status });
    },
  });
  const accounts: Partial<Accounts> = {
    tools,
    callAuth: (signingIn, call) => {
      asked.push(signingIn);
      return call(api);
    },
    cookiesFor: (request) => (request as unknown as { cookies: string[] }).cookies,
  };
  const routes = collectRoutes((app) => accountRoutes(app, accounts as Accounts));
  const post = (path: string, body: unknown, more: AskedRequest = {}) =>
    routes.call(`POST /api/auth/${path}`, { body, headers: HEADERS, ...more });
  return { ...under, tools, asked, script, hits, routes, post };
}

test('the addresses of accounts are these', async (t) => {
  const { routes } = await open(t);

  assert.deepEqual(routes.names, [
    'POST /api/auth/sign-up/email',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/sign-out',
    'GET /api/auth/providers',
    'POST /api/auth/sign-in/social',
    'GET /api/auth/callback/:provider',
    'GET /api/auth/organizations/:organization/callback/:provider',
    'GET /api/v1/organization/sign-in',
    'PUT /api/v1/organization/sign-in/:provider',
    'DELETE /api/v1/organization/sign-in/:provider',
    'POST /api/auth/verify-email',
    'POST /api/auth/send-verification-email',
    'POST /api/auth/request-password-reset',
    'POST /api/auth/reset-password',
    'POST /api/auth/change-password',
    'POST /api/auth/second-factor/sign-in',
    'GET /api/auth/second-factor',
    'POST /api/auth/second-factor/challenge',
    'POST /api/auth/second-factor/set-up',
    'POST /api/auth/second-factor/add',
    'POST /api/auth/second-factor/remove',
    'POST /api/auth/second-factor/recovery-codes',
    'POST /api/v1/operator/reset-second-factor',
    'GET /api/auth/get-session',
    'GET /api/auth/list-sessions',
    'POST /api/auth/revoke-session',
    'POST /api/auth/revoke-other-sessions',
    'POST /api/auth/revoke-sessions',
  ]);
});

test('a page of another site changes nothing', async (t) => {
  const { post, asked, metadata, subjects } = await open(t);
  const headers = { ...HEADERS, origin: 'https://evil.example' };
  const body = { email: EMAIL, password: PASSWORD, token: 'x', newPassword: OTHER };

  for (const path of [
    'sign-up/email',
    'sign-in/email',
    'sign-out',
    'verify-email',
    'send-verification-email',
    'request-password-reset',
    'reset-password',
  ]) {
    await assert.rejects(
      post(path, body, { headers }),
      { code: 'FORBIDDEN', message: 'Cross-origin request refused.' },
      path,
    );
  }
  assert.deepEqual([asked, await subjects()], [[], []]);
  assert.deepEqual(await metadata.db.selectFrom('users').select('id').execute(), []);
});

test('what is asked of a session goes to better-auth with the cookie alone, and comes back', async (t) => {
  const { routes, asked } = await open(t);

  for (const [name, verb, visitor] of [
    ['POST /api/auth/sign-out', 'signOut', { ...VISITOR, isSigningOut: true }],
    ['GET /api/auth/get-session', 'getSession', VISITOR],
    ['GET /api/auth/list-sessions', 'listSessions', VISITOR],
  ] as const) {
    asked.length = 0;
    const user = { sessionId: 's1' };
    const { answer, told } = await routes.call(name, { headers: HEADERS, user });

    assert.deepEqual([answer, told], ['the reply', [['send', { done: true }]]], name);
    const given = { headers: [['cookie', 'a=1']], asResponse: true };
    assert.deepEqual(asked, [visitor, verb, given], name);
  }
});

test('sessions are listed with their ids in place of tokens, and one’s own is marked', async (t) => {
  const { routes, script } = await open(t);
  script.body = [{ id: 's1', token: 'x' }, { id: 's2' }];

  const { told } = await routes.call('GET /api/auth/list-sessions', { user: { sessionId: 's2' } });

  assert.deepEqual(told, [
    [
      'send',
      [
        { id: 's1', token: 's1', isCurrent: false },
        { id: 's2', token: 's2', isCurrent: true },
      ],
    ],
  ]);
});

test('cookies of a session that was read are set, unless the answer sets its own', async (t) => {
  const { routes } = await open(t);
  const send = async (cookies: string[], isHeaderSet: boolean) =>
    (await routes.hook('onSend', { cookies }, isHeaderSet)).told;

  assert.deepEqual(await send(['a=1'], false), [['header', 'set-cookie', ['a=1']]]);
  assert.deepEqual(await send(['a=1', 'b=2'], false), [['header', 'set-cookie', ['a=1', 'b=2']]]);
  assert.deepEqual(await send(['a=1'], true), []);
  assert.deepEqual(await send([], false), []);
});

test('a sign-in counts wrong passwords alone, and tells of what failed with its reason', async (t) => {
  const { access, metadata, clock, script, hits, settle, post } = await open(t);
  const { id, owner } = await access.newOrganization();
  const email = owner.email;
  await metadata.transaction((unit) => setPassword(unit, owner.id, 'mine', 1, 10));
  const reasons = async (): Promise<unknown[]> => {
    await settle();
    const rows = await access.auditOf(id);
    return rows.map(({ details }) => (JSON.parse(details) as { reason: string }).reason);
  };
  const refused = async (status: number, code: string): Promise<void> => {
    script.status = status;
    await assert.rejects(post('sign-in/email', { email, password: 'x' }), { code });
    clock.advance(1);
  };

  assert.equal((await post('sign-in/email', { email, password: 'x' })).answer, 'the reply');
  await refused(400, 'VALIDATION_ERROR');
  await refused(404, 'NOT_FOUND');
  assert.deepEqual([hits, await reasons()], [[], []]);
  await refused(401, 'UNAUTHORIZED');
  assert.deepEqual([hits, await reasons()], [['wrong-passwords'], ['wrong password']]);
  hits.length = 0;
  await refused(403, 'FORBIDDEN');
  assert.deepEqual(await reasons(), ['wrong password', 'email not verified']);
  assert.equal(hits.includes('wrong-passwords'), false);
  for (let count = 1; count < LIMITS.accounts.wrongPasswordsMax; count += 1) {
    await refused(401, 'UNAUTHORIZED');
  }
  await refused(401, 'RATE_LIMITED');
});

test('a sign-in says who asks and whether to be remembered only when it was said', async (t) => {
  const { asked, post } = await open(t);
  const sent = { email: EMAIL, password: PASSWORD };
  const given = { headers: [['cookie', 'a=1']], asResponse: true };

  await post('sign-in/email', { ...sent, callbackURL: '/x' });
  await post('sign-in/email', { ...sent, rememberMe: false });

  assert.deepEqual(asked, [
    VISITOR,
    'signInEmail',
    { body: sent, ...given },
    VISITOR,
    'signInEmail',
    { body: { ...sent, rememberMe: false }, ...given },
  ]);
});

test('an account goes from its sign-up to another password over these addresses', async (t) => {
  const { metadata, clock, post, subjects, link, known } = await open(t);
  const mailed = (subject: string): string[] => [`${EMAIL}: ${subject}`];
  const done = { answer: { status: true }, told: [] };
  const answerOf = async (path: string, body: unknown, more?: AskedRequest) => {
    const { answer, told } = await post(path, body, more);
    return { answer, told };
  };

  const draft = { email: 'Ada@Example.com', password: PASSWORD, name: ' Ada ' };
  const user = { email: EMAIL, name: 'Ada', emailVerified: false };
  assert.deepEqual((await post('sign-up/email', draft)).answer, { token: null, user });
  assert.equal((await known()).name, 'Ada');
  assert.deepEqual(await subjects(), mailed('Confirm your email address'));
  clock.advance(LIMITS.accounts.linkEveryMs);
  assert.deepEqual(await answerOf('send-verification-email', { email: EMAIL }), done);
  const token = await link();
  assert.deepEqual(await subjects(), mailed('Confirm your email address'));
  await assert.rejects(post('verify-email', { token, password: OTHER }), {
    code: 'VALIDATION_ERROR',
  });
  assert.deepEqual(await answerOf('verify-email', { token, password: PASSWORD }), done);
  const { id, isVerified } = await known();
  assert.equal(isVerified, true);
  assert.deepEqual(await answerOf('request-password-reset', { email: EMAIL }), done);
  const reset = { token: await link(), newPassword: OTHER };
  assert.deepEqual(await subjects(), mailed('Reset your password'));
  assert.deepEqual(await answerOf('reset-password', reset), done);
  assert.equal(await readPasswordHash(metadata, id), `hash of ${OTHER}`);
  const change = { currentPassword: OTHER, newPassword: 'Another-Lantern-1' };
  clock.advance(1);
  const session = { user: { id, email: EMAIL, sessionId: 's1' } };
  assert.deepEqual(await answerOf('change-password', change, session), done);
  assert.equal(await readPasswordHash(metadata, id), 'hash of Another-Lantern-1');
  assert.equal((await readMemberships(metadata, id)).length, 1);
});
