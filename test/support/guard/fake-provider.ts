import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import type { Browser } from './start-accounts.ts';

/** Of the person that the providers know at first. */
export const EMAIL = 'ada@example.com';

interface Address {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

interface Provider {
  /** What Google tells about whoever signs in. */
  google: Record<string, unknown>;
  github: { user: Record<string, unknown>; emails: readonly Address[] };
  /** GitHub says nothing at all. */
  isSilent: boolean;
  /** What came to the token address, newest last. */
  readonly exchanges: Record<string, string>[];
}

/** A real OAuth server, and beside it the addresses of GitHub that no standard knows. */
export async function startProvider(t: TestContext) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  t.after(() => server.stop());
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider: Provider = {
    google: { sub: 'g-1', email: EMAIL, email_verified: true, name: 'Ada' },
    github: {
      user: { id: 42, login: 'ada', name: null, email: null },
      emails: [{ email: EMAIL, primary: true, verified: true }],
    },
    isSilent: false,
    exchanges: [],
  };
  server.service.on('beforeResponse', (_answer: unknown, request: { body: unknown }) => {
    provider.exchanges.push({ ...(request.body as Record<string, string>) });
  });
  server.service.on('beforeUserinfo', (answer: { body: unknown }) => {
    answer.body = provider.google;
  });
  const api = createServer((request, response) => {
    if (provider.isSilent) return;
    const isAllowed = request.headers.authorization?.startsWith('Bearer ') ?? false;
    const body = request.url === '/user/emails' ? provider.github.emails : provider.github.user;
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    api.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    api.closeAllConnections();
    api.close();
  });
  const client = {
    client: { clientId: 'xplain', clientSecret: 'a secret' },
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
  };
  const oauth = {
    google: { ...client, userinfoUrl: `${issuer}/userinfo` },
    github: {
      ...client,
      userinfoUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/user`,
    },
  };
  return { provider, oauth };
}

/** Goes to the provider and comes back with what it says. */
export async function visitProvider(
  person: Browser,
  name: string,
  organization?: string,
): Promise<URL> {
  const started = await person.send('POST', '/api/auth/sign-in/social', {
    provider: name,
    ...(organization === undefined ? {} : { organization }),
    callbackURL: '/logs',
    errorCallbackURL: '/sign-in',
  });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { url } = started.body as { url: string };
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

export async function signInWith(
  person: Browser,
  name: string,
  organization?: string,
): Promise<string> {
  const back = await visitProvider(person, name, organization);
  const answer = await person.send('GET', `${back.pathname}${back.search}`);
  assert.equal(answer.status, 302, JSON.stringify(answer.body));
  return answer.headers.get('location') ?? '';
}
