/** Clients of agents that connect by OAuth, as they and the people before the consent page do. */
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { callMcp } from '../../../src/contract/agents.ts';
import type { OutboundAnswer } from '../../../src/engines/outbound/outbound.ts';
import { oauthRoutes } from '../../../src/guard/access/oauth/oauth-routes.ts';
import { openOauthClients } from '../../../src/guard/access/oauth/open-oauth-clients.ts';
import type { App } from '../../../src/http/app.ts';
import { type AccessUnderTest, openAccess, type Person, PUBLIC_ORIGIN } from '../open-access.ts';
import { startAccess } from '../start-access.ts';

export const CLIENT = 'https://agent.example.com/client.json';
export const OTHER = 'https://other.example.com/client.json';
export const REDIRECT = 'http://127.0.0.1:4711/callback';
export const RESOURCE = `${PUBLIC_ORIGIN}/mcp`;
const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const REQUEST = {
  response_type: 'code',
  client_id: CLIENT,
  redirect_uri: REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: RESOURCE,
  scope: 'agent:read agent:write',
  state: 's 1',
};

export function documentOf(id: string): Record<string, unknown> {
  return {
    client_id: id,
    client_name: 'Example\u202e agent',
    redirect_uris: ['http://127.0.0.1/callback', 'https://agent.example.com/back'],
    token_endpoint_auth_method: 'none',
  };
}

interface Issued {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly error: string;
}

export async function startOauth(t: TestContext, given?: AccessUnderTest) {
  const access = given ?? (await openAccess(t));
  const { id, owner } = await access.newOrganization();
  const { documents, fetched, clients } = serveDocuments(access);
  const { app, call } = startAccess(t, access, {
    rates: { session: 0, management: 0, auth: 0, failures: 0 },
    mount: (mounted) => {
      oauthRoutes(mounted, { ...access.needs, clients });
      mounted.route({
        ...callMcp,
        handler: ({ actor }) => ({ organization: actor.organization, who: actor.who }),
      });
    },
  });
  const consent = async (change: object = {}, as: Person = owner, more: object = {}) =>
    call('POST /api/v1/oauth/consent', {
      as,
      body: {
        query: new URLSearchParams({ ...REQUEST, ...change }).toString(),
        organizationId: id,
        isAllowed: true,
        scopes: ['agent:read', 'agent:write'],
        ...more,
      },
    });
  const codeOf = async (change: object = {}, as: Person = owner): Promise<string> => {
    const { data } = (await consent(change, as)).body;
    const { redirectTo } = data as { redirectTo: string };
    return new URL(redirectTo).searchParams.get('code') ?? '';
  };
  const mcp = async (token: string) =>
    call('POST /mcp', {
      as: token,
      headers: { host: new URL(PUBLIC_ORIGIN).host },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });
  const audit = async () => (await access.auditOf(id)).map(({ action }) => action);
  return {
    access,
    app,
    call,
    id,
    owner,
    documents,
    fetched,
    consent,
    codeOf,
    ...exchangesWith(app),
    mcp,
    audit,
  };
}

function serveDocuments({ clock }: Pick<AccessUnderTest, 'clock'>) {
  const documents = new Map<string, unknown>(
    [CLIENT, OTHER].map((each) => [each, documentOf(each)]),
  );
  const fetched: string[] = [];
  const outbound = {
    send: async ({ url }: { readonly url: string }): Promise<OutboundAnswer> => {
      fetched.push(url);
      const document = documents.get(url);
      const body = new TextEncoder().encode(
        typeof document === 'string' ? document : JSON.stringify(document ?? {}),
      );
      return { status: document === undefined ? 404 : 200, headers: {}, body };
    },
  };
  const clients = openOauthClients({ outbound, clock });
  return { documents, fetched, clients };
}

function exchangesWith(app: App) {
  const exchange = async (form: Record<string, string>) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    return { status: answer.statusCode, body: answer.json<Issued>(), headers: answer.headers };
  };
  const byCode = async (code: string, change: Record<string, string> = {}) =>
    exchange({
      grant_type: 'authorization_code',
      code,
      client_id: CLIENT,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      resource: RESOURCE,
      ...change,
    });
  const byRefresh = async (token: string, change: Record<string, string> = {}) =>
    exchange({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: CLIENT,
      resource: RESOURCE,
      ...change,
    });
  return { byCode, byRefresh };
}
