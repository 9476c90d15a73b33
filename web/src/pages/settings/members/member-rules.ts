/** What a user may do with members; the API enforces the same rules. */
import { isAbove, ROLES, type Role } from '../../../../../src/spec/roles.ts';

interface Person {
  readonly id: string;
  readonly role: Role;
}

/** Roles one can hand out: never above one's own. */
export function offeredRoles(own: Role): Role[] {
  return ROLES.filter((role) => !isAbove(role, own));
}

/** Only an Owner makes or unmakes an Owner, and one Owner always stays. */
export function whyNotChangeable(
  own: Role,
  member: Person,
  members: readonly Person[],
): string | undefined {
  if (isAbove(member.role, own)) return 'Only Owners can change an Owner.';
  const owners = members.filter(({ role }) => role === 'owner');
  if (member.role === 'owner' && owners.length === 1) {
    return "The last Owner can't be changed or removed. Make another member Owner first.";
  }
  return undefined;
}
