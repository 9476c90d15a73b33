/** An organization whose directory provisions its members. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { DAY_MS } from '../../../src/spec/units.ts';
import { ask } from '../guard/organization-clients.ts';
import type { Browser } from '../guard/start-accounts.ts';
import { startConnections } from './start-connections.ts';

export const SCIM = '/api/v1/organization/scim';

export interface ScimAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly body: Record<string, unknown>;
}

export async function startDirectory(t: TestContext) {
  const started = await startConnections(t);
  const { app, owner } = started;
  const newToken = async (as: Browser = owner, name = 'Okta') => {
    const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const answer = await ask(as, 'POST', `${SCIM}/tokens`, { name, expiresAt });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body as { data: { id: string; value: string } }).data;
  };
  const token = await newToken();
  const callAs = async (
    value: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ScimAnswer> => {
    const answer = await fetch(`${app.url}/scim/v2${path}`, {
      method,
      headers: {
        ...(value === undefined ? {} : { authorization: `Bearer ${value}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
  const call = (method: string, path: string, body?: unknown) =>
    callAs(token.value, method, path, body);
  const provision = async (userName: string, more: object = {}): Promise<string> => {
    const { status, body } = await call('POST', '/Users', { userName, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return String(body['id']);
  };
  const patch = (path: string, ...operations: object[]) =>
    call('PATCH', path, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    });
  return { ...started, token, newToken, call, callAs, provision, patch };
}
