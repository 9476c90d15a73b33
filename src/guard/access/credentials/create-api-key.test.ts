import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import type { KeyScope } from '../../../spec/roles.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { createApiKey } from './create-api-key.ts';
import { hashCredential } from './credential-value.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

const NOW = 1_768_478_400_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('free');
  const { needs, locks } = noteLocks(access.needs);
  const create = (actor: Actor = owner.actor, scope: KeyScope = 'full-access') =>
    createApiKey(needs, actor, { name: ' Vector ', scope });
  const rows = () => access.metadata.db.selectFrom('api_keys').selectAll().execute();
  const told = async () =>
    (await access.auditOf(id)).map((entry) => [
      entry.action,
      entry.resource,
      entry.recorded_at - NOW,
      JSON.parse(entry.details) as unknown,
    ]);
  return { access, needs, locks, id, owner, create, rows, told };
}

test('a key is kept as its hash, told, and shown with its value once', async (t) => {
  const { needs, locks, id, owner, create, rows, told } = await start(t);

  const { value, ...made } = await create();

  assert.match(value, /^xp_live_[0-9A-Za-z]{38}$/);
  assert.deepEqual(made, {
    id: made.id,
    name: 'Vector',
    scope: 'full-access',
    environment: 'live',
    hint: `xp_live_…${value.slice(-4)}`,
    state: 'active',
    createdBy: owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  assert.deepEqual(await rows(), [
    {
      id: made.id,
      organization_id: id,
      name: 'Vector',
      scope: 'full-access',
      environment: 'live',
      hash: hashCredential(value),
      last_four: value.slice(-4),
      created_by: owner.email,
      created_at: NOW,
      expires_at: null,
      revoked_at: null,
      first_used_at: null,
      last_used_at: null,
    },
  ]);
  const details = { name: 'Vector', scope: 'full-access', environment: 'live' };
  assert.deepEqual(await told(), [['api_key.created', made.id, 0, details]]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  const page = { limit: 1, after: undefined };
  assert.deepEqual(await listApiKeys(needs, owner.actor, page), { data: [made], nextCursor: null });
});

test('the plan says how many open something', async (t) => {
  const { needs, owner, create, rows } = await start(t);
  const first = await create();
  for (let count = 1; count < 5; count++) await create();

  await assert.rejects(create(), {
    code: 'PLAN_LIMIT_REACHED',
    message: 'Plan limit reached: the free plan includes at most 5 API keys.',
  });
  assert.equal((await rows()).length, 5);
  await revokeApiKey(needs, owner.actor, first.id);
  await create();
});

test('a key does nothing that its maker may not do for good', async (t) => {
  const { access, id, create, rows } = await start(t);
  const viewer = await access.join(id, 'viewer');

  await create(viewer.actor, 'read-only');
  await assert.rejects(create(viewer.actor, 'full-access'), {
    code: 'FORBIDDEN',
    message:
      "Your role is temporary, and this key would outlast it: your permanent role viewer doesn't include logs:write, logs:delete, logs:export.",
  });
  assert.equal((await rows()).length, 1);
});

test('a key is revoked once and for good, by its organization', async (t) => {
  const { access, needs, id, owner, create, rows, told } = await start(t);
  const { value: _value, ...made } = await create();
  const { owner: stranger } = await access.newOrganization();
  const forgotten: string[] = [];
  const cache = { forget: (subject: string) => void forgotten.push(subject) };
  const revoke = (actor: Actor, key = made.id) => revokeApiKey({ ...needs, cache }, actor, key);
  const missing = { code: 'NOT_FOUND', message: 'No such API key.' };
  await assert.rejects(revoke(stranger.actor), missing);
  await assert.rejects(revoke(owner.actor, 'key_none'), missing);
  access.clock.advance(5);
  forgotten.length = 0;

  const revoked = await revoke(owner.actor);

  const over = { ...made, state: 'revoked', revokedAt: '2026-01-15T12:00:00.005Z' };
  assert.deepEqual(revoked, over);
  assert.equal((await rows())[0]?.revoked_at, NOW + 5);
  assert.deepEqual((await told()).slice(1), [['api_key.revoked', made.id, 5, { name: 'Vector' }]]);
  assert.deepEqual(forgotten, [id]);
  access.clock.advance(5);
  assert.deepEqual(await revoke(owner.actor), over, 'as it was revoked first');
  assert.equal((await told()).length, 2);
});
