/** Organizations with connections to a provider on this machine, and people who sign in through them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import type { Connection, ConnectionDraft } from '../../../src/contract/connections.ts';
import { openOutbound } from '../../../src/engines/outbound/open-outbound.ts';
import { connectionRoutes } from '../../../src/guard/identity/connections/connection-routes.ts';
import { openProviders } from '../../../src/guard/identity/connections/open-providers.ts';
import { enforcementRoutes } from '../../../src/guard/identity/enforcement/enforcement-routes.ts';
import { scimRoutes } from '../../../src/guard/identity/scim/scim-routes.ts';
import { openSamlReader } from '../../../src/guard/identity/saml/open-saml-reader.ts';
import { samlRoutes } from '../../../src/guard/identity/saml/saml-routes.ts';
import type { ConnectionNeeds } from '../../../src/guard/identity/identity-needs.ts';
import { ask, organizationOf } from '../guard/organization-clients.ts';
import { type AccountsUnderTest, type Browser, startAccounts } from '../guard/start-accounts.ts';
import { CLIENT, startIdentityProvider } from './start-identity-provider.ts';

export const OWNER = 'olga@example.com';
export const CONNECTIONS = '/api/v1/organization/connections';

export async function startConnections(t: TestContext) {
  const redirectUris: string[] = [];
  const provider = await startIdentityProvider(t, () => redirectUris);
  let needs: ConnectionNeeds | undefined;
  const saml = openSamlReader();
  t.after(() => saml[Symbol.asyncDispose]());
  const app = await startAccounts(t, {
    needs: { defaultPlan: 'business' },
    mount: (mounted, { accounts, access }) => {
      const { metadata, clock, secrets } = accounts.tools;
      const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
      const providers = openProviders({ outbound, clock });
      const engines = { metadata, clock, secrets, outbound, providers, log: silentLog };
      needs = { ...engines, access, accounts, isCookieSecure: false, saml };
      connectionRoutes(mounted, needs);
      scimRoutes(mounted, needs);
      enforcementRoutes(mounted, needs);
      samlRoutes(mounted, needs);
    },
  });
  assert.ok(needs !== undefined);
  const operator = await app.member('root@example.com');
  const owner = await app.member(OWNER);
  const organization = await organizationOf(owner);
  await prove(app, organization, 'acme.com');
  const create = async (
    as: Browser,
    change: Partial<ConnectionDraft> = {},
  ): Promise<Connection> => {
    const draft = { kind: 'oidc', name: 'Acme', issuer: provider.issuer, ...CLIENT, ...change };
    const answer = await ask(as, 'POST', CONNECTIONS, draft);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { data } = answer.body as { data: Connection };
    redirectUris.push(data.redirectUrl);
    return data;
  };
  /** To the provider and back, up to the address of ours that the provider names. */
  const leave = async (
    person: Browser,
    { startUrl }: Pick<Connection, 'startUrl'>,
  ): Promise<URL> => {
    const started = await person.send('GET', `${startUrl}?returnTo=/logs`);
    assert.equal(started.status, 302, JSON.stringify(started.body));
    return provider.visit(started.headers.get('location') ?? '');
  };
  const back = (person: Browser, url: URL) => person.send('GET', `${url.pathname}${url.search}`);
  const signIn = async (person: Browser, connection: Pick<Connection, 'startUrl'>) => {
    const { status, code, headers } = await back(person, await leave(person, connection));
    return status === 302 ? headers.get('location') : `${status} ${code}`;
  };
  return { app, provider, operator, owner, organization, needs, create, leave, back, signIn };
}

/** As an operator's word does. */
export async function prove(
  { metadata }: Pick<AccountsUnderTest, 'metadata'>,
  organization: string,
  domain: string,
): Promise<void> {
  await metadata.db
    .insertInto('domains')
    .values({
      id: `dom_${domain.replaceAll('.', '')}`,
      organization_id: organization,
      domain,
      token: 'x',
      state: 'proved',
      created_by: 'x',
      created_at: 1,
    })
    .execute();
}

export async function membersOf({ metadata }: AccountsUnderTest, organization: string) {
  const rows = await metadata.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.email', 'members.role', 'members.role_connection_id', 'members.id'])
    .where('members.organization_id', '=', organization)
    .orderBy('users.email')
    .execute();
  return rows;
}
