/**
 * Two organizations with everything the access room keeps. Every id of one is tried with every credential of
 * the other on every endpoint that takes an id: the answer is the one for a thing that does not exist.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { encodeCursor } from '../../src/base/cursor.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../src/compose/endpoints.ts';
import { createAccessToken } from '../../src/guard/access/credentials/access-tokens.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { requestElevation } from '../../src/guard/access/elevation/manage-elevations.ts';
import { createInvitation } from '../../src/guard/access/invitations/manage-invitations.ts';
import { KEY_SCOPES, ROLES, TOKEN_SCOPES } from '../../src/spec/roles.ts';
import { openAccess, type AccessUnderTest, type Person } from '../support/open-access.ts';
import { startAccess, type AccessApp, type Answer } from '../support/start-access.ts';

interface Tenant {
  readonly id: string;
  readonly credentials: readonly (Person | string)[];
  /** Every id that belongs to it. */
  readonly ids: readonly string[];
  /** What nobody else must ever read. */
  readonly secrets: readonly string[];
}

test('the id of another organization is the id of nothing', async (t) => {
  const { app, call, ours, theirs, rowsOfTheirs } = await start(t);
  const endpoints = mounted(app).filter(({ url }) => url.includes(':id'));
  const before = await rowsOfTheirs();
  let asked = 0;

  for (const endpoint of endpoints) {
    for (const as of ours.credentials) {
      const nothing = await ask(call, endpoint, as, 'x'.repeat(26));
      assert.ok([401, 403, 404].includes(nothing.status), `${endpoint.url}: ${nothing.text}`);
      for (const id of theirs.ids) {
        const answer = await ask(call, endpoint, as, id);
        asked += 1;
        assert.deepEqual(
          [answer.status, answer.text],
          [nothing.status, nothing.text],
          `${endpoint.method} ${endpoint.url} ${id}`,
        );
      }
    }
  }

  t.diagnostic(`${asked} requests on ${endpoints.length} endpoints`);
  assert.deepEqual(await rowsOfTheirs(), before);
});

test('whoever may use an endpoint gets 404 for what is not theirs', async (t) => {
  const { app, call, ours, theirs } = await start(t);
  const [owner] = ours.credentials;
  assert.ok(owner !== undefined);

  // Operators see every organization; nobody else gets as far as an id.
  const isTenants = ({ url }: { readonly url: string }) =>
    url.includes(':id') && !url.startsWith('/api/v1/operator/');
  for (const endpoint of mounted(app).filter(isTenants)) {
    for (const id of theirs.ids) {
      const answer = await ask(call, endpoint, owner, id);
      assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], endpoint.url);
    }
  }
});

test('no list and no answer holds anything of another organization', async (t) => {
  const { app, call, ours, theirs } = await start(t);
  const cursors = theirs.ids.map((id) => encodeCursor({ at: 9_999_999_999_999, id }));
  const [owner] = ours.credentials;
  const own = await call('GET /api/v1/members', owner === undefined ? {} : { as: owner });
  assert.ok(own.text.includes('admin-ours@example.com'), 'what is ours can be seen');
  const readers = mounted(app).filter(({ method, url }) => method === 'GET' && !/:/.test(url));
  assert.ok(readers.length >= 10);

  for (const { url } of readers) {
    for (const as of ours.credentials) {
      const answers = [
        await call(`GET ${url}`, { as }),
        await call(`GET ${url}`, { as, headers: { 'x-organization-id': theirs.id } }),
      ];
      for (const cursor of cursors.slice(0, 3)) {
        answers.push(await call(`GET ${url}?cursor=${encodeURIComponent(cursor)}`, { as }));
      }
      for (const { text } of answers) {
        const leak = theirs.secrets.find((secret) => text.includes(secret));
        assert.equal(leak, undefined, `GET ${url}: ${text}`);
      }
    }
  }
});

test('naming the other organization changes nothing there', async (t) => {
  const { app, call, ours, theirs, rowsOfTheirs } = await start(t);
  const before = await rowsOfTheirs();
  const headers = { 'x-organization-id': theirs.id };

  for (const { method, url, config, docs } of mounted(app)) {
    if (config.permission === 'session') continue;
    for (const as of ours.credentials) {
      const { body, query, params } = docs.example;
      const path = url.replace(':id', params?.['id'] ?? 'none');
      const search = new URLSearchParams(query).toString();
      const options = { as, headers, ...(body === undefined ? {} : { body }) };
      const answer = await call(`${method} ${path}?${search}`, options);
      assert.ok([401, 403, 404].includes(answer.status), `${method} ${url}: ${answer.text}`);
    }
  }

  assert.deepEqual(await rowsOfTheirs(), before);
});

type Call = AccessApp['call'];

async function ask(
  call: Call,
  endpoint: Endpoint,
  as: Person | string,
  id: string,
): Promise<Answer> {
  const { body } = endpoint.docs.example;
  const url = endpoint.url.replace(':id', id);
  return call(`${endpoint.method} ${url}`, { as, ...(body === undefined ? {} : { body }) });
}

function mounted(app: AccessApp['app']): Endpoint[] {
  return Object.values(ENDPOINTS).filter(({ method, url }) => app.hasRoute({ method, url }));
}

async function start(t: TestContext) {
  const access = await openAccess(t);
  // More is asked here within a minute than a stranger may.
  const { app, call } = startAccess(t, access, { rates: { public: 0 } });
  const ours = await fillOrganization(access, 'ours');
  const theirs = await fillOrganization(access, 'theirs');
  const tables = [
    'organizations',
    'members',
    'invitations',
    'elevations',
    'api_keys',
    'access_tokens',
    'audit_entries',
  ] as const;
  const rowsOfTheirs = () =>
    Promise.all(
      tables.map((table) =>
        access.metadata.db
          .selectFrom(table)
          .selectAll()
          .where(table === 'organizations' ? 'id' : 'organization_id', '=', theirs.id)
          .execute(),
      ),
    );
  return { access, app, call, ours, theirs, rowsOfTheirs };
}

/** One of everything, with names that are found again in any text. */
async function fillOrganization(access: AccessUnderTest, mark: string): Promise<Tenant> {
  const { needs } = access;
  const name = `Organization-${mark}`;
  const { id, owner } = await access.newOrganization('enterprise', name);
  const credentials: (Person | string)[] = [];
  const ids: string[] = [id, owner.id];
  const hints: string[] = [];
  for (const role of ROLES) {
    const email = `${role}-${mark}@example.com`;
    const person =
      role === 'owner' ? owner : await access.join(id, role, await access.newPerson(email));
    credentials.push(person);
    ids.push(person.memberId);
    hints.push(person.email);
    const draft = { name: `token-${mark}`, scopes: [...TOKEN_SCOPES] };
    const token = await createAccessToken(needs, person.actor, draft);
    credentials.push(token.value);
    ids.push(token.id);
    hints.push(token.hint, token.value);
    if (role === 'member') {
      const wish = { role: 'admin', minutes: 30, reason: `reason-${mark}` } as const;
      ids.push((await requestElevation(needs, person.actor, wish)).id);
    }
  }
  for (const scope of KEY_SCOPES) {
    const key = await createApiKey(needs, owner.actor, { name: `key-${mark}`, scope });
    credentials.push(key.value);
    ids.push(key.id);
    hints.push(key.hint, key.value);
  }
  const invited = { email: `invited-${mark}@example.com`, role: 'viewer' } as const;
  ids.push((await createInvitation(needs, owner.actor, invited)).id);
  const marks = [name, `key-${mark}`, `token-${mark}`, `reason-${mark}`, `-${mark}@`];
  return { id, credentials, ids, secrets: [...ids, ...hints, ...marks] };
}
