/** Changes of memberships by a directory. The caller holds a lock on the organization's row. */
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { SuspendedMemberRow } from '../../../engines/metadata/tables/access.ts';
import type { Role } from '../../../spec/roles.ts';
import { revokeTokensOf } from '../credentials/access-tokens-table.ts';
import { countMembers, deleteMember, readMember, readMemberships } from './members-table.ts';
import {
  endAllSessions,
  endSessionsIn,
  insertSuspended,
  removeSuspended,
  restoreMember,
} from './suspended-members-table.ts';

/** Ends sessions and tokens of a person in the organization; returns the number of tokens. */
export async function endWork(
  unit: Unit,
  organization: OrganizationId,
  user: UserId,
  now: number,
): Promise<number> {
  const revokedTokens = await revokeTokensOf(unit, organization, user, now);
  const memberships = await readMemberships(unit, user);
  // Ends all sessions if no other organization remains.
  if (memberships.every((one) => one === organization)) await endAllSessions(unit, user);
  else await endSessionsIn(unit, organization, user);
  return revokedTokens;
}

/** Ends the membership; resuming restores it unchanged. */
export async function suspendMember(
  unit: Unit,
  organization: OrganizationId,
  member: string,
  now: number,
): Promise<void> {
  const known = await readMember(unit, organization, member);
  if (known === undefined) throw new Error('a member is suspended who is none');
  await insertSuspended(unit, {
    organization_id: organization,
    user_id: known.user_id,
    member_id: known.id,
    role: known.role,
    role_connection_id: known.role_connection_id,
    created_at: known.created_at,
    suspended_at: now,
  });
  await deleteMember(unit, organization, member);
}

export async function resumeMember(
  unit: Unit,
  organization: OrganizationId,
  suspended: SuspendedMemberRow,
  role: Role,
  managedBy: string | null,
): Promise<void> {
  await removeSuspended(unit, organization, suspended.user_id);
  await restoreMember(unit, suspended, role, managedBy);
}

/** Whether an organization would have no Owner without this one. */
export async function isLastOwner(
  unit: Unit,
  organization: OrganizationId,
  role: Role,
  ownersMin: number,
): Promise<boolean> {
  return role === 'owner' && (await countMembers(unit, organization, 'owner')) <= ownersMin;
}
