import type { Actor } from '../../base/actor.ts';
import {
  AGENT_SCOPE_PERMISSIONS,
  KEY_SCOPE_PERMISSIONS,
  KEY_SCOPES,
  PERMISSIONS,
  roleHolds,
  ROLES,
  TOKEN_SCOPE_PERMISSIONS,
  type KeyScope,
  type Permission,
  type Role,
  type TokenScope,
} from '../../spec/roles.ts';

type Permissions = ReadonlySet<Permission>;

const ALL = Object.keys(PERMISSIONS) as Permission[];

const OF_ROLE = new Map<Role, Permissions>(
  ROLES.map((role) => [role, new Set(ALL.filter((permission) => roleHolds(role, permission)))]),
);

const OF_SCOPE = new Map<KeyScope, Permissions>(
  KEY_SCOPES.map((scope) => {
    const held = KEY_SCOPE_PERMISSIONS[scope];
    return [scope, held === 'admin' ? permissionsOfRole('admin') : new Set(held)];
  }),
);

const NONE: Permissions = new Set();

export function permissionsOfRole(role: Role): Permissions {
  return OF_ROLE.get(role) ?? NONE;
}

/** A full-access key has the permissions of an Admin; narrower scopes have those in the table. */
export function permissionsOfKey(scope: KeyScope): Permissions {
  return OF_SCOPE.get(scope) ?? NONE;
}

/** The owner's role, narrowed to the scopes. Those for agents permit more within a call of a tool. */
export function permissionsOfToken(
  role: Role,
  scopes: readonly TokenScope[],
  via?: Actor['via'],
): Permissions {
  const granted = scopes.flatMap((scope) => [
    ...TOKEN_SCOPE_PERMISSIONS[scope],
    ...(via === 'mcp' ? (AGENT_SCOPE_PERMISSIONS[scope] ?? []) : []),
  ]);
  return new Set(granted.filter((permission) => roleHolds(role, permission)));
}
