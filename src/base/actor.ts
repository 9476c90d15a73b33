import type { Permission, Role } from '../spec/roles.ts';
import type { OrganizationId, UserId } from './ids.ts';

/** Who acts: every use of tenant data takes one, and so names its organization. */
export interface Actor {
  readonly organization: OrganizationId;
  readonly who: Who;
  readonly permissions: ReadonlySet<Permission>;
  readonly ipAddress: string;
  readonly userAgent: string;
  /**
   * The means by which the actor acts, such as `bundle shop`, or `mcp` for agent tools; recorded in the audit log.
   * Undefined for direct calls.
   */
  readonly via?: string;
  /** The actor's note about a bulk change; stored with each new version. */
  readonly note?: string;
}

export type Who =
  | {
      readonly kind: 'user';
      readonly id: UserId;
      readonly email: string;
      readonly role: Role;
      /** The role without the elevation, where `role` is lent. */
      readonly ownRole?: Role;
      /** Signed in through the organization's own OAuth client: nothing counts that they are elsewhere. */
      readonly isConfined?: true;
    }
  | { readonly kind: 'api_key'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'access_token';
      readonly id: string;
      readonly user: UserId;
      readonly email: string;
      readonly role: Role;
    }
  /** The platform itself; `job` names what it was doing, also in the audit log. */
  | { readonly kind: 'system'; readonly job: string };

/** Acts for an organization without a signed-in user. Has only the given permissions, none by default. */
export function systemActor(
  organization: OrganizationId,
  job: string,
  permissions: readonly Permission[] = [],
): Actor {
  return {
    organization,
    who: { kind: 'system', job },
    permissions: new Set(permissions),
    ipAddress: '',
    userAgent: '',
  };
}
