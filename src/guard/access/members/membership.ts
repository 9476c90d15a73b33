import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { isAbove, type Role } from '../../../spec/roles.ts';
import type { AccessCache } from '../access-cache.ts';
import { findLongestElevation } from '../elevation/elevations-table.ts';
import { findMemberOf } from './members-table.ts';

export interface Membership {
  readonly memberId: string;
  /** What counts now, a running elevation included. */
  readonly role: Role;
  /** The role without the elevation. */
  readonly ownRole: Role;
}

interface MembershipNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
}

/** Synchronous if cached. Undefined if the user is not a member. */
export function membershipOf(
  needs: MembershipNeeds,
  organization: OrganizationId,
  user: UserId,
): Membership | undefined | Promise<Membership | undefined> {
  return needs.cache.get(`member:${organization}:${user}`, async () => {
    const { metadata, clock } = needs;
    const member = await findMemberOf(metadata, organization, user);
    if (member === undefined) return undefined;
    const elevation = await findLongestElevation(metadata, organization, member.id, clock.now());
    const value: Membership = {
      memberId: member.id,
      // The higher role applies: a promotion is not reduced by an earlier temporary role.
      role:
        elevation !== undefined && isAbove(elevation.role, member.role)
          ? elevation.role
          : member.role,
      ownRole: member.role,
    };
    const until = elevation?.ends_at ?? undefined;
    return { subject: organization, value, ...(until === undefined ? {} : { until }) };
  });
}
