import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { userId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { AccessTokenRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  countActiveTokens,
  findAccessToken,
  findTokenByHash,
  insertAccessToken,
  noteTokenUse,
  readAccessTokens,
  revokeToken,
  revokeTokensOf,
  scopesOf,
  showAccessToken,
} from './access-tokens-table.ts';

const NOW = 1_768_478_400_000;
const PAGE = { limit: 10, after: undefined };

function tokenRow(
  id: string,
  organization: OrganizationId,
  user: UserId,
  change: Partial<AccessTokenRow>,
): AccessTokenRow {
  return {
    id,
    organization_id: organization,
    user_id: user,
    name: `Token ${id}`,
    scopes: 'search:read evaluations:run',
    hash: `hash of ${id}`,
    last_four: 'wxyz',
    created_at: NOW,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    ...change,
  };
}

/** Two tokens of Ada here, one of Bob here, and one of Ada in another organization. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const here = await access.newOrganization();
  const { id: there } = await access.newOrganization();
  const ada = here.owner.id;
  await access.join(there, 'viewer', here.owner);
  const bob = (await access.join(here.id, 'member')).id;
  const insert = (
    id: string,
    organization: OrganizationId,
    user: UserId,
    change: Partial<AccessTokenRow> = {},
  ) =>
    metadata.transaction((unit) =>
      insertAccessToken(unit, tokenRow(id, organization, user, change)),
    );
  await insert('pat_1', here.id, ada);
  await insert('pat_2', here.id, ada, { created_at: NOW + 1 });
  await insert('pat_3', here.id, bob);
  await insert('pat_4', there, ada);
  const column = async (name: 'revoked_at' | 'last_used_at') => {
    const rows = await metadata.db.selectFrom('access_tokens').selectAll().orderBy('id').execute();
    return rows.map((row) => row[name]);
  };
  return { metadata, here: here.id, there, ada, bob, insert, column };
}

test('people see the tokens that they hold in one organization', async (t) => {
  const { metadata, here, there, ada, bob } = await start(t);
  const idsOf = async (organization: OrganizationId, user: UserId) =>
    (await readAccessTokens(metadata, organization, user, PAGE)).map(({ id }) => id);
  const find = async (organization: OrganizationId, user: UserId, id: string) =>
    metadata.transaction(async (unit) => (await findAccessToken(unit, organization, user, id))?.id);

  assert.deepEqual(await idsOf(here, ada), ['pat_2', 'pat_1']);
  assert.deepEqual(await idsOf(here, bob), ['pat_3']);
  assert.deepEqual(await idsOf(there, ada), ['pat_4']);
  assert.deepEqual(await idsOf(there, bob), []);
  assert.equal(await find(here, ada, 'pat_1'), 'pat_1');
  assert.equal(await find(here, ada, 'pat_2'), 'pat_2');
  assert.equal(await find(here, ada, 'pat_3'), undefined, 'of somebody else');
  assert.equal(await find(here, ada, 'pat_4'), undefined, 'of another organization');
  assert.equal((await findTokenByHash(metadata, 'hash of pat_4'))?.id, 'pat_4');
  assert.equal((await findTokenByHash(metadata, 'hash of pat_1'))?.id, 'pat_1');
  assert.equal(await findTokenByHash(metadata, 'hash of pat_5'), undefined);
});

test('tokens of one member count until they are revoked or their moment has come', async (t) => {
  const { metadata, here, there, ada, bob, insert } = await start(t);
  await insert('pat_5', here, ada, { revoked_at: NOW - 1 });
  await insert('pat_6', here, ada, { expires_at: NOW });
  await insert('pat_7', here, ada, { expires_at: NOW + 1 });
  const count = (organization: OrganizationId, user: UserId, now: number) =>
    metadata.transaction((unit) => countActiveTokens(unit, organization, user, now));

  assert.equal(await count(here, ada, NOW), 3);
  assert.equal(await count(here, ada, NOW + 1), 2);
  assert.equal(await count(here, bob, NOW), 1);
  assert.equal(await count(there, ada, NOW), 1);
  assert.equal(await count(there, bob, NOW), 0);
});

test('one token is revoked, and one use is noted, in its own organization', async (t) => {
  const { metadata, here, there, column } = await start(t);
  const change = (organization: OrganizationId, at: number) =>
    metadata.transaction(async (unit) => {
      await revokeToken(unit, organization, 'pat_1', at);
      await noteTokenUse(unit, organization, 'pat_1', at + 5);
    });

  await change(there, NOW);
  assert.deepEqual(await column('revoked_at'), [null, null, null, null]);
  assert.deepEqual(await column('last_used_at'), [null, null, null, null]);
  await change(here, NOW);
  assert.deepEqual(await column('revoked_at'), [NOW, null, null, null]);
  assert.deepEqual(await column('last_used_at'), [NOW + 5, null, null, null]);
});

test('whoever goes loses what they hold in that organization, once', async (t) => {
  const { metadata, here, ada, insert, column } = await start(t);
  await insert('pat_5', here, ada, { revoked_at: NOW - 9 });
  const revokeAll = (at: number) =>
    metadata.transaction((unit) => revokeTokensOf(unit, here, ada, at));

  assert.equal(await revokeAll(NOW), 2);
  assert.deepEqual(await column('revoked_at'), [NOW, NOW, null, null, NOW - 9]);
  assert.equal(await revokeAll(NOW + 1), 0);
});

test('scopes are those that we know, and what is shown of a token is no secret', () => {
  assert.deepEqual(scopesOf({ scopes: 'search:read evaluations:run' }), [
    'evaluations:run',
    'search:read',
  ]);
  assert.deepEqual(scopesOf({ scopes: 'search:read logs:everything' }), ['search:read']);
  assert.deepEqual(scopesOf({ scopes: '' }), []);

  const row = tokenRow('pat_1', 'org_1' as OrganizationId, userId('usr_1'), {
    scopes: 'search:read',
    expires_at: NOW,
  });
  const shown = {
    id: 'pat_1',
    name: 'Token pat_1',
    scopes: ['search:read'],
    hint: 'xpat_…wxyz',
    state: 'expired',
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-15T12:00:00.000Z',
    revokedAt: null,
    lastUsedAt: null,
  };
  assert.deepEqual(showAccessToken(row, NOW), shown);
  assert.deepEqual(showAccessToken({ ...row, expires_at: null }, NOW), {
    ...shown,
    state: 'active',
    expiresAt: null,
  });
});
