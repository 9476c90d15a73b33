/** Connections by SAML, and people who sign in through them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Connection } from '../../../src/contract/connections.ts';
import { ask } from '../guard/organization-clients.ts';
import type { Browser } from '../guard/start-accounts.ts';
import { CONNECTIONS, startConnections } from './start-connections.ts';
import {
  PROVIDER_ID,
  providerKeys,
  requestIn,
  type ResponseParts,
  samlResponse,
} from './start-saml-provider.ts';

export const SSO_URL = 'https://idp.example/sso?tenant=1';

export async function startSaml(t: TestContext) {
  const base = await startConnections(t);
  const create = async (as: Browser, change: object = {}): Promise<Connection> => {
    const answer = await ask(as, 'POST', CONNECTIONS, {
      kind: 'saml',
      name: 'Acme SAML',
      entityId: PROVIDER_ID,
      ssoUrl: SSO_URL,
      certificates: [providerKeys.certificate],
      ...change,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body as { data: Connection }).data;
  };
  /** To the provider: the ID of our request. */
  const leave = async (person: Browser, { startUrl }: Connection): Promise<string> => {
    const started = await person.send('GET', `${startUrl}?returnTo=/logs`);
    assert.equal(started.status, 302, JSON.stringify(started.body));
    return requestIn(started.headers.get('location') ?? '').id;
  };
  /** A form, as the provider's page sends it: from another site, so without cookies. */
  const post = async (connection: Connection, response: string, relay = '/') =>
    base.app
      .browser()
      .send(
        'POST',
        new URL(connection.acsUrl ?? '').pathname,
        new URLSearchParams({ SAMLResponse: response, RelayState: relay }),
      );
  const partsFor = (connection: Connection, inResponseTo?: string): ResponseParts => ({
    acsUrl: connection.acsUrl ?? '',
    audience: connection.entityId ?? '',
    inResponseTo,
  });
  /** The whole way; the page that opens, or why none does. */
  const signIn = async (
    person: Browser,
    connection: Connection,
    parts: Partial<ResponseParts> = {},
  ): Promise<string> => {
    const id = await leave(person, connection);
    const posted = await post(connection, samlResponse({ ...partsFor(connection, id), ...parts }));
    if (posted.status !== 302) return `${posted.status} ${posted.code}`;
    const finish = new URL(posted.headers.get('location') ?? '');
    const { status, code, headers } = await person.send('GET', finish.pathname + finish.search);
    return status === 302 ? (headers.get('location') ?? '') : `${status} ${code}`;
  };
  return { ...base, create, leave, post, partsFor, signIn };
}
