/** An agent that has no token finds out how to get one: the official client of the protocol signs in by OAuth, as it does by itself. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { endWithFile, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const atEnd = endWithFile();
const REDIRECT = 'http://127.0.0.1:4711/callback';
type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0];

/** Serves the document that describes the client, on an address that the operator has allowed. */
async function startClientHost(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...METADATA, client_id: address() }));
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd.after(() => void server.close());
  return address();
}

const METADATA = {
  client_name: 'Journey',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

test('the official client connects by OAuth, refreshes its token, and is disconnected', async () => {
  const app = await startApp(atEnd, { ...ADMIN_ENVIRONMENT, XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
  const ada = await signIn(app.url, ADMIN);
  const clientId = await startClientHost();
  const kept: { tokens?: Tokens; verifier?: string; page?: URL } = {};
  const authProvider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: METADATA,
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.page = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      authProvider,
    });
    const client = new Client({ name: 'journey', version: '1' });
    return { transport, client };
  };

  const stranger = await connect();
  await assert.rejects(stranger.client.connect(stranger.transport), UnauthorizedError);
  const { page } = kept;
  assert.ok(page !== undefined);
  assert.equal(page.origin + page.pathname, `${app.url}/oauth/authorize`);
  // The person looks at the page and allows it.
  const query = page.search.slice(1);
  const asked = await ada.create<{ clientHost: string; organizationId: string }>(
    '/api/v1/oauth/authorization',
    { query },
  );
  assert.equal(asked.clientHost, new URL(clientId).host);
  const { redirectTo } = await ada.create<{ redirectTo: string }>('/api/v1/oauth/consent', {
    query,
    organizationId: asked.organizationId,
    isAllowed: true,
    scopes: ['agent:read'],
  });
  await stranger.transport.finishAuth(new URL(redirectTo).searchParams);

  const { client, transport } = await connect();
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'logs_search'));
  assert.ok(!tools.some(({ name }) => name === 'saved_search_create'));
  const answer = await client.callTool({ name: 'describe', arguments: {} });
  assert.ok(!answer.isError, JSON.stringify(answer));
  await client.close();

  // A token that is not known any more is replaced without the person.
  const before = kept.tokens;
  assert.ok(before !== undefined);
  kept.tokens = { ...before, access_token: `${before.access_token.slice(0, -1)}!` };
  const refreshed = await connect();
  await refreshed.client.connect(refreshed.transport);
  assert.equal((await refreshed.client.listTools()).tools.length, tools.length);
  assert.notEqual(kept.tokens?.refresh_token, before.refresh_token);
  await refreshed.client.close();

  const direct = await fetch(`${app.url}/api/v1/search?query=*`, {
    headers: { authorization: `Bearer ${kept.tokens?.access_token}` },
  });
  assert.equal(direct.status, 403);
  const connected =
    await ada.read<{ credentialId: string; credentialName: string }[]>('/api/v1/agents/clients');
  const mine = connected.find(({ credentialName }) => credentialName.startsWith('Journey ('));
  assert.ok(mine !== undefined, JSON.stringify(connected));
  await ada.remove(`/api/v1/access-tokens/${mine.credentialId}`);
  const refused = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${kept.tokens?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate') ?? '', /resource_metadata="/);
});

test('the consent page cannot be shown in a frame of another site', async () => {
  const app = await startApp(atEnd, ADMIN_ENVIRONMENT);
  const page = await fetch(`${app.url}/oauth/authorize?client_id=x`, {
    headers: { accept: 'text/html' },
  });
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(page.headers.get('x-frame-options'), 'DENY');
});
