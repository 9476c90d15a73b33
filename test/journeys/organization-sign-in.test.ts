import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, signInWith, startProvider } from '../support/guard/fake-provider.ts';
import { createBrowser, PASSWORD } from '../support/guard/start-accounts.ts';
import { startApp } from '../support/programs/start-app.ts';

const FIRST = 'the secret of last year, thirty-two characters';
const SECOND = 'the secret of this year, thirty-two characters';
const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-client-secret' };

test('an organization signs in with its own client, also after the installation’s secret was changed', async (t) => {
  const { provider, oauth } = await startProvider(t);
  const fixed = {
    XPLAIN_ADMIN_EMAIL: EMAIL,
    XPLAIN_ADMIN_PASSWORD: PASSWORD,
    XPLAIN_GOOGLE_AUTHORIZATION_URL: oauth.google.authorizationUrl,
    XPLAIN_GOOGLE_TOKEN_URL: oauth.google.tokenUrl,
    XPLAIN_GOOGLE_USERINFO_URL: oauth.google.userinfoUrl,
  };
  const first = await startApp(t, { ...fixed, XPLAIN_SECRET: FIRST });
  const owner = createBrowser(first.url);
  await owner.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  const path = '/api/v1/organization/sign-in';
  const set = await owner.send('PUT' as 'POST', `${path}/google`, CLIENT);
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const { url } = ((await owner.send('GET', path)).body as { data: { url: string } }).data;
  const organization = new URL(url).searchParams.get('organization') ?? '';
  const signIn = async (at: string) => {
    const person = createBrowser(at);
    assert.equal(await signInWith(person, 'google', organization), '/logs');
    const members = await person.send('GET', '/api/v1/members');
    const sessions = await person.send('GET', '/api/auth/list-sessions');
    const { client_id: id, client_secret: secret } = provider.exchanges.at(-1) ?? {};
    return { seen: [members.status, sessions.status], client: [id, secret] };
  };
  const expected = { seen: [200, 403], client: [CLIENT.clientId, CLIENT.clientSecret] };

  assert.deepEqual(await signIn(first.url), expected);
  await first.stop();
  const rotating = { ...fixed, XPLAIN_SECRET: SECOND, XPLAIN_SECRET_PREVIOUS: FIRST };
  const second = await startApp(t, rotating, first.data);
  assert.deepEqual(await signIn(second.url), expected);

  for (const app of [first, second]) {
    for (const word of [CLIENT.clientSecret, FIRST, SECOND]) {
      assert.ok(!app.output().includes(word), 'no secret is logged');
    }
  }
});
