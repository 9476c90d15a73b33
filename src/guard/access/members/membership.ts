import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { isAbove, type Role } from '../../../spec/roles.ts';
import type { AccessCache } from '../access-cache.ts';

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

/** At once when it is known already. Undefined when the user is no member. */
export function membershipOf(
  needs: MembershipNeeds,
  organization: OrganizationId,
  user: UserId,
): Membership | undefined | Promise<Membership | undefined> {
  return needs.cache.get(`member:${organization}:${user}`, async () => {
    const { db } = needs.metadata;
    const member = await db
      .selectFrom('members')
      .select(['id', 'role'])
      .where('organization_id', '=', organization)
      .where('user_id', '=', user)
      .executeTakeFirst();
    if (member === undefined) return undefined;
    const elevation = await db
      .selectFrom('elevations')
      .select(['role', 'ends_at'])
      .where('organization_id', '=', organization)
      .where('member_id', '=', member.id)
      .where('state', '=', 'approved')
      .where('ends_at', '>', needs.clock.now())
      .orderBy('ends_at', 'desc')
      .executeTakeFirst();
    const value: Membership = {
      memberId: member.id,
      // Whoever was promoted meanwhile loses nothing by what was lent before.
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
