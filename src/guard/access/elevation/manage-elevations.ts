import { type Actor, systemActor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId, organizationId, type UserId } from '../../../base/ids.ts';
import type { Elevation, ElevationDraft } from '../../../contract/elevation-fields.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ElevationRow } from '../../../engines/metadata/tables/access.ts';
import { isAbove } from '../../../spec/roles.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { actorName, auditSubject, recordAudit, recordAuditFor } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { findMemberOf } from '../members/members-table.ts';
import { requireGrantable } from '../members/standing-role.ts';
import {
  type ElevationFacts,
  elevationState,
  hasOpenElevation,
  insertElevation,
  noteEnded,
  readElevation,
  readElevations,
  readOverdueElevations,
  showElevation,
  updateElevation,
} from './elevations-table.ts';

/** Members who may change roles see all requests, others their own. */
export async function listElevations(
  needs: AccessNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: Elevation[]; nextCursor: string | null }> {
  const now = needs.clock.now();
  const user = actor.permissions.has('members:role') ? undefined : personOf(actor);
  const rows = await readElevations(needs.metadata, actor.organization, user, page);
  return pageAnswer(
    rows,
    page.limit,
    (row) => ({ at: row.requested_at, id: row.id }),
    (row) => showElevation(row, now),
  );
}

export async function requestElevation(
  needs: AccessNeeds,
  actor: Actor,
  draft: ElevationDraft,
): Promise<Elevation> {
  const now = needs.clock.now();
  const user = personOf(actor);
  return needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const member = await readOwnMember(unit, actor, user);
    if (!isAbove(draft.role, member.role)) {
      throw invalid('role', 'This role is not above your own.');
    }
    if (await hasOpenElevation(unit, member.id, now)) {
      throw new AppError('CONFLICT', 'You already have an open request or a temporary role.');
    }
    const row: ElevationRow = {
      id: newId('elevation'),
      organization_id: actor.organization,
      member_id: member.id,
      role: draft.role,
      reason: draft.reason.trim(),
      duration_ms: draft.minutes * MINUTE_MS,
      state: 'requested',
      requested_at: now,
      decided_by: null,
      decided_at: null,
      ends_at: null,
    };
    await insertElevation(unit, row);
    const details = { role: row.role, minutes: draft.minutes, reason: row.reason };
    await recordAudit(
      unit,
      actor,
      { action: 'elevation.requested', resource: row.id, details },
      now,
    );
    return showElevation({ ...row, user_id: user, email: member.email }, now);
  });
}

/** Four eyes: not one's own request, and never a role above the one held for good. */
export async function decideElevation(
  needs: AccessNeeds,
  actor: Actor,
  id: string,
  isApproved: boolean,
): Promise<Elevation> {
  const now = needs.clock.now();
  return changeAccess(needs, actor.organization, async (unit) => {
    const row = await lockElevation(unit, actor, id);
    if (row.state !== 'requested') {
      throw new AppError('CONFLICT', `This request is ${elevationState(row, now)} already.`);
    }
    if (isOwn(row, actor)) {
      throw new AppError('FORBIDDEN', 'Someone else must approve or deny your request.');
    }
    if (isApproved) await requireGrantable(unit, actor, row.role);
    const decided = {
      state: isApproved ? 'approved' : 'denied',
      decided_by: actorName(actor),
      decided_at: now,
      ends_at: isApproved ? now + row.duration_ms : null,
    } as const;
    await updateElevation(unit, actor.organization, id, decided);
    const action = isApproved ? 'elevation.approved' : 'elevation.denied';
    const details = {
      email: row.email,
      role: row.role,
      minutes: Math.round(row.duration_ms / MINUTE_MS),
    };
    await recordAudit(unit, actor, { action, resource: id, details }, now);
    return showElevation({ ...row, ...decided }, now);
  });
}

/** Members can end their own, including pending requests; those who may change roles can end any. */
export async function endElevation(
  needs: AccessNeeds,
  actor: Actor,
  id: string,
): Promise<Elevation> {
  const now = needs.clock.now();
  return changeAccess(needs, actor.organization, async (unit) => {
    const row = await lockElevation(unit, actor, id);
    if (!isOwn(row, actor) && !actor.permissions.has('members:role')) throw notFound('elevation');
    const state = elevationState(row, now);
    if (state === 'denied' || state === 'ended') {
      throw new AppError('CONFLICT', `This request is ${state} already.`);
    }
    const ended = { state: 'ended', ends_at: row.ends_at === null ? null : now } as const;
    await updateElevation(unit, actor.organization, id, ended);
    const details = { email: row.email, role: row.role };
    await recordAudit(unit, actor, { action: 'elevation.ended', resource: id, details }, now);
    return showElevation({ ...row, ...ended }, now);
  });
}

const ENDED_AT_ONCE_MAX = 500;

/** Writes down which elevations have ended by themselves; their effect has ended at the very moment. */
export async function noteEndedElevations(needs: AccessNeeds): Promise<void> {
  const now = needs.clock.now();
  const due = await readOverdueElevations(needs.metadata, now, ENDED_AT_ONCE_MAX);
  for (const row of due) {
    const organization = organizationId(row.organization_id);
    await changeAccess(needs, organization, async (unit) => {
      if (!(await noteEnded(unit, organization, row.id))) return;
      const subject = auditSubject(systemActor(organization, 'elevations'));
      const event = {
        action: 'elevation.ended',
        resource: row.id,
        details: { role: row.role },
      } as const;
      await recordAuditFor(unit, subject, event, now);
    });
  }
}

async function lockElevation(unit: Unit, actor: Actor, id: string): Promise<ElevationFacts> {
  await unit.lockRow('organizations', { id: actor.organization });
  const row = await readElevation(unit, actor.organization, id);
  if (row === undefined) throw notFound('elevation');
  return row;
}

async function readOwnMember(unit: Unit, actor: Actor, user: UserId) {
  const member = await findMemberOf(unit, actor.organization, user);
  if (member === undefined) throw notFound('member');
  return member;
}

/** A key acts for the organization, so no request is its own. */
function isOwn(row: ElevationFacts, { who }: Actor): boolean {
  return who.kind === 'user' && row.user_id === who.id;
}

function personOf(actor: Actor): UserId {
  if (actor.who.kind === 'user') return actor.who.id;
  throw new AppError('FORBIDDEN', 'Sign in first. Only users can have temporary roles.');
}
