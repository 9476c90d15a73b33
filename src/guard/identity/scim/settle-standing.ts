/** Applies the state a directory reports for a user: a member with a role, suspended, or without access. */
import type { Actor } from '../../../base/actor.ts';
import { userId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { DirectoryUserRow } from '../../../engines/metadata/tables/identity.ts';
import {
  endWork,
  findMemberOf,
  findSuspended,
  insertMember,
  isLastOwner,
  requireSeat,
  resumeMember,
  setMemberRole,
  suspendMember,
} from '../../access/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { directoryRole, type RoleRules } from './directory-role.ts';
import { readGroupsOf } from './directory-table.ts';

/** Context of a directory change: its transaction, which locks the organization's row. */
export interface Change {
  readonly needs: ScimNeeds;
  readonly unit: Unit;
  readonly actor: Actor;
  readonly now: number;
  readonly rules: RoleRules;
  /** Every node forgets what it knew of the user. */
  readonly touch: (user: ReturnType<typeof userId>) => void;
}

export type Standing = 'settled' | 'last-owner';

/**
 * `last-owner`: the user's sessions have ended, but the membership stays, since nobody else could manage the
 * organization.
 */
export async function settleStanding(change: Change, row: DirectoryUserRow): Promise<Standing> {
  const { unit, actor, rules } = change;
  const { organization } = actor;
  const user = userId(row.user_id);
  const member = await findMemberOf(unit, organization, user);
  const suspended = member === undefined && (await findSuspended(unit, organization, user));
  const held = member ?? (suspended === false ? undefined : suspended);
  const present = held && { role: held.role, managedBy: held.role_connection_id };
  const groups = await readGroupsOf(unit, organization, [row.id]);
  const { role, managedBy } = directoryRole(rules, groups, present);
  if (row.active === 0 || role === undefined) {
    return member === undefined ? 'settled' : suspend(change, row, member);
  }
  const details = { email: row.email, role };
  if (member !== undefined) {
    if (member.role === role && member.role_connection_id === managedBy) return 'settled';
    await setMemberRole(unit, organization, member.id, role, managedBy);
    if (member.role === role) return 'settled';
    const facts = { email: row.email, from: member.role, to: role };
    const changed = { before: { role: member.role }, after: { role } };
    await tell(change, 'member.role_changed', member.id, facts, changed);
    return 'settled';
  }
  await requireSeat(change.needs.access, unit, organization);
  change.touch(user);
  if (suspended !== false && suspended !== undefined) {
    await resumeMember(unit, organization, suspended, role, managedBy);
    await tell(change, 'member.resumed', suspended.member_id, details);
    return 'settled';
  }
  const added = await insertMember(unit, { organization, user, role, managedBy }, change.now);
  if (added === undefined) throw new Error('a member is provisioned twice');
  await tell(change, 'member.provisioned', added, details);
  return 'settled';
}

type Member = NonNullable<Awaited<ReturnType<typeof findMemberOf>>>;

async function suspend(change: Change, row: DirectoryUserRow, member: Member): Promise<Standing> {
  const { needs, unit, actor, now } = change;
  const { organization } = actor;
  const user = userId(row.user_id);
  change.touch(user);
  const isLast = await isLastOwner(unit, organization, member.role, needs.access.limits.ownersMin);
  const revokedTokens = await endWork(unit, organization, user, now);
  if (isLast) {
    await tellOfLastOwner(change, row, revokedTokens);
    return 'last-owner';
  }
  await suspendMember(unit, organization, member.id, now);
  const reason = row.active === 0 ? 'deactivated' : 'no role';
  const details = { email: row.email, role: member.role, reason, revokedTokens };
  await tell(change, 'member.suspended', member.id, details);
  return 'settled';
}

/** They are signed out, and stay. */
export async function tellOfLastOwner(
  { unit, actor, now }: Change,
  { email, user_id: user }: DirectoryUserRow,
  revokedTokens: number,
): Promise<void> {
  const details = { email, revokedTokens, reason: 'the directory deactivated the last Owner' };
  await recordAudit(unit, actor, { action: 'user.sessions_ended', resource: user, details }, now);
}

type Action =
  | 'member.provisioned'
  | 'member.resumed'
  | 'member.suspended'
  | 'member.role_changed'
  | 'member.deprovisioned';

export async function tell(
  { unit, actor, now }: Change,
  action: Action,
  resource: string,
  details: Readonly<Record<string, unknown>>,
  change?: Parameters<typeof recordAudit>[2]['change'],
): Promise<void> {
  const event = { action, resource, details, ...(change === undefined ? {} : { change }) };
  await recordAudit(unit, actor, event, now);
}
