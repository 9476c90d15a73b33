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
  ask,
  CLIENT,
  closedWay,
  join,
  organizationOf,
  startWithClient,
} from '../../../test/support/guard/organization-clients.ts';
import {
  type Browser,
  PASSWORD,
  startAccounts,
} from '../../../test/support/guard/start-accounts.ts';
import { silentLog } from '../../base/log.ts';
import { openSecrets } from '../../engines/secrets/open-secrets.ts';
import { renewClientSecrets } from './renew-client-secrets.ts';

async function invite(owner: Browser, email: string): Promise<void> {
  const answer = await ask(owner, 'POST', '/api/v1/invitations', { email, role: 'member' });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

test('the link uses the client of the organization, at the addresses of the provider', async (t) => {
  const { app, provider, oauth, organization } = await startWithClient(t);
  await app.member();
  await join(app, organization, EMAIL);
  const ada = app.browser();

  const started = await ask(ada, 'POST', '/api/auth/sign-in/social', {
    provider: 'google',
    organization,
  });
  const url = new URL((started.body as { url: string }).url);
  const place = await signInWith(ada, 'google', organization);

  const redirectUrl = `${app.url}/api/auth/organizations/${organization}/callback/google`;
  assert.equal(url.origin + url.pathname, oauth.google.authorizationUrl);
  assert.equal(url.searchParams.get('client_id'), CLIENT.clientId);
  assert.equal(url.searchParams.get('redirect_uri'), redirectUrl);
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
  assert.equal(place, '/logs');
  const [exchange] = provider.exchanges;
  assert.deepEqual(
    [exchange?.['client_id'], exchange?.['client_secret'], exchange?.['redirect_uri']],
    [CLIENT.clientId, CLIENT.clientSecret, redirectUrl],
  );
  const last = (await app.audit()).at(-1);
  assert.deepEqual(last, {
    action: 'user.oauth_login_succeeded',
    details: { provider: 'google', organization },
  });
});

test('a secret is never shown, logged or kept as it is, and changes are recorded', async (t) => {
  const lines: string[] = [];
  const note = (...reported: unknown[]): void => void lines.push(JSON.stringify(reported));
  const log = { ...silentLog, info: note, warn: note, error: note };
  const { app, owner, organization } = await startWithClient(t, { needs: { log } });

  const shown = await ask(owner, 'GET', '/api/v1/organization/sign-in');
  const [row] = await app.metadata.db.selectFrom('oauth_clients').selectAll().execute();
  await ask(owner, 'PUT', '/api/v1/organization/sign-in/google', {
    clientId: 'second',
    clientSecret: 'second-secret',
  });
  const [replaced] = await app.metadata.db.selectFrom('oauth_clients').selectAll().execute();
  const removed = await ask(owner, 'DELETE', '/api/v1/organization/sign-in/google');
  const again = await ask(owner, 'DELETE', '/api/v1/organization/sign-in/google');

  const { data } = shown.body as { data: { url: string; providers: Record<string, unknown>[] } };
  assert.equal(data.url, `${app.url}/sign-in?organization=${organization}`);
  assert.deepEqual(
    data.providers.map(({ provider, client }) => [provider, client === null]),
    [
      ['google', false],
      ['github', true],
    ],
  );
  assert.deepEqual(Object.keys(data.providers[0]?.['client'] as object).toSorted(), [
    'clientId',
    'secretSetAt',
    'secretSetBy',
  ]);
  assert.match(row?.client_secret ?? '', /^v1\./);
  assert.equal(replaced?.client_id, 'second');
  assert.notEqual(replaced?.client_secret, row?.client_secret);
  assert.deepEqual([removed.status, again.status], [200, 404]);
  const entries = (await app.audit()).filter(({ action }) => action.includes('oauth_client'));
  assert.deepEqual(entries, [
    {
      action: 'organization.oauth_client_set',
      details: {
        provider: 'google',
        clientId: CLIENT.clientId,
        changed: ['clientSecret', 'clientId'],
        changes: [
          { field: 'clientSecret', secret: 'changed' },
          { field: 'clientId', after: CLIENT.clientId },
        ],
      },
    },
    {
      action: 'organization.oauth_client_set',
      details: {
        provider: 'google',
        clientId: 'second',
        changed: ['clientSecret', 'clientId'],
        changes: [
          { field: 'clientSecret', secret: 'changed' },
          { field: 'clientId', before: CLIENT.clientId, after: 'second' },
        ],
      },
    },
    { action: 'organization.oauth_client_removed', details: { provider: 'google' } },
  ]);
  const reported = JSON.stringify([shown.body, removed.body, row, entries, lines]);
  assert.ok(!reported.includes(CLIENT.clientSecret));
});

test('only an Owner reads, sets or removes a client', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  const ada = await app.member();
  await join(app, organization, EMAIL);
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'admin' })

    .where('id', '=', `mem_${EMAIL}`)
    .execute();

  const path = '/api/v1/organization/sign-in';
  const answers = [
    await ask(ada, 'GET', path, undefined, organization),
    await ask(ada, 'PUT', `${path}/google`, CLIENT, organization),
    await ask(ada, 'DELETE', `${path}/google`, undefined, organization),
  ];

  for (const answer of answers) assert.deepEqual([answer.status, answer.code], [403, 'FORBIDDEN']);
  assert.equal((await ask(owner, 'PUT', `${path}/facebook`, CLIENT)).status, 400);
});

test('ids and secrets are taken up to their bounds, and only what travels in a header', async (t) => {
  const { owner } = await startWithClient(t);
  const { clientIdCharactersMax, clientSecretCharactersMax } = LIMITS.accounts;
  const put = async (clientId: string, clientSecret: string) =>
    (await ask(owner, 'PUT', '/api/v1/organization/sign-in/github', { clientId, clientSecret }))
      .status;

  const id = 'i'.repeat(clientIdCharactersMax);
  const secret = 's'.repeat(clientSecretCharactersMax);
  assert.equal(await put(id, secret), 200);
  assert.equal(await put(`${id}i`, secret), 400);
  assert.equal(await put(id, `${secret}s`), 400);
  for (const bad of ['', 'two words', 'line\nbreak', 'nul\u0000', 'ünïcode']) {
    assert.equal(await put(bad, secret), 400);
    assert.equal(await put(id, bad), 400);
  }
});

test('without a client of its own an organization is not told from none, and the installation’s is used', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  await app.member();
  await ask(owner, 'PUT', '/api/v1/organization/sign-in/github', CLIENT);
  const offered = async (id?: string) => {
    const query = id === undefined ? '' : `?organization=${id}`;
    return (await ask(app.browser(), 'GET', `/api/auth/providers${query}`)).body;
  };
  const installation = {
    google: true,
    github: true,
    organization: null,
    signUp: 'open',
    isMailSent: true,
  };
  const named = { id: organization, name: 'Ada’s organization' };

  const withClient = await offered(organization);
  await ask(owner, 'PATCH', '/api/v1/organization', { oauthProviders: { github: false } });
  const withSwitch = await offered(organization);
  await ask(owner, 'DELETE', '/api/v1/organization/sign-in/google');
  await ask(owner, 'DELETE', '/api/v1/organization/sign-in/github');
  const without = await offered(organization);
  const stranger = await offered('org_none');
  const ada = app.browser();
  const place = await signInWith(ada, 'google', organization);
  const own = await ask(ada, 'GET', '/api/auth/list-sessions');

  assert.deepEqual(withClient, { ...installation, organization: named });
  assert.deepEqual(withSwitch, { ...installation, organization: named, github: false });
  assert.deepEqual([without, stranger], [installation, installation]);
  assert.deepEqual([place, own.status], ['/logs', 200], 'an ordinary sign-in');
});

test('a session through the link works in the organization, and nowhere else', async (t) => {
  const { app, organization } = await startWithClient(t);
  const whole = await app.member();
  const other = await organizationOf(whole);
  await join(app, organization, EMAIL);
  const ada = app.browser();
  await signInWith(ada, 'google', organization);

  const here = await ask(ada, 'GET', '/api/v1/members');
  const named = await ask(ada, 'GET', '/api/v1/members', undefined, organization);
  const elsewhere = await ask(ada, 'GET', '/api/v1/members', undefined, other);
  const list = await ask(ada, 'GET', '/api/v1/organizations');
  const activated = await ask(ada, 'POST', `/api/v1/organizations/${other}/activate`);
  const session = await ask(ada, 'GET', '/api/auth/get-session');

  assert.deepEqual([here.status, named.status, elsewhere.status], [200, 200, 404]);
  const { data } = list.body as { data: { id: string; isActive: boolean }[] };
  assert.deepEqual(
    data.map(({ id, isActive }) => [id, isActive]),
    [[organization, true]],
  );
  assert.equal(activated.status, 404);
  assert.equal(
    (session.body as { session: { confinedTo: string } }).session.confinedTo,
    organization,
  );
  assert.equal((await ask(whole, 'GET', '/api/v1/members', undefined, other)).status, 200);
});

test('a hostile organization gets nothing of an account whose code it got hold of', async (t) => {
  const { app, provider, operator, organization } = await startWithClient(t);
  const rootId = await organizationOf(operator);
  // The operator once signed in somewhere with the hostile client; its owner brings that code here.
  provider.google = { sub: 'g-root', email: 'root@example.com', email_verified: true };

  const thief = app.browser();
  const refused = await signInWith(thief, 'google', organization);
  assert.match(refused, /^\/sign-in\?error=not_a_member/);
  assert.equal((await ask(thief, 'GET', '/api/v1/organizations')).status, 401);

  // Even where the victim is a member, the session opens no more than the owner has anyway.
  await join(app, organization, 'root@example.com');
  await signInWith(thief, 'google', organization);
  const closed: [Parameters<typeof ask>[1], string, unknown?][] = [
    [
      'POST',
      '/api/auth/change-password',
      { currentPassword: PASSWORD, newPassword: `${PASSWORD}x` },
    ],
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/revoke-session', { token: 'x' }],
    ['POST', '/api/auth/revoke-sessions'],
    ['POST', '/api/auth/revoke-other-sessions'],
    ['POST', '/api/v1/organizations', { name: 'Mine' }],
    ['GET', '/api/v1/operator/organizations'],
    ['GET', '/api/v1/operator/operators'],
  ];
  for (const [method, path, body] of closed) {
    const answer = await ask(thief, method, path, body);
    assert.deepEqual([answer.status, answer.code], [403, 'FORBIDDEN'], `${method} ${path}`);
  }
  assert.equal((await ask(thief, 'GET', '/api/v1/members', undefined, rootId)).status, 404);
  const installation = await ask(thief, 'GET', '/api/v1/installation');
  assert.equal((installation.body as { data: { isOperator: boolean } }).data.isOperator, false);

  // As an Owner there, an operator could give the organization any plan; a sign-in through its link cannot.
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'owner' })
    .where('id', '=', 'mem_root@example.com')
    .execute();
  const again = app.browser();
  await signInWith(again, 'google', organization);
  const plan = { plan: 'enterprise' };
  assert.equal((await ask(again, 'PATCH', '/api/v1/organization/billing', plan)).status, 403);
});

test('what is begun on one way cannot be ended on another', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  await ask(owner, 'PUT', '/api/v1/organization/sign-in/github', CLIENT);
  const eva = await app.member('eva@example.com');
  const second = await organizationOf(eva);
  await ask(eva, 'PUT', '/api/v1/organization/sign-in/google', CLIENT);
  await app.member();
  await join(app, organization, EMAIL);
  await join(app, second, 'olga@example.com');
  const to = (id: string, provider: string) => `/api/auth/organizations/${id}/callback/${provider}`;
  const ways: [string | undefined, string][] = [
    [undefined, to(organization, 'google')],
    [organization, '/api/auth/callback/google'],
    [organization, to(second, 'google')],
    [organization, to(organization, 'github')],
  ];

  for (const [from, path] of ways) {
    const ada = app.browser();
    const back = await visitProvider(ada, 'google', from);
    const answer = await ask(ada, 'GET', `${path}${back.search}`);
    assert.match(answer.headers.get('location') ?? '', /\/sign-in\?error=state_mismatch/, path);
    assert.equal((await ask(ada, 'GET', '/api/v1/organizations')).status, 401);
    // The way it was begun for is still open to the same browser, once.
    const honest = await ask(ada, 'GET', `${back.pathname}${back.search}`);
    assert.equal(honest.headers.get('location'), '/logs');
  }
  const nowhere = await ask(app.browser(), 'GET', `${to('org_none', 'google')}?code=1&state=2`);
  assert.equal(nowhere.headers.get('location'), closedWay(app, 'org_none'));
});

test('a sign-in makes nobody a member: whoever is invited accepts, of this organization alone', async (t) => {
  const { app, owner, operator, organization } = await startWithClient(t);
  const stranger = await signInWith(app.browser(), 'google', organization);
  await invite(operator, EMAIL);
  const elsewhere = await signInWith(app.browser(), 'google', organization);
  const before = await app.metadata.db.selectFrom('users').select('email').execute();
  await invite(owner, EMAIL);

  const ada = app.browser();
  const place = await signInWith(ada, 'google', organization);
  const early = await ask(ada, 'GET', '/api/v1/members');
  const mine = await ask(ada, 'GET', '/api/v1/invitations/mine');
  const { data } = mine.body as { data: { id: string; organizationName: string }[] };
  const all = await app.metadata.db
    .selectFrom('invitations')
    .select(['id', 'organization_id'])
    .execute();
  const foreign = all.find((each) => each.organization_id !== organization);
  const refused = await ask(ada, 'POST', `/api/v1/invitations/${foreign?.id}/accept`);
  const accepted = await ask(ada, 'POST', `/api/v1/invitations/${data[0]?.id}/accept`);
  const late = await ask(ada, 'GET', '/api/v1/members');

  for (const each of [stranger, elsewhere]) assert.match(each, /error=not_a_member/);
  assert.equal(before.length, 2, 'no account was made');
  assert.deepEqual([place, early.status, data.length], ['/logs', 404, 1]);
  assert.deepEqual([refused.status, accepted.status, late.status], [404, 200, 200]);
});

test('a client whose secret no key opens is not offered until it is entered anew', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  const { provider: _provider, oauth } = await startProvider(t);
  const secrets = openSecrets({
    secret: 'another secret of thirty-two letters',
    previous: undefined,
  });
  const other = await startAccounts(t, { metadata: app.metadata, needs: { oauth, secrets } });
  const offered = async () =>
    (await ask(other.browser(), 'GET', `/api/auth/providers?organization=${organization}`)).body;

  const before = await offered();
  const refused = await ask(other.browser(), 'POST', '/api/auth/sign-in/social', {
    provider: 'google',
    organization,
  });
  const rotating = openSecrets({
    secret: 'another secret of thirty-two letters',
    previous: 'a secret of thirty-two characters or more',
  });
  await renewClientSecrets({ metadata: app.metadata, secrets: rotating, log: silentLog });
  const after = await offered();

  assert.equal((before as { google: boolean }).google, false);
  assert.deepEqual([refused.status, refused.code], [404, 'NOT_FOUND']);
  assert.equal((after as { google: boolean }).google, true);
  assert.equal((await ask(owner, 'GET', '/api/v1/organization/sign-in')).status, 200);
});
