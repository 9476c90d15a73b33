import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { userId } from '../../../base/ids.ts';
import type { Member } from '../../../contract/members.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { Role } from '../../../spec/roles.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAudit } from '../../audit/index.ts';
import { revokeTokensOf } from '../credentials/access-tokens-table.ts';
import { changeAccess } from '../change-access.ts';
import {
  countMembers,
  deleteMember,
  leaveSessions,
  type MemberFacts,
  readMember,
  readMembers,
  readRunningElevations,
  setMemberRole,
  showMember,
} from './members-table.ts';
import { requireGrantable, standingRole } from './standing-role.ts';
import { endAllOf } from '../elevation/elevations-table.ts';

export async function listMembers(
  needs: AccessNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: Member[]; nextCursor: string | null }> {
  const { organization } = actor;
  const rows = await readMembers(needs.metadata, organization, page);
  const running = await readRunningElevations(needs.metadata, organization, needs.clock.now());
  return pageAnswer(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => showMember(row, running),
  );
}

export async function changeMemberRole(
  needs: AccessNeeds,
  actor: Actor,
  id: string,
  role: Role,
): Promise<Member> {
  const now = needs.clock.now();
  const { organization } = actor;
  return changeAccess(needs, organization, async (unit) => {
    const member = await lockMember(unit, actor, id);
    if (member.role === role) {
      return showMember(member, await readRunningElevations(unit, organization, now));
    }
    await requireGrantable(unit, actor, role);
    // A provider never makes Owners, so that stays for Owners to do.
    if (member.role_connection_id !== null && role !== 'owner') throw roleManaged();
    if (member.role === 'owner') await requireAnotherOwner(needs, unit, actor);
    await setMemberRole(unit, organization, id, role);
    const details = { email: member.email, from: member.role, to: role };
    const change = { before: { role: member.role }, after: { role } };
    const event = { action: 'member.role_changed', resource: id, details, change } as const;
    await recordAudit(unit, actor, event, now);
    // A temporary role was granted on top of the old one, so it ends with it.
    await endElevationsOf(unit, actor, member, now);
    return showMember({ ...member, role, role_connection_id: null }, []);
  });
}

/** Their tokens for this organization die with the membership. */
export async function removeMember(needs: AccessNeeds, actor: Actor, id: string): Promise<Member> {
  const now = needs.clock.now();
  const { organization } = actor;
  return changeAccess(needs, organization, async (unit, touch) => {
    const member = await lockMember(unit, actor, id);
    if (member.role === 'owner') await requireAnotherOwner(needs, unit, actor);
    const revokedTokens = await revokeTokensOf(unit, organization, member.user_id, now);
    await leaveSessions(unit, organization, member.user_id);
    await deleteMember(unit, organization, id);
    const { email, role } = member;
    const details = { email, role, revokedTokens };
    await recordAudit(unit, actor, { action: 'member.removed', resource: id, details }, now);
    // Their sessions had this organization chosen.
    touch(userId(member.user_id));
    return showMember(member, []);
  });
}

/** The organization's row is locked, so that two Owners cannot both step down as the last but one. */
async function lockMember(unit: Unit, actor: Actor, id: string): Promise<MemberFacts> {
  await unit.lockRow('organizations', { id: actor.organization });
  const member = await readMember(unit, actor.organization, id);
  if (member === undefined) throw notFound('member');
  return member;
}

function roleManaged(): AppError {
  return new AppError(
    'ROLE_MANAGED',
    'The identity provider of the organization manages the role of this member. Change their groups there.',
  );
}

/** Admins manage the team, but who owns it is the Owners' affair. */
async function requireAnotherOwner(needs: AccessNeeds, unit: Unit, actor: Actor): Promise<void> {
  if ((await standingRole(unit, actor)) !== 'owner') {
    throw new AppError('FORBIDDEN', 'Only an Owner can add or remove Owners.');
  }
  const owners = await countMembers(unit, actor.organization, 'owner');
  if (owners > needs.limits.ownersMin) return;
  throw new AppError(
    'CONFLICT',
    'An organization needs at least one Owner. Make another member Owner first.',
  );
}

/** Ends requests and temporary roles of a member and records it in the audit log. */
async function endElevationsOf(
  unit: Unit,
  actor: Actor,
  member: { readonly id: string; readonly email: string },
  now: number,
): Promise<void> {
  const ended = await endAllOf(unit, actor.organization, member.id, now);
  for (const { id, role } of ended) {
    const details = { email: member.email, role };
    await recordAudit(unit, actor, { action: 'elevation.ended', resource: id, details }, now);
  }
}
