import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { openOutbound } from '../../engines/outbound/open-outbound.ts';
import { accessRoom } from './room.ts';

test('the room answers its five files of the contract, each of which names endpoints', () => {
  const endpoints = accessRoom.contract.map((file) => Object.keys(file));

  assert.equal(endpoints.length, 5);
  for (const name of [
    'getOrganization',
    'getInstallation',
    'listMembers',
    'listApiKeys',
    'decideAuthorization',
  ]) {
    assert.equal(endpoints.filter((names) => names.includes(name)).length, 1, name);
  }
});

test('every minute it notes what has ended and erases what was deleted', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const { db } = access.metadata;
  await access.newKey(owner);
  await db
    .insertInto('organization_erasures')
    .values({ organization_id: 'org_gone', requested_at: 0 })
    .execute();
  await db
    .insertInto('elevations')
    .values({
      id: 'elv_1',
      organization_id: id,
      member_id: member.memberId,
      role: 'admin',
      reason: 'r',
      duration_ms: 60_000,
      state: 'approved',
      requested_at: 0,
      decided_by: owner.email,
      decided_at: 0,
      ends_at: access.clock.now(),
    })
    .execute();
  const erased: string[] = [];
  const { jobs } = accessRoom.open({
    access: access.needs,
    metadata: access.metadata,
    clock: access.clock,
    outbound: openOutbound({ networks: [], hosts: [] }),
    log: silentLog,
    eraseEverywhere: async (organization) => void erased.push(organization),
    store: { export: async () => ({ content: Readable.from([]) }) },
  });

  for (const { run } of jobs) await run();

  assert.deepEqual(
    jobs.map(({ name, everyMs }) => [name, everyMs]),
    [
      ['oauth-tidying', 3_600_000],
      ['elevation-tidying', 60_000],
      ['organization-erasure', 60_000],
    ],
  );
  assert.deepEqual(erased, ['org_gone']);
  assert.equal(
    (await db.selectFrom('elevations').select('state').executeTakeFirst())?.state,
    'ended',
  );
  const { members, apiKeys } = accessRoom.counts;
  assert.equal(await members(access.metadata, id), 2);
  assert.equal(await apiKeys(access.metadata, id, access.clock.now()), 1);
});
