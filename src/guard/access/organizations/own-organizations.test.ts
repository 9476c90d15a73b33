import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { activateOrganization, listOwnOrganizations } from './own-organizations.ts';

test('a session sees and chooses among its person’s organizations, or the one it is confined to', async (t) => {
  const access = await openAccess(t);
  const first = await access.newOrganization('pro', 'First');
  access.clock.advance(1);
  const { id: second } = await access.newOrganization('free', 'Second');
  const { id: foreign } = await access.newOrganization();
  const ada = first.owner;
  await access.join(second, 'viewer', ada);
  const session = { ...ada, activeOrganization: second, confinedTo: undefined };
  const confined = { ...session, confinedTo: first.id };
  const inFirst = { id: first.id, name: 'First', plan: 'pro', role: 'owner' };
  const inSecond = { id: second, name: 'Second', plan: 'free', role: 'viewer' };
  const forgotten: string[] = [];
  const cache = {
    get: access.cache.get.bind(access.cache),
    forget: (subject: string) => void forgotten.push(subject),
  };
  const needs = { ...access.needs, cache };
  const chosen = async () => {
    const row = await access.metadata.db
      .selectFrom('sessions')
      .select('active_organization_id')
      .where('id', '=', ada.sessionId)
      .executeTakeFirstOrThrow();
    return row.active_organization_id;
  };

  assert.deepEqual(await listOwnOrganizations(needs, session), [
    { ...inFirst, isActive: false },
    { ...inSecond, isActive: true },
  ]);
  assert.deepEqual(await listOwnOrganizations(needs, confined), [{ ...inFirst, isActive: false }]);
  const missing = { code: 'NOT_FOUND', message: 'No such organization.' };
  await assert.rejects(activateOrganization(needs, session, foreign), missing);
  await assert.rejects(activateOrganization(needs, confined, second), missing);
  assert.equal(await chosen(), second);
  assert.deepEqual(forgotten, []);
  const open = { ...inFirst, isActive: true };
  assert.deepEqual(await activateOrganization(needs, session, first.id), open);
  assert.equal(await chosen(), first.id);
  assert.deepEqual(forgotten, [ada.id]);
  assert.deepEqual(await activateOrganization(needs, confined, first.id), open);
});
