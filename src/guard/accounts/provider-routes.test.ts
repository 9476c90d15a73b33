/** The way to a provider and back, called without a server and without better-auth. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type AskedRequest, collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { perProvider } from '../../spec/sign-in.ts';
import type { Accounts } from './open-accounts.ts';
import { setOAuthClient } from './organization-clients.ts';
import { providerRoutes } from './provider-routes.ts';

const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-secret' };
const INSTALLED = { clientId: 'installed', clientSecret: 'secret' };
const HEADERS = { 'user-agent': 'test/1', cookie: 'a=1', authorization: 'x' };
const SENT = { headers: [['cookie', 'a=1']], asResponse: true };
const VISIT = { ipAddress: '192.0.2.7', userAgent: 'test/1' };

/** The installation has a client at GitHub; Acme one of its own at Google, and Plain none. */
async function open(t: TestContext) {
  const { access, tools: usual, metadata } = await openAccountTools(t);
  const oauth = perProvider((provider) => ({
    ...usual.oauth[provider],
    client: provider === 'github' ? INSTALLED : undefined,
  }));
  const tools = { ...usual, oauth, isMailSent: false, signUp: 'invited' } as const;
  const acme = await access.newOrganization();
  const plain = await access.newOrganization('business', 'Plain');
  await setOAuthClient(tools, acme.owner.actor, 'google', CLIENT);
  const asked: unknown[] = [];
  const failure: { error?: Error } = {};
  type Call = Parameters<Accounts['callAuth']>[1];
  const answerOf = async (call: Call): Promise<Response> => {
    const api = new Proxy({} as Parameters<Call>[0], {
      get: (_api, name) => async (given: { headers: Headers }) => {
        asked.push(String(name), { ...given, headers: [...given.headers] });
        if (failure.error !== undefined) throw failure.error;
        return new Response('{"url":"https://idp.example"}');
      },
    });
    return call(api);
  };
  const accounts: Partial<Accounts> = {
    tools,
    callAuth: async (signingIn, call) => {
      asked.push('installation', signingIn);
      return answerOf(call);
    },
    callAuthOf: async ({ organization, own }, signingIn, call) => {
      asked.push(organization.name, own, signingIn);
      return answerOf(call);
    },
  };
  const { call } = collectRoutes((app) => providerRoutes(app, accounts as Accounts));
  const ask = (name: string, request: AskedRequest) => {
    asked.length = 0;
    return call(name, { headers: HEADERS, ...request });
  };
  const close = async (provider: string): Promise<void> => {
    const closed_providers = JSON.stringify([provider]);
    await metadata.db.updateTable('organizations').set({ closed_providers }).execute();
    access.cache.forget(acme.id);
  };
  return { ask, asked, failure, close, acme: acme.id, plain: plain.id };
}

const RELAYED = ['the reply', [['send', { url: 'https://idp.example' }]]];

test('the ways to sign in are the installation’s, or those of a link', async (t) => {
  const { ask, acme, plain, close } = await open(t);
  const offered = async (organization?: string) =>
    (await ask('GET /api/auth/providers', { query: { organization } })).answer;
  const facts = { signUp: 'invited', isMailSent: false };
  const installed = { google: false, github: true, organization: null, ...facts };
  const organization = { id: acme, name: 'Acme' };

  assert.deepEqual(await offered(), installed);
  assert.deepEqual(await offered(plain), installed);
  assert.deepEqual(await offered('org_none'), installed);
  assert.deepEqual(await offered(acme), { google: true, github: true, organization, ...facts });
  await close('github');
  assert.deepEqual(await offered(acme), { google: true, github: false, organization, ...facts });
});

test('the way to a provider goes by the link’s own client, else by the installation’s', async (t) => {
  const { ask, asked, acme, plain } = await open(t);
  const go = async (body: object) => {
    const { answer, told } = await ask('POST /api/auth/sign-in/social', { body });
    assert.deepEqual([answer, told], RELAYED);
    return asked;
  };
  const flow = (provider: string) => ({ provider, organization: undefined });
  const github = { ...VISIT, signedInWith: 'github', flow: flow('github') };
  const body = { provider: 'github', callbackURL: '/', disableRedirect: true };
  const usual = ['installation', github, 'signInSocial', { body, ...SENT }];

  assert.deepEqual(await go({ provider: 'github' }), usual);
  assert.deepEqual(await go({ provider: 'github', organization: plain }), usual);
  assert.deepEqual(await go({ provider: 'github', organization: acme }), usual);
  const places = { callbackURL: '/logs', errorCallbackURL: '/sign-in' };
  assert.deepEqual((await go({ provider: 'google', ...places })).slice(1), [
    { ...VISIT, signedInWith: 'google', flow: flow('google') },
    'signInSocial',
    { body: { provider: 'google', disableRedirect: true, ...places }, ...SENT },
  ]);
  const own = { provider: 'google', organization: acme, clientId: 'acme-client' };
  assert.deepEqual(await go({ provider: 'google', organization: acme }), [
    'Acme',
    { google: CLIENT },
    { ...VISIT, signedInWith: 'google', flow: own },
    'signInSocial',
    { body: { ...body, provider: 'google' }, ...SENT },
  ]);
});

test('a way that the link does not offer is not there, and no other site begins one', async (t) => {
  const { ask, asked, acme, close } = await open(t);
  const go = (provider: string, headers: Record<string, string> = HEADERS) =>
    ask('POST /api/auth/sign-in/social', { body: { provider, organization: acme }, headers });

  await close('github');
  await assert.rejects(go('github'), { code: 'NOT_FOUND' });
  await assert.rejects(go('google', { origin: 'https://evil.example' }), { code: 'FORBIDDEN' });
  assert.deepEqual(asked, []);
});

test('what a provider sends somebody back with goes on, and nothing else', async (t) => {
  const { ask, asked } = await open(t);
  const flow = { provider: 'github', organization: undefined };

  for (const query of [
    { code: 'c', state: 's' },
    { state: 's', error: 'e' },
    { code: 'c', error: 'e' },
    {},
  ]) {
    const params = { provider: 'github' };
    const request = { params, query: { ...query, other: 'x' } };
    const { answer, told } = await ask('GET /api/auth/callback/:provider', request);
    assert.deepEqual([answer, told], RELAYED);
    assert.deepEqual(asked, [
      'installation',
      { ...VISIT, signedInWith: 'github', flow },
      'callbackOAuth',
      { method: 'GET', params: { id: 'github' }, query, ...SENT },
    ]);
  }
});

test('back at an organization its client goes on; without one the sign-in page says so', async (t) => {
  const { ask, asked, failure, acme, plain } = await open(t);
  const back = (organization: string, provider: string) =>
    ask('GET /api/auth/organizations/:organization/callback/:provider', {
      params: { organization, provider },
      query: { code: 'c', state: 's' },
    });
  const closed = (organization: string) => [
    ['redirect', `https://logs.example.com/sign-in?error=way_closed&organization=${organization}`],
  ];

  const { answer, told } = await back(acme, 'google');
  assert.deepEqual([answer, told], RELAYED);
  const flow = { provider: 'google', organization: acme, clientId: 'acme-client' };
  assert.deepEqual(asked, [
    'Acme',
    { google: CLIENT },
    { ...VISIT, signedInWith: 'google', flow },
    'callbackOAuth',
    { method: 'GET', params: { id: 'google' }, query: { code: 'c', state: 's' }, ...SENT },
  ]);
  for (const [organization, provider] of [
    [acme, 'github'],
    [plain, 'google'],
    ['org_none', 'google'],
  ] as const) {
    const gone = await back(organization, provider);
    assert.deepEqual([gone.answer, gone.told], ['the reply', closed(organization)]);
    assert.deepEqual(asked, []);
  }
  failure.error = notFound('way to sign in');
  assert.deepEqual((await back(acme, 'google')).told, closed(acme), 'removed on the way');
  failure.error = new AppError('CONFLICT', 'Other.');
  await assert.rejects(back(acme, 'google'), { code: 'CONFLICT' });
  failure.error = Object.assign(new Error('not ours'), { code: 'NOT_FOUND' });
  await assert.rejects(back(acme, 'google'), { message: 'not ours' });
});
