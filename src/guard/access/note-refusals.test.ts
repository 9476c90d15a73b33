import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import { organizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { Guard, Request } from '../../http/gate.ts';
import { LIMITS } from '../../spec/limits.ts';
import { changeOrganization } from './organizations/change-organization.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { revokeApiKey } from './credentials/revoke-api-key.ts';
import { createRefusalNotes } from './note-refusals.ts';

const { refusalsMax, refusalsPerCallerMax, refusalWindowMs } = LIMITS.audit;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock, needs } = access;
  // Written beside the answer: each is waited for here.
  const writing: Promise<unknown>[] = [];
  const watched = {
    ...metadata,
    transaction: <T>(work: Parameters<typeof metadata.transaction<T>>[0]): Promise<T> => {
      const done = metadata.transaction(work);
      writing.push(done);
      return done;
    },
  };
  const { counters } = needs;
  const note = createRefusalNotes({ metadata: watched, counters, clock, log: silentLog });
  const app = startAccess(t, access, { noteRefusal: note });
  const { id, owner } = await access.newOrganization('business');
  const refusals = async (organization = id) => {
    await new Promise(setImmediate);
    await Promise.all(writing);
    const entries = await access.auditOf(organization);
    return entries
      .filter(({ action }) => action === 'access.refused')
      .map((entry) => [entry.actor, entry.resource, JSON.parse(entry.details) as unknown]);
  };
  return { access, app, note, id, owner, refusals };
}

test('who lacks a permission is named in the audit log of the organization, with what they wanted', async (t) => {
  const { access, app, id, owner, refusals } = await start(t);
  const viewer = await access.join(id, 'viewer');
  const draft = { name: 'k', scope: 'ingest-only' } as const;
  const key = await createApiKey(access.needs, owner.actor, draft);

  await app.call('GET /api/v1/organization', { as: owner });
  await app.call('DELETE /api/v1/organization?confirm=Acme', { as: viewer });
  await app.call('GET /api/v1/members', { as: key.value });
  await app.call('GET /api/v1/operator/audit', { as: key.value });

  assert.deepEqual(await refusals(), [
    [viewer.email, 'DELETE /api/v1/organization', { code: 'FORBIDDEN' }],
    [key.id, 'GET /api/v1/members', { code: 'INSUFFICIENT_SCOPE' }],
    [key.id, 'GET /api/v1/operator/audit', { code: 'INSUFFICIENT_SCOPE' }],
  ]);
});

test('so is what has ended, what comes from elsewhere, and what a handler refuses', async (t) => {
  const { access, app, id, owner, refusals } = await start(t);
  const admin = await access.join(id, 'admin');
  const draft = { name: 'k', scope: 'full-access' } as const;
  const revoked = await createApiKey(access.needs, owner.actor, draft);
  const key = await createApiKey(access.needs, owner.actor, draft);
  await revokeApiKey(access.needs, owner.actor, revoked.id);

  await app.call('GET /api/v1/members', { as: revoked.value });
  const invited = { email: 'x@example.com', role: 'owner' };
  await app.call('POST /api/v1/invitations', { as: admin, body: invited });
  await changeOrganization(access.needs, owner.actor, { allowedNetworks: ['192.0.2.0/24'] });
  await app.call('GET /api/v1/members', { as: key.value, from: '203.0.113.5' });
  await app.call('GET /api/v1/members', { as: admin, from: '203.0.113.5' });

  assert.deepEqual(await refusals(), [
    [revoked.id, 'GET /api/v1/members', { code: 'API_KEY_REVOKED' }],
    [admin.email, 'POST /api/v1/invitations', { code: 'FORBIDDEN' }],
    [key.id, 'GET /api/v1/members', { code: 'IP_NOT_ALLOWED' }],
    [admin.email, 'GET /api/v1/members', { code: 'IP_NOT_ALLOWED' }],
  ]);
});

test('strangers leave nothing behind, in whatever organization they name', async (t) => {
  const { access, app, id, refusals } = await start(t);
  const other = await access.newOrganization();

  await app.call('GET /api/v1/members', { as: 'xp_live_made-up' });
  await app.call('GET /api/v1/members');
  await app.call('GET /api/v1/members', {
    as: other.owner,
    headers: { 'x-organization-id': id },
  });

  assert.deepEqual([await refusals(), await refusals(other.id)], [[], []]);
});

test('the same refusal is recorded once an hour', async (t) => {
  const { access, app, id, refusals } = await start(t);
  const viewer = await access.join(id, 'viewer');
  const ask = () => app.call('GET /api/v1/invitations', { as: viewer });

  for (let i = 0; i < 5; i++) await ask();
  assert.equal((await refusals()).length, 1);
  access.clock.advance(refusalWindowMs - 1);
  await ask();
  assert.equal((await refusals()).length, 1);
  access.clock.advance(1);
  await ask();
  assert.equal((await refusals()).length, 2);
});

test('an organization gets a bounded number an hour, and another one is not held up by it', async (t) => {
  const { access, note, id, refusals } = await start(t);
  const other = await access.newOrganization();
  const refuse = (organization: string, name: string, code: 'FORBIDDEN' | 'NOT_FOUND') =>
    note(requestOf(organization, name), code);

  for (let at = 0; at < refusalsMax + 50; at++) refuse(id, `key_${at}`, 'FORBIDDEN');
  refuse(other.id, 'key_1', 'FORBIDDEN');
  refuse(other.id, 'key_2', 'NOT_FOUND');

  assert.equal((await refusals()).length, refusalsMax);
  assert.equal((await refusals(other.id)).length, 1);
  access.clock.advance(refusalWindowMs);
  refuse(id, 'key_late', 'FORBIDDEN');
  assert.equal((await refusals()).length, refusalsMax + 1);
});

test('one caller gets a bounded number an hour, whatever it tries, and leaves room for others', async (t) => {
  const { access, note, id, refusals } = await start(t);
  const tries = (name: string): void => {
    for (let at = 0; at < refusalsMax + 50; at++) note(requestOf(id, name, `/${at}`), 'FORBIDDEN');
  };

  tries('key_loud');
  tries('key_loud');
  note(requestOf(id, 'key_quiet'), 'FORBIDDEN');

  const names = (await refusals()).map(([name]) => name);
  assert.equal(names.filter((name) => name === 'key_loud').length, refusalsPerCallerMax);
  assert.equal(names.filter((name) => name === 'key_quiet').length, 1);
  access.clock.advance(refusalWindowMs);
  tries('key_loud');
  assert.equal((await refusals()).length, 2 * refusalsPerCallerMax + 1);
});

test('a store that is away is logged, and nobody waits for it', async (t) => {
  const { access } = await start(t);
  const logged: string[] = [];
  const note: NonNullable<Guard['noteRefusal']> = createRefusalNotes({
    metadata: { transaction: () => Promise.reject(new Error('away')) },
    counters: access.needs.counters,
    clock: access.clock,
    log: { ...silentLog, warn: (_facts: object, message: string) => void logged.push(message) },
  });

  note(requestOf('org_1', 'key_1'), 'FORBIDDEN');
  await new Promise(setImmediate);

  assert.deepEqual(logged, ['refusal not recorded']);
});

/** As much of a request as is looked at. */
function requestOf(organization: string, name: string, url = '/x'): Request {
  return {
    method: 'GET',
    routeOptions: { url },
    ip: '192.0.2.1',
    headers: {},
    caller: null,
    refused: { organization: organizationId(organization), name },
  } as unknown as Request;
}
