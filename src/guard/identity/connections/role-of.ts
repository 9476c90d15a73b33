import { isAbove, type Role } from '../../../spec/roles.ts';
import type { ConnectionSettings } from './read-connection.ts';
import type { Arrival } from './read-arrival.ts';

/** The role of a person who signs in, and the reasons for it. */
export interface RoleDecision {
  /** Undefined: they may not sign in. */
  readonly role: Role | undefined;
  /** The provider decided the role, so nobody can change it manually. Undefined if unchanged. */
  readonly isManaged: boolean | undefined;
  readonly why: readonly string[];
}

/** `present` is the current role of a member; undefined for a non-member. */
export function roleOf(
  { roleMap, defaultRole, onMissingGroups }: ConnectionSettings,
  { groups }: Pick<Arrival, 'groups'>,
  present: Role | undefined,
): RoleDecision {
  if (present === 'owner') {
    return { role: present, isManaged: false, why: ['Owners keep their role.'] };
  }
  if (roleMap.length === 0) {
    return present === undefined
      ? byDefault(defaultRole, false, ['The connection maps no groups.'])
      : {
          role: present,
          isManaged: false,
          why: ['The connection maps no groups, so the role stays the same.'],
        };
  }
  if (groups === undefined) {
    const missing = 'The provider sent no groups.';
    if (onMissingGroups === 'keep' && present !== undefined) {
      return {
        role: present,
        isManaged: undefined,
        why: [missing, 'The member keeps the current role.'],
      };
    }
    return byDefault(defaultRole, true, [missing]);
  }
  const matching = roleMap.filter(({ group }) => groups.includes(group));
  const why = matching.map(({ group, role }) => `The group ${group} has the role ${role}.`);
  const [first, ...others] = matching.map(({ role }) => role);
  if (first === undefined) {
    return byDefault(defaultRole, true, ['None of the groups of the user is mapped.']);
  }
  const highest = others.reduce((one, other) => (isAbove(other, one) ? other : one), first);
  return { role: highest, isManaged: true, why };
}

function byDefault(
  role: ConnectionSettings['defaultRole'],
  isManaged: boolean,
  why: readonly string[],
): RoleDecision {
  if (role === 'none') {
    return { role: undefined, isManaged, why: [...why, 'There is no default role.'] };
  }
  return { role, isManaged, why: [...why, `The default role is ${role}.`] };
}
