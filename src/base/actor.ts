import type { Permission, Role } from '../spec/roles.ts';
import type { OrganizationId, UserId } from './ids.ts';

/** Who acts: every use of tenant data takes one, and so names its organization. */
export interface Actor {
  readonly organization: OrganizationId;
  readonly who: Who;
  readonly permissions: ReadonlySet<Permission>;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** Through what they act where it is not by hand, such as `bundle shop`, or `mcp` for the tools of agents; the audit log says so. */
  readonly via?: string;
  /** What they say about a change of many things; the versions of each keep it. */
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
  /** The platform itself; the job says what it was doing, in the audit log too. */
  | { readonly kind: 'system'; readonly job: string };

/** Acts for an organization where nobody is signed in. It holds the permissions it is given, by default none. */
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
