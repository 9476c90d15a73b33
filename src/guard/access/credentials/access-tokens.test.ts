import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { hashCredential } from './credential-value.ts';

const NOW = 1_768_478_400_000;
const PAGE = { limit: 1, after: undefined };

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { needs, locks } = noteLocks(access.needs);
  const create = (actor: Actor = owner.actor) =>
    createAccessToken(needs, actor, {
      name: ' Nightly ',
      scopes: ['search:read', 'evaluations:run'],
      expiresAt: '2026-01-15T13:00:00.000Z',
    });
  const rows = () => access.metadata.db.selectFrom('access_tokens').selectAll().execute();
  const told = async () =>
    (await access.auditOf(id)).map((entry) => [
      entry.action,
      entry.resource,
      entry.recorded_at - NOW,
      JSON.parse(entry.details) as unknown,
    ]);
  return { access, needs, locks, id, owner, create, rows, told };
}

test('a token is kept as its hash, told, and shown with its value once', async (t) => {
  const { needs, locks, id, owner, create, rows, told } = await start(t);

  const made = await create();

  const { value, ...shown } = made;
  assert.match(value, /^xpat_[0-9A-Za-z]{38}$/);
  assert.deepEqual(shown, {
    id: made.id,
    name: 'Nightly',
    scopes: ['evaluations:run', 'search:read'],
    hint: `xpat_…${value.slice(-4)}`,
    state: 'active',
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-15T13:00:00.000Z',
    revokedAt: null,
    lastUsedAt: null,
  });
  assert.deepEqual(await rows(), [
    {
      id: made.id,
      organization_id: id,
      user_id: owner.id,
      name: 'Nightly',
      scopes: 'search:read evaluations:run',
      hash: hashCredential(value),
      last_four: value.slice(-4),
      created_at: NOW,
      expires_at: NOW + 3_600_000,
      revoked_at: null,
      last_used_at: null,
      client_id: null,
    },
  ]);
  const details = { name: 'Nightly', scopes: ['search:read', 'evaluations:run'] };
  assert.deepEqual(await told(), [['access_token.created', made.id, 0, details]]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.deepEqual(await listAccessTokens(needs, owner.actor, PAGE), {
    data: [shown],
    nextCursor: null,
  });
  await create();
  const page = await listAccessTokens(needs, owner.actor, PAGE);
  assert.deepEqual([page.data.length, typeof page.nextCursor], [1, 'string']);
});

test('a member has at most a hundred that open something', async (t) => {
  const { access, needs, id, owner, create, rows } = await start(t);
  const { id: first } = await create();
  const [row] = await rows();
  assert.ok(row);
  const more = Array.from({ length: 98 }, (_, at) => ({ ...row, id: `p${at}`, hash: `h${at}` }));
  await access.metadata.db.insertInto('access_tokens').values(more).execute();
  await create();

  await assert.rejects(create(), {
    code: 'CONFLICT',
    message: 'You already have 100 active access tokens. Revoke one first.',
  });
  await create((await access.join(id, 'viewer')).actor);
  await revokeAccessToken(needs, owner.actor, first);
  await create();
});

test('its owner revokes a token, once and for good', async (t) => {
  const { access, needs, id, owner, create, rows, told } = await start(t);
  const { value: _value, ...made } = await create();
  const forgotten: string[] = [];
  const cache = { forget: (subject: string) => void forgotten.push(subject) };
  const revoke = (actor: Actor, token = made.id) =>
    revokeAccessToken({ ...needs, cache }, actor, token);
  const missing = { code: 'NOT_FOUND', message: 'No such access token.' };
  const other = await access.join(id, 'owner');
  await assert.rejects(revoke(other.actor), missing);
  await assert.rejects(revoke(owner.actor, 'pat_none'), missing);
  access.clock.advance(5);
  forgotten.length = 0;

  const revoked = await revoke(owner.actor);

  const over = { ...made, state: 'revoked', revokedAt: '2026-01-15T12:00:00.005Z' };
  assert.deepEqual(revoked, over);
  assert.equal((await rows())[0]?.revoked_at, NOW + 5);
  assert.deepEqual((await told()).slice(1), [
    ['access_token.revoked', made.id, 5, { name: 'Nightly' }],
  ]);
  assert.deepEqual(forgotten, [id]);
  access.clock.advance(5);
  assert.deepEqual(await revoke(owner.actor), over, 'as it was revoked first');
  assert.equal((await told()).length, 2);
});

test('tokens belong to users', async (t) => {
  const { needs, owner, create, rows } = await start(t);
  const key: Actor = { ...owner.actor, who: { kind: 'api_key', id: 'key_1', name: 'k' } };
  const refused = {
    code: 'FORBIDDEN',
    message: 'Access tokens belong to users. Sign in to manage yours.',
  };

  await assert.rejects(create(key), refused);
  await assert.rejects(listAccessTokens(needs, key, PAGE), refused);
  await assert.rejects(revokeAccessToken(needs, key, 'pat_1'), refused);
  assert.deepEqual(await rows(), []);
});
