import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { listOperatorEntries } from '../operators/operator-entries.ts';
import { deleteOrganization, eraseDeletedOrganizations } from './delete-organization.ts';

const MINUTES_10 = 600_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const erased: string[] = [];
  const broken = new Set<string>();
  const erase = () =>
    eraseDeletedOrganizations({
      metadata,
      clock,
      log: silentLog,
      eraseEverywhere: async (organization) => {
        if (broken.has(organization)) throw new Error('the store is away');
        erased.push(organization);
      },
    });
  const waiting = async () =>
    (await metadata.db.selectFrom('organization_erasures').selectAll().execute()).map(
      (row) => row.organization_id,
    );
  return { access, erase, erased, broken, waiting };
}

test('with the name typed it is gone, and the operators can tell who did it', async (t) => {
  const { access, waiting } = await start(t);
  const { id, owner } = await access.newOrganization('pro');
  const member = await access.join(id, 'member');
  const forgotten: string[] = [];
  const { needs, locks } = noteLocks(access.needs);
  const cache = { ...needs.cache, forget: (subject: string) => void forgotten.push(subject) };
  access.clock.advance(5);
  const remove = (confirm: string) => deleteOrganization({ ...needs, cache }, owner.actor, confirm);

  await assert.rejects(remove('acme'), {
    code: 'VALIDATION_ERROR',
    facts: {
      details: [{ path: 'confirm', message: 'Type the name of the organization to delete it.' }],
    },
  });
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(locks, [`organizations ${id}`]);
  forgotten.length = 0;
  await remove('Acme');

  assert.deepEqual(await waiting(), [id]);
  assert.deepEqual(forgotten.toSorted(), [id, owner.id, member.id].toSorted());
  const { data } = await listOperatorEntries(access, { limit: 10, after: undefined });
  assert.deepEqual(
    data.map(({ id: _id, ...entry }) => entry),
    [
      {
        action: 'organization.deleted',
        resource: id,
        timestamp: '2026-01-15T12:00:00.005Z',
        details: { name: 'Acme', plan: 'pro', members: 2, createdAt: '2026-01-15T12:00:00.000Z' },
        actor: owner.email,
        ipAddress: '192.0.2.1',
        userAgent: 'test/1.0',
      },
    ],
  );
});

test('what comes late is erased, too: until ten minutes have passed, and one that fails waits alone', async (t) => {
  const { access, erase, erased, broken, waiting } = await start(t);
  const first = await access.newOrganization();
  const second = await access.newOrganization();
  for (const { owner } of [first, second]) {
    await deleteOrganization(access.needs, owner.actor, 'Acme');
    access.clock.advance(1);
  }
  broken.add(first.id);

  await erase();
  assert.deepEqual(erased, [second.id]);
  access.clock.advance(MINUTES_10 - 2);
  await erase();
  assert.deepEqual(erased, [second.id, second.id]);
  assert.deepEqual((await waiting()).length, 2);
  broken.clear();
  await erase();
  assert.deepEqual(await waiting(), [second.id], 'a millisecond is missing');
  access.clock.advance(1);
  await erase();
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(erased.slice(2), [first.id, second.id, second.id]);
});

test('a hundred are erased at a time', async (t) => {
  const { access, erase, erased } = await start(t);
  const rows = Array.from({ length: 101 }, (_, at) => ({
    organization_id: `org_${at}`,
    requested_at: access.clock.now(),
  }));
  await access.metadata.db.insertInto('organization_erasures').values(rows).execute();

  await erase();

  assert.equal(erased.length, 100);
});
