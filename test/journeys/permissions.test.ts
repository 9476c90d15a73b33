/**
 * Every endpoint × every role × every key scope × every token scope × no credential, held against the
 * tables of `src/spec/roles.ts`, which `src/guard/access/permissions.test.ts` has written out. The gate
 * decides before the handler, so no request here needs valid input.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { notFound } from '../../src/base/errors.ts';
import * as credentials from '../../src/contract/credentials.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../src/compose/endpoints.ts';
import * as members from '../../src/contract/members.ts';
import * as organizations from '../../src/contract/organizations.ts';
import { createAccessToken } from '../../src/guard/access/credentials/access-tokens.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import type { App } from '../../src/http/app.ts';
import {
  KEY_SCOPE_PERMISSIONS,
  KEY_SCOPES,
  PERMISSIONS,
  ROLES,
  TOKEN_SCOPE_PERMISSIONS,
  TOKEN_SCOPES,
  type KeyScope,
  type Permission,
  type Role,
  type TokenScope,
} from '../../src/spec/roles.ts';
import {
  openAccess,
  PUBLIC_ORIGIN,
  type AccessUnderTest,
  type Person,
} from '../support/open-access.ts';
import { startAccess, type AccessApp } from '../support/start-access.ts';
import { RATES } from '../../src/spec/rates.ts';

type Caller =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly role: Role }
  | { readonly kind: 'api_key'; readonly scope: KeyScope }
  | { readonly kind: 'access_token'; readonly role: Role; readonly scope: TokenScope };

const CALLERS: readonly Caller[] = [
  { kind: 'none' },
  ...ROLES.map((role) => ({ kind: 'session', role }) as const),
  ...KEY_SCOPES.map((scope) => ({ kind: 'api_key', scope }) as const),
  ...ROLES.flatMap((role) =>
    TOKEN_SCOPES.map((scope) => ({ kind: 'access_token', role, scope }) as const),
  ),
];

/** What the tables say: let in, or refused with a status. */
function expected({ config }: Endpoint, caller: Caller): 'in' | 401 | 403 {
  const { permission, credentials: kinds } = config;
  if (permission === 'public') return 'in';
  if (permission === 'operator') return 401;
  // Directories have tokens of their own.
  if (permission === 'directory:provision') return 401;
  if (caller.kind === 'none') return 401;
  if (permission === 'session') return caller.kind === 'session' ? 'in' : 403;
  // No caller here runs the installation.
  if (permission === 'installation') return 403;
  if (kinds !== undefined && !kinds.includes(caller.kind)) {
    // A person or a key at an endpoint for tokens is not authenticated; at an endpoint for people a credential is not enough.
    return caller.kind === 'session' || kinds.includes('access_token') ? 401 : 403;
  }
  return holds(caller, permission) ? 'in' : 403;
}

function holds(caller: Caller, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  switch (caller.kind) {
    case 'none':
      return false;
    case 'session':
      return roles.includes(caller.role);
    case 'api_key': {
      const held = KEY_SCOPE_PERMISSIONS[caller.scope];
      return held === 'admin' ? roles.includes('admin') : held.includes(permission);
    }
    case 'access_token':
      return (
        TOKEN_SCOPE_PERMISSIONS[caller.scope].includes(permission) && roles.includes(caller.role)
      );
  }
}

test('every endpoint lets in whom the tables name, and nobody else', async (t) => {
  const { call, credentialOf } = await start(t);
  const wrong: string[] = [];
  let asked = 0;

  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const url = endpoint.url.replace(/:\w+/g, 'none');
    for (const caller of CALLERS) {
      const as = credentialOf(caller);
      const answer = await call(`${endpoint.method} ${url}`, {
        headers: { host: new URL(PUBLIC_ORIGIN).host },
        ...(as === undefined ? {} : { as }),
      });
      const seen = answer.status === 401 || answer.status === 403 ? answer.status : 'in';
      asked += 1;
      if (answer.status >= 500) wrong.push(`${name} as ${JSON.stringify(caller)}: ${answer.text}`);
      if (seen !== expected(endpoint, caller)) {
        const { error } = answer.body;
        wrong.push(
          `${name} as ${JSON.stringify(caller)}: ${seen}, not ${expected(endpoint, caller)} (${error})`,
        );
      }
    }
  }

  t.diagnostic(`${asked} requests: ${Object.keys(ENDPOINTS).length} endpoints × ${CALLERS.length}`);
  assert.deepEqual(wrong, []);
});

test('nothing was changed by all of this', async (t) => {
  const { access, organization, call, credentialOf } = await start(t);
  const before = await access.auditOf(organization);

  for (const endpoint of Object.values(ENDPOINTS)) {
    const url = endpoint.url.replace(/:\w+/g, 'none');
    const as = credentialOf({ kind: 'session', role: 'owner' });
    await call(`${endpoint.method} ${url}`, as === undefined ? {} : { as });
  }

  assert.deepEqual(await access.auditOf(organization), before);
});

test('an endpoint of the access room that the room does not mount is found', async (t) => {
  const { app } = startAccess(t, await openAccess(t));
  const declared = [organizations, members, credentials].flatMap((file) =>
    Object.entries(file as Record<string, unknown>).filter(isEndpoint),
  );

  const missing = declared.filter(([, { method, url }]) => !app.hasRoute({ method, url }));

  assert.ok(declared.length > 20);
  assert.deepEqual(missing, []);
  assert.ok(!app.hasRoute({ method: 'GET', url: '/api/v1/declared-but-not-mounted' }));
});

test('every permission of the matrix is held by an Owner, and each role holds what the next one does', () => {
  for (const [permission, roles] of Object.entries(PERMISSIONS)) {
    if (permission === 'directory:provision') continue;
    const held = ROLES.filter((role) => roles.includes(role));
    assert.deepEqual(held, ROLES.slice(0, held.length), permission);
    assert.ok(held.length > 0, permission);
  }
});

interface Started extends AccessApp {
  readonly access: AccessUnderTest;
  readonly organization: Awaited<ReturnType<AccessUnderTest['newOrganization']>>['id'];
  readonly credentialOf: (caller: Caller) => Person | string | undefined;
}

async function start(t: TestContext): Promise<Started> {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const known = new Map<string, Person | string>();
  for (const role of ROLES) {
    const person = role === 'owner' ? owner : await access.join(organization, role);
    known.set(keyOf({ kind: 'session', role }), person);
    for (const scope of TOKEN_SCOPES) {
      const draft = { name: scope, scopes: [scope] };
      const { value } = await createAccessToken(access.needs, person.actor, draft);
      known.set(keyOf({ kind: 'access_token', role, scope }), value);
    }
  }
  for (const scope of KEY_SCOPES) {
    const { value } = await createApiKey(access.needs, owner.actor, { name: scope, scope });
    known.set(keyOf({ kind: 'api_key', scope }), value);
  }
  const rates = Object.fromEntries(Object.keys(RATES).map((name) => [name, 0]));
  const operatorToken = 'only the operator knows';
  const app = startAccess(t, access, { mount: mountOthers, rates, operatorToken });
  return { ...app, access, organization, credentialOf: (caller) => known.get(keyOf(caller)) };
}

/** What other rooms mount stands here with a handler that finds nothing. */
function mountOthers(app: App): void {
  for (const { method, url, config, schema } of Object.values(ENDPOINTS)) {
    if (app.hasRoute({ method, url })) continue;
    app.route({
      method,
      url,
      config,
      schema,
      handler: async () => {
        throw notFound('handler here');
      },
    });
  }
}

function keyOf(caller: Caller): string {
  return JSON.stringify(caller);
}

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
}
