import { organizationId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { ACCESS_CHANNEL, type AccessCache, revokeAllTokens } from '../access/index.ts';
import { recordAuditFor } from '../audit/index.ts';
import type { Visit } from './account-needs.ts';
import { endSessions, type KnownUser } from './users-table.ts';

/** What stopped working. */
export interface EndedAccess {
  readonly sessions: number;
  readonly tokens: number;
  readonly organizations: ReadonlySet<OrganizationId>;
}

/** Access that keeps working; none if absent. */
export interface KeptAccess {
  readonly sessionId?: string;
  readonly tokens?: boolean;
}

/**
 * Ends all access that works without the password: sessions, and access tokens in every organization, each with an
 * audit entry there. Other nodes are notified; this one clears its cache with `forgetAccess`.
 */
export async function endAccess(
  unit: Unit,
  user: Pick<KnownUser, 'id' | 'email'>,
  visit: Visit,
  now: number,
  kept: KeptAccess = {},
): Promise<EndedAccess> {
  const sessions = await endSessions(unit, user.id, kept.sessionId);
  if (kept.tokens === true) return { sessions, tokens: 0, organizations: new Set() };
  const rows = await revokeAllTokens(unit, user.id, now);
  for (const { id, name, organization_id } of rows) {
    const { ipAddress, userAgent } = visit;
    const organization = organizationId(organization_id);
    const subject = { organization, actorName: user.email, ipAddress, userAgent };
    const details = { name, reason: 'password changed' };
    const event = { action: 'access_token.revoked', resource: id, details } as const;
    await recordAuditFor(unit, subject, event, now);
  }
  const organizations = new Set(rows.map((row) => organizationId(row.organization_id)));
  for (const organization of organizations) await unit.notify(ACCESS_CHANNEL, organization);
  return { sessions, tokens: rows.length, organizations };
}

/** Call it before responding: the next request on this node must not find ended access in the cache. */
export function forgetAccess(
  cache: Pick<AccessCache, 'forget'>,
  user: UserId,
  ended: EndedAccess | undefined,
): void {
  cache.forget(user);
  for (const organization of ended?.organizations ?? []) cache.forget(organization);
}
