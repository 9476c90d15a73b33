import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericOAuthConfig } from 'better-auth/plugins';
import { LIMITS } from '../../../test/support/limits.ts';
import { perProvider } from '../../spec/sign-in.ts';
import { oauthPlugin, type SignInClients } from './oauth-providers.ts';

const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-secret' };
const oauth = perProvider((provider) => ({
  client: undefined,
  authorizationUrl: `https://${provider}.example/authorize`,
  tokenUrl: `https://${provider}.example/token`,
  userinfoUrl: `https://${provider}.example/user`,
}));

function configured(clients: SignInClients): readonly GenericOAuthConfig[] {
  return oauthPlugin({ oauth, limits: LIMITS }, clients).options.config;
}

test('each provider with a client is there, with a proof key, at the addresses of the configuration', () => {
  const shown = (clients: SignInClients) =>
    configured(clients).map(
      ({ getUserInfo: _getUserInfo, accountSubject: _accountSubject, ...config }) => config,
    );
  const google = {
    providerId: 'google',
    ...CLIENT,
    authorizationUrl: 'https://google.example/authorize',
    tokenUrl: 'https://google.example/token',
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
  };
  const github = {
    providerId: 'github',
    clientId: 'other',
    clientSecret: 's',
    authorizationUrl: 'https://github.example/authorize',
    tokenUrl: 'https://github.example/token',
    scopes: ['read:user', 'user:email'],
    pkce: true,
  };

  assert.deepEqual(shown({ clients: {} }), []);
  assert.deepEqual(shown({ clients: { google: CLIENT } }), [google]);
  const both = { google: CLIENT, github: { clientId: 'other', clientSecret: 's' } };
  assert.deepEqual(shown({ clients: both }), [google, github]);
  const redirectUrl = (provider: string): string => `https://logs.example.com/${provider}`;
  assert.deepEqual(shown({ clients: { google: CLIENT }, redirectUrl }), [
    { ...google, redirectURI: 'https://logs.example.com/google' },
  ]);
});

test('who signed in is what the provider says to the token, or nobody', async (t) => {
  const answers = [{ sub: 'g-1', name: 'Ada', email: 'ada@example.com', email_verified: true }, {}];
  const asked: unknown[] = [];
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify(answers.shift()));
  });
  const [config] = configured({ clients: { google: CLIENT } });
  const read = async (tokens: object) => config?.getUserInfo?.(tokens);

  assert.equal(await read({}), null);
  assert.deepEqual(asked, []);
  assert.deepEqual(await read({ accessToken: 'x' }), {
    id: 'g-1',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: true,
  });
  assert.equal(await read({ accessToken: 'x' }), null);
  assert.deepEqual(asked, ['https://google.example/user', 'https://google.example/user']);
});

test('an account at a provider is known by its id there', () => {
  const [config] = configured({ clients: { google: CLIENT } });
  type Given = Parameters<NonNullable<GenericOAuthConfig['accountSubject']>>[0];
  const subject = (profile: object) => config?.accountSubject?.({ profile } as unknown as Given);

  assert.deepEqual([subject({ id: 'g-1' }), subject({ id: 7 }), subject({})], ['g-1', '7', '']);
});
