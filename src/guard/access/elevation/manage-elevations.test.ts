import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { membershipOf } from '../members/membership.ts';
import {
  decideElevation,
  endElevation,
  listElevations,
  noteEndedElevations,
  requestElevation,
} from './manage-elevations.ts';

const NOW = 1_768_478_400_000;
const HOUR = 3_600_000;
const PAGE = { limit: 10, after: undefined };
const DRAFT = { role: 'admin', minutes: 60, reason: ' Incident 42 ' } as const;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const { needs, locks } = noteLocks(access.needs);
  const request = (actor: Actor = member.actor, role: 'owner' | 'admin' | 'member' = 'admin') =>
    requestElevation(needs, actor, { ...DRAFT, role });
  const rowOf = (elevation: string) =>
    access.metadata.db
      .selectFrom('elevations')
      .selectAll()
      .where('id', '=', elevation)
      .executeTakeFirstOrThrow();
  const lastTold = async () => {
    const entry = (await access.auditOf(id)).at(-1);
    const { action, resource, actor, recorded_at: at } = entry ?? {};
    return [action, resource, actor, (at ?? 0) - NOW, JSON.parse(entry?.details ?? '') as unknown];
  };
  const roleOfMember = async () => (await membershipOf(access, id, member.id))?.role;
  const byKey: Actor = { ...owner.actor, who: { kind: 'api_key', id: 'key_1', name: 'k' } };
  return {
    access,
    needs,
    locks,
    id,
    owner,
    member,
    byKey,
    request,
    rowOf,
    lastTold,
    roleOfMember,
  };
}

test('a request is kept and told, and lends nothing yet', async (t) => {
  const { locks, id, member, request, rowOf, lastTold, roleOfMember } = await start(t);

  const asked = await request();

  assert.deepEqual(asked, {
    id: asked.id,
    memberId: member.memberId,
    email: member.email,
    role: 'admin',
    reason: 'Incident 42',
    minutes: 60,
    state: 'requested',
    requestedAt: '2026-01-15T12:00:00.000Z',
    decidedBy: null,
    endsAt: null,
  });
  assert.deepEqual(await rowOf(asked.id), {
    id: asked.id,
    organization_id: id,
    member_id: member.memberId,
    role: 'admin',
    reason: 'Incident 42',
    duration_ms: HOUR,
    state: 'requested',
    requested_at: NOW,
    decided_by: null,
    decided_at: null,
    ends_at: null,
  });
  const details = { role: 'admin', minutes: 60, reason: 'Incident 42' };
  assert.deepEqual(await lastTold(), ['elevation.requested', asked.id, member.email, 0, details]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.equal(await roleOfMember(), 'member');
});

test('only people who are members ask, for more than they have, once at a time', async (t) => {
  const { access, byKey, request } = await start(t);
  const { owner: stranger, id: elsewhere } = await access.newOrganization();

  await assert.rejects(request(byKey), {
    code: 'FORBIDDEN',
    message: 'Sign in first. Only users can have temporary roles.',
  });
  const { id: other } = await access.newOrganization();
  await assert.rejects(request({ ...stranger.actor, organization: other }), { code: 'NOT_FOUND' });
  const viewer = await access.join(elsewhere, 'viewer');
  await request(viewer.actor, 'member');
  await assert.rejects(request(undefined, 'member'), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: 'role', message: 'This role is not above your own.' }] },
  });
  await request();
  await assert.rejects(request(), {
    code: 'CONFLICT',
    message: 'You already have an open request or a temporary role.',
  });
});

test('an approval lends the role from now on for as long as was asked', async (t) => {
  const { access, needs, locks, id, owner, member, request, rowOf, lastTold, roleOfMember } =
    await start(t);
  const asked = await request();
  assert.equal(await roleOfMember(), 'member');
  access.clock.advance(1_000);
  locks.length = 0;

  const approved = await decideElevation(needs, owner.actor, asked.id, true);

  const endsAt = '2026-01-15T13:00:01.000Z';
  assert.deepEqual(approved, { ...asked, state: 'approved', decidedBy: owner.email, endsAt });
  const { state, decided_by: by, decided_at: at, ends_at: ends } = await rowOf(asked.id);
  assert.deepEqual(
    [state, by, at, ends],
    ['approved', owner.email, NOW + 1_000, NOW + 1_000 + HOUR],
  );
  const details = { email: member.email, role: 'admin', minutes: 60 };
  assert.deepEqual(await lastTold(), ['elevation.approved', asked.id, owner.email, 1_000, details]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.equal(await roleOfMember(), 'admin');
  access.clock.advance(HOUR - 1);
  assert.equal(await roleOfMember(), 'admin');
  access.clock.advance(1);
  assert.equal(await roleOfMember(), 'member');
  await assert.rejects(decideElevation(needs, owner.actor, asked.id, true), {
    code: 'CONFLICT',
    message: 'This request is ended already.',
  });
});

test('a denial lends nothing, is told, and stands', async (t) => {
  const { access, needs, owner, member, request, rowOf, lastTold, roleOfMember } = await start(t);
  const asked = await request();
  access.clock.advance(1);

  const denied = await decideElevation(needs, owner.actor, asked.id, false);

  assert.deepEqual(denied, { ...asked, state: 'denied', decidedBy: owner.email, endsAt: null });
  const { state, ends_at: ends } = await rowOf(asked.id);
  assert.deepEqual([state, ends], ['denied', null]);
  const details = { email: member.email, role: 'admin', minutes: 60 };
  assert.deepEqual(await lastTold(), ['elevation.denied', asked.id, owner.email, 1, details]);
  assert.equal(await roleOfMember(), 'member');
  const over = { code: 'CONFLICT', message: 'This request is denied already.' };
  await assert.rejects(decideElevation(needs, owner.actor, asked.id, true), over);
  await assert.rejects(endElevation(needs, owner.actor, asked.id), over);
});

test('nobody decides for themselves, and nobody lends more than they hold', async (t) => {
  const { access, needs, id, byKey, request } = await start(t);
  const admin = await access.join(id, 'admin');
  const own = await request(admin.actor, 'owner');
  const toOwner = await request(undefined, 'owner');

  for (const isApproved of [true, false]) {
    await assert.rejects(decideElevation(needs, admin.actor, own.id, isApproved), {
      code: 'FORBIDDEN',
      message: 'Someone else must approve or deny your request.',
    });
  }
  for (const actor of [admin.actor, byKey]) {
    await assert.rejects(decideElevation(needs, actor, toOwner.id, true), { code: 'FORBIDDEN' });
  }
  const denied = await decideElevation(needs, admin.actor, toOwner.id, false);
  assert.equal(denied.state, 'denied', 'to deny one needs no such role');
});

test('one’s own ends at any time, and with the permission that of others', async (t) => {
  const { access, needs, locks, id, owner, member, byKey, request, rowOf, lastTold } =
    await start(t);
  const other = await access.join(id, 'member');
  const waiting = await request();
  locks.length = 0;

  await assert.rejects(endElevation(needs, other.actor, waiting.id), {
    code: 'NOT_FOUND',
    message: 'No such elevation.',
  });
  const ended = await endElevation(needs, member.actor, waiting.id);
  assert.deepEqual(ended, { ...waiting, state: 'ended' });
  assert.deepEqual(locks, [`organizations ${id}`, `organizations ${id}`]);
  assert.deepEqual(await lastTold(), [
    'elevation.ended',
    waiting.id,
    member.email,
    0,
    { email: member.email, role: 'admin' },
  ]);
  await assert.rejects(endElevation(needs, member.actor, waiting.id), {
    code: 'CONFLICT',
    message: 'This request is ended already.',
  });

  for (const actor of [owner.actor, byKey]) {
    const running = await request();
    await decideElevation(needs, owner.actor, running.id, true);
    access.clock.advance(1_000);
    const shown = await endElevation(needs, actor, running.id);
    assert.equal(shown.endsAt, new Date(access.clock.now()).toISOString());
    const { state, ends_at: ends } = await rowOf(running.id);
    assert.deepEqual([state, ends], ['ended', access.clock.now()]);
  }
});

test('another organization has no such request', async (t) => {
  const { access, needs, request } = await start(t);
  const asked = await request();
  const { owner: stranger } = await access.newOrganization();

  const missing = { code: 'NOT_FOUND', message: 'No such elevation.' };
  await assert.rejects(endElevation(needs, stranger.actor, asked.id), missing);
  await assert.rejects(decideElevation(needs, stranger.actor, asked.id, true), missing);
});

test('whoever may change roles sees every request, others their own', async (t) => {
  const { access, needs, id, owner, member, byKey, request } = await start(t);
  const viewer = await access.join(id, 'viewer');
  const first = await request();
  access.clock.advance(1);
  const second = await request(viewer.actor);
  const seenBy = async (actor: Actor) => (await listElevations(needs, actor, PAGE)).data;

  assert.deepEqual(await seenBy(owner.actor), [second, first]);
  assert.deepEqual(await seenBy(byKey), [second, first]);
  assert.deepEqual(await seenBy(member.actor), [first]);
  assert.deepEqual(await seenBy(viewer.actor), [second]);
  const page = await listElevations(needs, owner.actor, { limit: 1, after: undefined });
  assert.deepEqual(page.data, [second]);
  assert.equal(typeof page.nextCursor, 'string');
});

test('what has ended by itself is noted once, whoever else is at it', async (t) => {
  const { access, needs, id, owner, request, rowOf, lastTold } = await start(t);
  const asked = await request();
  await decideElevation(needs, owner.actor, asked.id, true);
  access.clock.advance(HOUR - 1);
  await noteEndedElevations(needs);
  assert.equal((await rowOf(asked.id)).state, 'approved');
  access.clock.advance(1);

  // Another node notes it after this one has read what is due.
  let hasEnded = false;
  const { db, transaction } = needs.metadata;
  const behind: typeof transaction = async (work) => {
    if (!hasEnded) {
      hasEnded = true;
      await noteEndedElevations(needs);
    }
    return transaction(work);
  };
  await noteEndedElevations({ ...needs, metadata: { db, transaction: behind } });

  assert.equal((await rowOf(asked.id)).state, 'ended');
  assert.deepEqual(await lastTold(), [
    'elevation.ended',
    asked.id,
    'system:elevations',
    HOUR,
    { role: 'admin' },
  ]);
  assert.equal((await access.auditOf(id)).length, 3);
});

test('five hundred are noted at a time', async (t) => {
  const { access, needs, request, rowOf } = await start(t);
  const row = await rowOf((await request()).id);
  const rows = Array.from({ length: 501 }, (_, at) => ({
    ...row,
    id: `elv_${at}`,
    state: 'approved' as const,
    ends_at: NOW,
  }));
  const { db } = access.metadata;
  await db.insertInto('elevations').values(rows).execute();
  let transactions = 0;
  const transaction = async <T>(): Promise<T> => {
    transactions += 1;
    return undefined as T;
  };

  await noteEndedElevations({ ...needs, metadata: { db, transaction } });

  assert.equal(transactions, 500);
});
