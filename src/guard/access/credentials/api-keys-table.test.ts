import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { ApiKeyRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  countActiveKeys,
  findApiKey,
  findKeyByHash,
  insertApiKey,
  noteFirstKeyUse,
  noteKeyUse,
  readApiKeys,
  revokeKey,
  showApiKey,
} from './api-keys-table.ts';

const NOW = 1_768_478_400_000;

function keyRow(id: string, organization: OrganizationId, change: Partial<ApiKeyRow>): ApiKeyRow {
  return {
    id,
    organization_id: organization,
    name: `Key ${id}`,
    scope: 'read-only',
    environment: 'live',
    hash: `hash of ${id}`,
    last_four: 'abcd',
    created_by: 'ada@example.com',
    created_at: NOW,
    expires_at: null,
    revoked_at: null,
    first_used_at: null,
    last_used_at: null,
    ...change,
  };
}

/** Two keys of one organization, and one of another. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: own } = await access.newOrganization();
  const { id: other } = await access.newOrganization();
  const insert = (id: string, organization: OrganizationId, change: Partial<ApiKeyRow> = {}) =>
    metadata.transaction((unit) => insertApiKey(unit, keyRow(id, organization, change)));
  await insert('key_1', own);
  await insert('key_2', own, { created_at: NOW + 1 });
  await insert('key_3', other, { created_at: NOW + 2 });
  const column = async (name: 'revoked_at' | 'first_used_at' | 'last_used_at') => {
    const rows = await metadata.db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    return rows.map((row) => row[name]);
  };
  return { metadata, own, other, insert, column };
}

test('an organization sees its own keys alone, newest first and one more than a page', async (t) => {
  const { metadata, own, other } = await start(t);
  const idsOf = async (organization: OrganizationId, limit: number, after?: [number, string]) => {
    const cursor = after && { at: after[0], id: after[1] };
    const rows = await readApiKeys(metadata, organization, { limit, after: cursor });
    return rows.map((row) => row.id);
  };

  assert.deepEqual(await idsOf(own, 10), ['key_2', 'key_1']);
  assert.deepEqual(await idsOf(own, 10, [NOW + 1, 'key_2']), ['key_1']);
  assert.deepEqual(await idsOf(other, 10), ['key_3']);
  assert.equal((await findApiKey(metadata, own, 'key_1'))?.name, 'Key key_1');
  assert.equal((await findApiKey(metadata, own, 'key_2'))?.name, 'Key key_2');
  assert.equal(await findApiKey(metadata, own, 'key_3'), undefined);
  assert.equal((await findKeyByHash(metadata, 'hash of key_3'))?.id, 'key_3');
  assert.equal((await findKeyByHash(metadata, 'hash of key_2'))?.id, 'key_2');
  assert.equal(await findKeyByHash(metadata, 'hash of key_4'), undefined);
});

test('keys count until they are revoked or their moment has come', async (t) => {
  const { metadata, own, other, insert } = await start(t);
  await insert('key_4', own, { revoked_at: NOW - 1 });
  await insert('key_5', own, { expires_at: NOW });
  await insert('key_6', own, { expires_at: NOW + 1 });
  await insert('key_7', own, { expires_at: NOW + 1, revoked_at: NOW });

  assert.equal(await countActiveKeys(metadata, own, NOW), 3);
  assert.equal(await countActiveKeys(metadata, own, NOW + 1), 2);
  assert.equal(await countActiveKeys(metadata, other, NOW), 1);
});

test('a key is revoked once, by its own organization', async (t) => {
  const { metadata, own, other, column } = await start(t);
  const revoke = (organization: OrganizationId, id: string, at: number) =>
    metadata.transaction((unit) => revokeKey(unit, organization, id, at));

  assert.equal(await revoke(other, 'key_1', NOW), undefined);
  assert.deepEqual(await column('revoked_at'), [null, null, null]);
  const revoked = await revoke(own, 'key_1', NOW);
  assert.deepEqual([revoked?.id, revoked?.revoked_at], ['key_1', NOW]);
  assert.equal(await revoke(own, 'key_1', NOW + 5), undefined);
  assert.deepEqual(await column('revoked_at'), [NOW, null, null]);
});

test('a use is noted at one key, the first one once', async (t) => {
  const { metadata, own, other, column } = await start(t);
  const note = (organization: OrganizationId, at: number) =>
    metadata.transaction(async (unit) => {
      await noteKeyUse(unit, organization, 'key_2', at);
      return noteFirstKeyUse(unit, organization, 'key_2', at);
    });

  assert.equal(await note(other, NOW), false);
  assert.deepEqual(await column('last_used_at'), [null, null, null]);
  assert.deepEqual(await column('first_used_at'), [null, null, null]);
  assert.equal(await note(own, NOW + 1), true);
  assert.equal(await note(own, NOW + 2), false);
  assert.deepEqual(await column('last_used_at'), [null, NOW + 2, null]);
  assert.deepEqual(await column('first_used_at'), [null, NOW + 1, null]);
});

test('what is shown of a key is neither its hash nor its value', () => {
  const row = keyRow('key_1', 'org_1' as OrganizationId, {
    environment: 'test',
    expires_at: NOW + 1_000,
    last_used_at: NOW + 2_000,
  });
  const shown = {
    id: 'key_1',
    name: 'Key key_1',
    scope: 'read-only',
    environment: 'test',
    hint: 'xp_test_…abcd',
    state: 'active',
    createdBy: 'ada@example.com',
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-15T12:00:01.000Z',
    revokedAt: null,
    lastUsedAt: '2026-01-15T12:00:02.000Z',
  };

  assert.deepEqual(showApiKey(row, NOW), shown);
  assert.deepEqual(showApiKey({ ...row, revoked_at: NOW, last_used_at: null }, NOW), {
    ...shown,
    state: 'revoked',
    revokedAt: '2026-01-15T12:00:00.000Z',
    lastUsedAt: null,
  });
});
