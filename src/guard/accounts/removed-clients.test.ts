import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, signInWith, visitProvider } from '../../../test/support/guard/fake-provider.ts';
import {
  ask,
  CLIENT,
  closedWay,
  join,
  organizationOf,
  startWithClient,
} from '../../../test/support/guard/organization-clients.ts';
import type { Browser } from '../../../test/support/guard/start-accounts.ts';

test('removing a client, or setting another, ends the sessions that came through it and no others', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  const whole = await app.member();
  const eva = await app.member('eva@example.com');
  const second = await organizationOf(eva);
  await ask(eva, 'PUT', '/api/v1/organization/sign-in/google', CLIENT);
  await ask(owner, 'PUT', '/api/v1/organization/sign-in/github', CLIENT);
  await join(app, organization, EMAIL);
  await join(app, second, EMAIL, true);
  const come = async (provider: string, id?: string): Promise<Browser> => {
    const browser = app.browser();
    assert.equal(await signInWith(browser, provider, id), '/logs');
    return browser;
  };
  const through = { google: await come('google', organization) };
  const others = [
    whole,
    owner,
    await come('google'),
    await come('google', second),
    await come('github', organization),
  ];
  const isIn = async (one: Browser) => (await ask(one, 'GET', '/api/v1/organizations')).status;
  const path = '/api/v1/organization/sign-in/google';

  assert.equal(await isIn(through.google), 200);
  await ask(owner, 'PUT', path, { ...CLIENT, clientSecret: 'renewed' });
  assert.equal(await isIn(through.google), 200, 'the client is the same');
  await ask(owner, 'PUT', path, { ...CLIENT, clientId: 'another' });
  assert.equal(await isIn(through.google), 401, 'through another client');
  through.google = await come('google', organization);
  await ask(owner, 'DELETE', path);
  assert.equal(await isIn(through.google), 401, 'through a client that is gone');

  for (const other of others) assert.equal(await isIn(other), 200);
});

test('whoever comes back to a client that was removed meanwhile is told on the sign-in page', async (t) => {
  const { app, owner, organization } = await startWithClient(t);
  await app.member();
  await join(app, organization, EMAIL);
  const ada = app.browser();
  const back = await visitProvider(ada, 'google', organization);

  await ask(owner, 'DELETE', '/api/v1/organization/sign-in/google');
  const answer = await ask(ada, 'GET', `${back.pathname}${back.search}`);

  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), closedWay(app, organization));
  assert.equal((await ask(ada, 'GET', '/api/v1/organizations')).status, 401);
});

test('no session begins with a client that is removed while its code is exchanged', async (t) => {
  let remove = async (): Promise<unknown> => undefined;
  const { app, owner, organization } = await startWithClient(t, {
    change: (accounts) => ({
      ...accounts,
      callAuthOf: async (...call) => {
        await remove();
        return accounts.callAuthOf(...call);
      },
    }),
  });
  await app.member();
  await join(app, organization, EMAIL);
  const ada = app.browser();
  const back = await visitProvider(ada, 'google', organization);
  remove = () => ask(owner, 'DELETE', '/api/v1/organization/sign-in/google');

  const answer = await ask(ada, 'GET', `${back.pathname}${back.search}`);

  assert.equal(answer.status, 302, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('location'), closedWay(app, organization));
  assert.equal((await ask(ada, 'GET', '/api/v1/organizations')).status, 401);
});
