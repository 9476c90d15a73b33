import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ElevationRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  elevationState,
  endAllOf,
  findLongestElevation,
  hasOpenElevation,
  insertElevation,
  noteEnded,
  readElevation,
  readElevations,
  readOverdueElevations,
  showElevation,
  updateElevation,
} from './elevations-table.ts';

const NOW = 1_768_478_400_000;

/** Ada and Bob are members here, Cleo is one of another organization. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: here } = await access.newOrganization();
  const { id: there } = await access.newOrganization();
  const [ada, bob] = [await access.join(here, 'viewer'), await access.join(here, 'viewer')];
  const cleo = await access.join(there, 'viewer');
  const insert = (id: string, memberId: string, change: Partial<ElevationRow> = {}) => {
    const organization = memberId === cleo.memberId ? there : here;
    return metadata.transaction((unit) =>
      insertElevation(unit, elevationRow(id, organization, memberId, change)),
    );
  };
  const within = <T>(work: (unit: Unit) => Promise<T>) => metadata.transaction(work);
  const states = async () => {
    const rows = await metadata.db.selectFrom('elevations').selectAll().orderBy('id').execute();
    return rows.map(({ state, ends_at: endsAt }) =>
      endsAt === null ? state : `${state} ${endsAt - NOW}`,
    );
  };
  return { metadata, here, there, ada, bob, cleo, insert, within, states };
}

function elevationRow(
  id: string,
  organization: OrganizationId,
  memberId: string,
  change: Partial<ElevationRow>,
): ElevationRow {
  return {
    id,
    organization_id: organization,
    member_id: memberId,
    role: 'admin',
    reason: 'An incident',
    duration_ms: 90_000,
    state: 'requested',
    requested_at: NOW,
    decided_by: null,
    decided_at: null,
    ends_at: null,
    ...change,
  };
}

test('requests are seen in their organization, newest first, all or those of one person', async (t) => {
  const { metadata, here, there, ada, bob, cleo, insert } = await start(t);
  await insert('elv_1', ada.memberId);
  await insert('elv_2', bob.memberId, { requested_at: NOW + 1 });
  await insert('elv_3', ada.memberId, { requested_at: NOW + 2 });
  await insert('elv_4', cleo.memberId);
  const idsOf = async (
    organization: OrganizationId,
    user: UserId | undefined,
    after?: [number, string],
    limit = 10,
  ) => {
    const cursor = after && { at: after[0], id: after[1] };
    const rows = await readElevations(metadata, organization, user, { limit, after: cursor });
    return rows.map(({ id }) => id);
  };

  assert.deepEqual(await idsOf(here, undefined), ['elv_3', 'elv_2', 'elv_1']);
  assert.deepEqual(await idsOf(here, ada.id), ['elv_3', 'elv_1']);
  assert.deepEqual(await idsOf(here, cleo.id), []);
  assert.deepEqual(await idsOf(there, undefined), ['elv_4']);
  assert.deepEqual(await idsOf(here, undefined, [NOW + 1, 'elv_2']), ['elv_1']);
  assert.deepEqual(await idsOf(here, undefined, undefined, 1), ['elv_3', 'elv_2']);
  const found = await readElevation(metadata, here, 'elv_2');
  assert.deepEqual(
    [found?.id, found?.user_id, found?.email, found?.role],
    ['elv_2', bob.id, bob.email, 'admin'],
  );
  assert.equal(await readElevation(metadata, there, 'elv_2'), undefined);
});

test('what waits or runs is open, and nothing else', async (t) => {
  const { metadata, ada, bob, insert } = await start(t);
  const isOpen = (now = NOW) => hasOpenElevation(metadata, ada.memberId, now);
  await insert('elv_1', bob.memberId);
  await insert('elv_2', ada.memberId, { state: 'denied' });
  await insert('elv_3', ada.memberId, { state: 'ended', ends_at: NOW + 9 });
  assert.equal(await isOpen(), false);

  await insert('elv_4', ada.memberId, { state: 'approved', ends_at: NOW + 1 });
  assert.equal(await isOpen(), true);
  assert.equal(await isOpen(NOW + 1), false);
  await insert('elv_5', ada.memberId);
  assert.equal(await isOpen(NOW + 1), true);
});

test('the state of an approved one turns at its end', () => {
  const row = elevationRow('elv_1', 'org_1' as OrganizationId, 'mem_1', {});
  const approved = { ...row, state: 'approved', ends_at: NOW + 1 } as const;

  assert.equal(elevationState(row, NOW), 'requested');
  assert.equal(elevationState({ ...row, ends_at: NOW - 1 }, NOW), 'requested');
  assert.equal(elevationState(approved, NOW), 'approved');
  assert.equal(elevationState(approved, NOW + 1), 'ended');
  assert.equal(elevationState({ ...approved, ends_at: null }, 0), 'ended');
  assert.equal(elevationState({ ...row, state: 'denied', ends_at: NOW }, NOW), 'denied');
});

test('what is shown of a request counts in whole minutes', () => {
  const row = {
    ...elevationRow('elv_1', 'org_1' as OrganizationId, 'mem_1', { duration_ms: 1_800_000 }),
    user_id: 'usr_1',
    email: 'ada@example.com',
  };
  const shown = {
    id: 'elv_1',
    memberId: 'mem_1',
    email: 'ada@example.com',
    role: 'admin',
    reason: 'An incident',
    minutes: 30,
    state: 'requested',
    requestedAt: '2026-01-15T12:00:00.000Z',
    decidedBy: null,
    endsAt: null,
  };

  assert.deepEqual(showElevation(row, NOW), shown);
  const decided = { state: 'approved', decided_by: 'bob@example.com', ends_at: NOW } as const;
  assert.deepEqual(showElevation({ ...row, ...decided }, NOW - 1), {
    ...shown,
    state: 'approved',
    decidedBy: 'bob@example.com',
    endsAt: '2026-01-15T12:00:00.000Z',
  });
  const minutesOf = (duration: number) =>
    showElevation({ ...row, duration_ms: duration }, NOW).minutes;
  assert.deepEqual([29_999, 30_000, 6_000_000_000].map(minutesOf), [0, 1, 100_000]);
});

test('a change and a note reach one request of the organization', async (t) => {
  const { here, there, ada, insert, within, states } = await start(t);
  await insert('elv_1', ada.memberId, { state: 'approved' });
  await insert('elv_2', ada.memberId, { state: 'approved' });
  const note = (organization: OrganizationId) =>
    within((unit) => noteEnded(unit, organization, 'elv_1'));
  const deny = (organization: OrganizationId) =>
    within((unit) => updateElevation(unit, organization, 'elv_2', { state: 'denied' }));

  assert.equal(await note(there), false);
  await deny(there);
  assert.deepEqual(await states(), ['approved', 'approved']);
  assert.equal(await note(here), true);
  assert.equal(await note(here), false);
  assert.deepEqual(await states(), ['ended', 'approved']);
  await deny(here);
  assert.deepEqual(await states(), ['ended', 'denied']);
});

test('of what runs for one member the longest counts', async (t) => {
  const { metadata, here, there, ada, bob, insert } = await start(t);
  await insert('elv_1', ada.memberId, { state: 'approved', ends_at: NOW + 1, role: 'member' });
  await insert('elv_2', ada.memberId, { state: 'approved', ends_at: NOW + 2 });
  await insert('elv_3', ada.memberId, { state: 'ended', ends_at: NOW + 3, role: 'owner' });
  await insert('elv_4', bob.memberId, { state: 'approved', ends_at: NOW + 4, role: 'owner' });
  const longest = (organization: OrganizationId, now: number) =>
    findLongestElevation(metadata, organization, ada.memberId, now);

  assert.deepEqual(await longest(here, NOW), { role: 'admin', ends_at: NOW + 2 });
  assert.equal(await longest(here, NOW + 2), undefined);
  assert.equal(await longest(there, NOW), undefined);
});

test('those whose time is over are found in every organization, a bounded number at a time', async (t) => {
  const { metadata, here, there, ada, cleo, insert } = await start(t);
  await insert('elv_1', ada.memberId, { state: 'approved', ends_at: NOW });
  await insert('elv_2', cleo.memberId, { state: 'approved', ends_at: NOW - 1 });
  await insert('elv_3', ada.memberId, { state: 'approved', ends_at: NOW + 1 });
  await insert('elv_4', ada.memberId, { state: 'ended', ends_at: NOW - 1 });

  const due = await readOverdueElevations(metadata, NOW, 10);
  assert.deepEqual(
    due.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    [
      { id: 'elv_1', organization_id: here, role: 'admin' },
      { id: 'elv_2', organization_id: there, role: 'admin' },
    ],
  );
  assert.equal((await readOverdueElevations(metadata, NOW, 1)).length, 1);
});

test('all that one member waits for or runs with ends now, and what is over stays as it was', async (t) => {
  const { here, there, ada, bob, insert, within, states } = await start(t);
  await insert('elv_1', ada.memberId);
  await insert('elv_2', ada.memberId, { state: 'approved', ends_at: NOW + 5 });
  await insert('elv_3', ada.memberId, { state: 'approved', ends_at: NOW - 5 });
  await insert('elv_4', ada.memberId, { state: 'denied' });
  await insert('elv_5', bob.memberId);
  const endAll = (organization: OrganizationId) =>
    within((unit) => endAllOf(unit, organization, ada.memberId, NOW));

  assert.deepEqual(await endAll(there), []);
  const ended = await endAll(here);
  assert.deepEqual(
    ended.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ['elv_1', 'elv_2', 'elv_3'].map((id) => ({ id, role: 'admin' })),
  );
  assert.deepEqual(await states(), ['ended', 'ended 0', 'ended -5', 'denied', 'requested']);
});
