import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  chooseOrganization,
  findOrganizationFacts,
  forgetOrganizationErasure,
  insertOrganizationRow,
  readAllOrganizations,
  readOrganization,
  readOrganizationErasures,
  readOwnOrganization,
  readOwnOrganizations,
  removeOrganization,
  setPlanOfCreator,
  showOrganization,
  takePlace,
  updateOrganization,
} from './organizations-table.ts';

const NOW = 1_768_478_400_000;

/** Ada owns the first and reads in the second, which is Bob's. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const first = await access.newOrganization('pro', 'First');
  clock.advance(1);
  const second = await access.newOrganization('free', 'Second');
  await access.join(second.id, 'viewer', first.owner);
  const within = <T>(work: (unit: Unit) => Promise<T>) => metadata.transaction(work);
  const all = () => metadata.db.selectFrom('organizations').selectAll().orderBy('name').execute();
  const chosen = async () => {
    const rows = await metadata.db.selectFrom('sessions').selectAll().execute();
    return Object.fromEntries(rows.map((row) => [row.user_id, row.active_organization_id]));
  };
  const [ada, bob] = [first.owner, second.owner];
  return { access, metadata, first: first.id, second: second.id, ada, bob, within, all, chosen };
}

test('an organization is read by its id', async (t) => {
  const { metadata, first, second } = await start(t);

  assert.equal((await readOrganization(metadata, first)).name, 'First');
  assert.equal((await readOrganization(metadata, second)).name, 'Second');
  await assert.rejects(readOrganization(metadata, 'org_none' as OrganizationId), {
    code: 'NOT_FOUND',
  });
  assert.deepEqual(await findOrganizationFacts(metadata, second), {
    name: 'Second',
    timezone: 'UTC',
    retention_days: 30,
    allowed_networks: '[]',
    plan: 'free',
    custom_daily_bytes: null,
    custom_monthly_credits: null,
    closed_providers: '[]',
    audit_open: 0,
    agents: 'read',
    agents_masked: 1,
    second_factor: 'optional',
  });
  assert.equal((await findOrganizationFacts(metadata, first))?.name, 'First');
  assert.equal(await findOrganizationFacts(metadata, 'org_none' as OrganizationId), undefined);
  const everyone = await readAllOrganizations(metadata, { limit: 10, after: undefined });
  assert.deepEqual(
    everyone.map(({ name }) => name),
    ['Second', 'First'],
  );
});

test('people see where they are members, with their role there, oldest membership first', async (t) => {
  const { metadata, first, second, ada, bob } = await start(t);
  const inFirst = { id: first, name: 'First', plan: 'pro', role: 'owner' };
  const inSecond = { id: second, name: 'Second', plan: 'free', role: 'viewer' };

  assert.deepEqual(await readOwnOrganizations(metadata, ada.id), [inFirst, inSecond]);
  assert.deepEqual(await readOwnOrganizations(metadata, bob.id), [{ ...inSecond, role: 'owner' }]);
  assert.deepEqual(await readOwnOrganization(metadata, ada.id, first), inFirst);
  assert.deepEqual(await readOwnOrganization(metadata, ada.id, second), inSecond);
  assert.equal(await readOwnOrganization(metadata, bob.id, first), undefined);
});

test('nobody sees more than a thousand organizations of their own', async (t) => {
  const { access, metadata, first } = await start(t);
  const { id: cleo } = await access.newPerson();
  const template = await readOrganization(metadata, first);
  const rows = Array.from({ length: 1_001 }, (_, at) => ({ ...template, id: `org_${at}` }));
  const members = rows.map(({ id }) => ({
    id: `mem_${id}`,
    organization_id: id,
    user_id: cleo,
    role: 'viewer' as const,
    created_at: NOW,
  }));
  await metadata.transaction(async ({ db }) => {
    for (let at = 0; at < rows.length; at += 100) {
      await db
        .insertInto('organizations')
        .values(rows.slice(at, at + 100))
        .execute();
      await db
        .insertInto('members')
        .values(members.slice(at, at + 100))
        .execute();
    }
  });

  assert.equal((await readOwnOrganizations(metadata, cleo)).length, 1_000);
});

test('a change reaches the organization that is named', async (t) => {
  const { first, second, ada, within, all } = await start(t);
  const [before, other] = await all();

  await within((unit) => updateOrganization(unit, first, { timezone: 'Europe/Berlin' }));
  assert.deepEqual(await all(), [{ ...before, timezone: 'Europe/Berlin' }, other]);

  await within((unit) => setPlanOfCreator(unit, ada.id, 'business', NOW + 7));
  assert.deepEqual(
    (await all()).map(({ id, plan, updated_at: at }) => [id, plan, at - NOW]),
    [
      [first, 'business', 7],
      [second, 'free', 1],
    ],
  );
});

test('a row is kept as it is given, and shown without what is ours', async (t) => {
  const { metadata, first, within } = await start(t);
  const row = {
    ...(await readOrganization(metadata, first)),
    id: 'org_new' as OrganizationId,
    allowed_networks: '["192.0.2.0/24"]',
    closed_providers: '["github"]',
    audit_open: 1,
  };

  await within((unit) => insertOrganizationRow(unit, row));

  assert.deepEqual(await readOrganization(metadata, row.id), row);
  const shown = showOrganization(row);
  assert.deepEqual(shown, {
    id: 'org_new',
    name: 'First',
    plan: 'pro',
    timezone: 'UTC',
    retentionDays: 30,
    oauthProviders: shown.oauthProviders,
    allowedNetworks: ['192.0.2.0/24'],
    isAuditOpen: true,
    agents: 'read',
    mask: true,
    createdAt: '2026-01-15T12:00:00.000Z',
  });
  assert.deepEqual([shown.oauthProviders.github, shown.oauthProviders.google], [false, true]);
  assert.equal(showOrganization({ ...row, audit_open: 0 }).isAuditOpen, false);
});

test('a place among the organizations of a person is taken once', async (t) => {
  const { first, second, ada, bob, within } = await start(t);
  const take = (person: typeof ada, slot: number, organization: OrganizationId) =>
    within((unit) => takePlace(unit, person.id, slot, organization));

  assert.equal(await take(ada, 1, first), true);
  assert.equal(await take(ada, 1, second), false);
  assert.equal(await take(ada, 2, second), true);
  assert.equal(await take(bob, 1, second), true);
});

test('a session chooses for itself, and only its person’s', async (t) => {
  const { access, metadata, first, second, ada, bob, within, chosen } = await start(t);
  const before = await chosen();
  assert.deepEqual([before[ada.id], before[bob.id]], [second, second]);
  const choose = (id: typeof ada.id, sessionId: string) =>
    within((unit) => chooseOrganization(unit, { id, sessionId }, first));

  await choose(ada.id, bob.sessionId);
  assert.deepEqual(await chosen(), before);
  const further = await access.newPerson();
  await metadata.db
    .updateTable('sessions')
    .set({ user_id: ada.id })
    .where('id', '=', further.sessionId)
    .execute();
  await choose(ada.id, ada.sessionId);
  const rows = await metadata.db.selectFrom('sessions').selectAll().execute();
  assert.deepEqual(
    rows.filter((row) => row.active_organization_id === first).map(({ id }) => id),
    [ada.sessionId],
  );
});

test('with an organization goes what hangs on it but its audit entries, and nothing of another one', async (t) => {
  const { access, metadata, first, second, ada, bob, within, all, chosen } = await start(t);
  for (const owner of [ada, bob]) await access.newKey(owner);
  await metadata.db
    .updateTable('sessions')
    .set({ active_organization_id: first })
    .where('id', '=', ada.sessionId)
    .execute();
  assert.equal((await access.auditOf(first)).length, 1);

  const touched = await within((unit) => removeOrganization(unit, first, NOW + 3));

  assert.deepEqual(touched, [ada.id]);
  assert.deepEqual(
    (await all()).map(({ id }) => id),
    [second],
  );
  assert.equal((await access.auditOf(first)).length, 1);
  assert.equal((await access.auditOf(second)).length, 1);
  assert.deepEqual(await chosen(), { [ada.id]: null, [bob.id]: second });
  assert.deepEqual(await readOrganizationErasures(metadata, 10), [
    { organization_id: first, requested_at: NOW + 3 },
  ]);
});

test('erasures are worked off oldest first, and forgotten one by one', async (t) => {
  const { metadata, first, second, within } = await start(t);
  await within((unit) => removeOrganization(unit, second, NOW + 2));
  await within((unit) => removeOrganization(unit, first, NOW + 1));
  const waiting = async (max: number) =>
    (await readOrganizationErasures(metadata, max)).map((row) => row.organization_id);

  assert.deepEqual(await waiting(10), [first, second]);
  assert.deepEqual(await waiting(1), [first]);
  await forgetOrganizationErasure(metadata, second);
  assert.deepEqual(await waiting(10), [first]);
});
