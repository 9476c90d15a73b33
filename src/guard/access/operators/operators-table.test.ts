import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { UserId } from '../../../base/ids.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { claimInstallation } from './claim-installation.ts';
import { removeOperator } from './manage-operators.ts';
import {
  deleteOperator,
  findConfirmedUser,
  findOperator,
  insertOperator,
  readOperators,
  takeClaim,
} from './operators-table.ts';

const NOW = 1_768_478_400_000;
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };

async function start(t: TestContext) {
  const access = await openAccess(t);
  const [ada, bob] = [await access.newPerson(), await access.newPerson()];
  const name = (user: UserId, at: number, by = 'somebody') =>
    access.metadata.transaction((unit) => insertOperator(unit, user, by, at));
  const ids = async () => (await readOperators(access.metadata)).map((row) => row.user_id);
  return { access, metadata: access.metadata, ada, bob, name, ids };
}

test('operators stand in the order in which they were named, each once', async (t) => {
  const { metadata, ada, bob, name, ids } = await start(t);
  await name(bob.id, NOW);
  await name(ada.id, NOW + 1);
  await name(bob.id, NOW + 2, 'somebody else');

  assert.deepEqual(await ids(), [bob.id, ada.id]);
  assert.deepEqual(await findOperator(metadata, bob.id), {
    user_id: bob.id,
    named_by: 'somebody',
    named_at: NOW,
    name: 'Ada',
    email: bob.email,
  });
  assert.equal((await findOperator(metadata, ada.id))?.named_at, NOW + 1);
  await metadata.transaction((unit) => deleteOperator(unit, bob.id));
  assert.deepEqual(await ids(), [ada.id]);
  assert.equal(await findOperator(metadata, bob.id), undefined);
});

test('a thousand are listed', async (t) => {
  const { metadata, ids } = await start(t);
  const users = Array.from({ length: 1_001 }, (_, at) => ({
    id: `usr_${at}`,
    name: 'Ada',
    email: `${at}@example.com`,
    email_verified: 1,
    image: null,
    created_at: NOW,
    updated_at: NOW,
  }));
  await metadata.transaction(async ({ db }) => {
    await db.insertInto('users').values(users).execute();
    const operators = users.map(({ id }) => ({ user_id: id, named_by: 'x', named_at: NOW }));
    await db.insertInto('operators').values(operators).execute();
  });

  assert.equal((await ids()).length, 1_000);
});

test('whoever is named has a confirmed address', async (t) => {
  const { metadata, ada, bob } = await start(t);
  await metadata.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', bob.id)
    .execute();

  assert.equal(await findConfirmedUser(metadata, ada.email), ada.id);
  assert.equal(await findConfirmedUser(metadata, bob.email), undefined);
  assert.equal(await findConfirmedUser(metadata, 'nobody@example.com'), undefined);
});

test('the first one claims the installation, and their organization has what the machine has', async (t) => {
  const { access, metadata, ids } = await start(t);
  const first = await access.newOrganization('free');
  const second = await access.newOrganization('free');
  const claim = (owner: typeof first.owner) =>
    metadata.transaction((unit) => claimInstallation(unit, owner, ORIGIN, NOW + 5));

  assert.equal(await claim(first.owner), true);
  assert.equal(await claim(second.owner), false);

  assert.deepEqual(await ids(), [first.owner.id]);
  const rows = await metadata.db.selectFrom('organizations').selectAll().execute();
  assert.deepEqual(Object.fromEntries(rows.map(({ id, plan }) => [id, plan])), {
    [first.id]: 'enterprise',
    [second.id]: 'free',
  });
  const entries = await metadata.db.selectFrom('operator_entries').selectAll().execute();
  assert.deepEqual(
    entries.map(({ action, resource, actor, details, created_at: at }) => [
      action,
      resource,
      actor,
      details,
      at,
    ]),
    [['operator.named', first.owner.id, first.owner.email, '{"isFirst":true}', NOW + 5]],
  );
  const take = (key: string) =>
    metadata.transaction((unit) => takeClaim(unit, key, second.owner.id, NOW));
  assert.deepEqual([await take('another'), await take('another')], [true, false]);
});

test('removals come one after the other, so that the last operator stays', async (t) => {
  const { access, ada, bob, name } = await start(t);
  for (const { id } of [ada, bob]) await name(id, NOW);
  const { needs, locks } = noteLocks(access.needs);

  await removeOperator(needs, { email: ada.email, ...ORIGIN }, bob.id);

  assert.deepEqual(locks, ['settings first-operator']);
});
