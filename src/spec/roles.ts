/** Who may do what: roles, the permission matrix, and what keys and tokens narrow it to. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles stand in order: each includes what the next one may do. */
export function isAbove(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(other);
}

const OWNER: readonly Role[] = ['owner'];
const ADMINS: readonly Role[] = ['owner', 'admin'];
const WRITERS: readonly Role[] = ['owner', 'admin', 'member'];
const EVERYONE: readonly Role[] = ROLES;
const NOBODY: readonly Role[] = [];

export const PERMISSIONS = {
  // The matrix of the specification, row by row.
  'logs:read': EVERYONE,
  'logs:write': WRITERS,
  'logs:delete': ADMINS,
  'logs:export': ADMINS,
  'dashboards:read': EVERYONE,
  'dashboards:write': WRITERS,
  'dashboards:delete': ADMINS,
  'alerts:write': WRITERS,
  'alerts:delete': ADMINS,
  'keys:create': ADMINS,
  'keys:revoke': ADMINS,
  'roles:read': EVERYONE,
  'roles:manage': ADMINS,
  'pipelines:manage': WRITERS,
  'members:manage': ADMINS,
  'members:role': ADMINS,
  'organization:manage': ADMINS,
  'billing:manage': OWNER,

  // What the matrix implies for the rest of the product.
  'alerts:read': EVERYONE,
  'alert-rules:read': EVERYONE,
  'channels:manage': ADMINS,
  'audit:read': ADMINS,
  'audit-streams:manage': ADMINS,
  'pipelines:read': EVERYONE,
  'organization:read': EVERYONE,
  'organization:delete': OWNER,
  'sign-in:manage': OWNER,
  // Only the tokens of directories hold it.
  'directory:provision': NOBODY,
  'receipts:read': EVERYONE,
  'saved-searches:read': EVERYONE,
  'saved-searches:write': WRITERS,
  'saved-searches:delete': WRITERS,
  'lookups:read': EVERYONE,
  'lookups:write': WRITERS,
  'macros:read': EVERYONE,
  'macros:write': WRITERS,
  'macros:delete': WRITERS,
  'checks:read': EVERYONE,
  'checks:write': WRITERS,
  'checks:delete': WRITERS,
  'data-models:read': EVERYONE,
  'data-models:write': WRITERS,
  'data-models:delete': WRITERS,
  'data-links:read': EVERYONE,
  'data-links:manage': ADMINS,
  'short-links:use': EVERYONE,
  'short-links:manage': ADMINS,
  'dashboards:publish': ADMINS,
  'indexes:read': EVERYONE,
  'indexes:manage': ADMINS,
  'services:read': EVERYONE,
  'services:write': WRITERS,
  'services:delete': ADMINS,
  'exports:manage': ADMINS,
  'dead-letters:manage': ADMINS,
  // What a bundle changes also needs the permission of each change.
  'config:read': EVERYONE,
  'config:apply': WRITERS,
  'tokens:manage': EVERYONE,
  'elevation:request': EVERYONE,
  // Whoever may read logs may have them judged.
  'evaluations:run': EVERYONE,
  // Calling the tools of `POST /mcp`; each tool asks for what its endpoint asks for.
  'agents:use': EVERYONE,
  'agents:write': WRITERS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const KEY_SCOPES = ['ingest-only', 'read-only', 'full-access'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A full-access key acts as an Admin; the narrower ones hold just these. */
export const KEY_SCOPE_PERMISSIONS: Readonly<Record<KeyScope, 'admin' | readonly Permission[]>> = {
  'ingest-only': ['logs:write', 'receipts:read'],
  'read-only': ['logs:read', 'alerts:read', 'receipts:read', 'agents:use'],
  'full-access': 'admin',
};

export const KEY_ENVIRONMENTS = ['live', 'test'] as const;
export type KeyEnvironment = (typeof KEY_ENVIRONMENTS)[number];
export const KEY_PREFIXES: Readonly<Record<KeyEnvironment, string>> = {
  live: 'xp_live_',
  test: 'xp_test_',
};

export const TOKEN_PREFIX = 'xpat_';
/** Of the tokens with which a directory provisions members. */
export const SCIM_TOKEN_PREFIX = 'xscim_';
export const TOKEN_SCOPES = [
  'evaluations:run',
  'search:read',
  'agent:read',
  'agent:write',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What an agent can be granted that connects by OAuth. */
export const OAUTH_SCOPES = ['agent:read', 'agent:write', 'evaluations:run'] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];
/** Beside the access token of an agent, which is good for `POST /mcp` alone. */
export const OAUTH_TOKEN_PREFIX = 'xoat_';
export const OAUTH_REFRESH_PREFIX = 'xort_';
export const OAUTH_CODE_PREFIX = 'xoac_';

/** A token acts with its owner's role, narrowed to the permissions of its scopes. */
export const TOKEN_SCOPE_PERMISSIONS: Readonly<Record<TokenScope, readonly Permission[]>> = {
  // A program that runs a check reads what it is.
  'evaluations:run': ['evaluations:run', 'checks:read'],
  'search:read': ['logs:read', 'receipts:read', 'audit:read'],
  'agent:read': ['agents:use'],
  'agent:write': ['agents:write'],
};

/**
 * What these scopes permit beside that, within a call of a tool: a token for agents opens `POST /mcp` alone, so that nobody
 * gets around its budget, its masks and the organization's switch.
 */
export const AGENT_SCOPE_PERMISSIONS: Readonly<Partial<Record<TokenScope, readonly Permission[]>>> =
  {
    'agent:read': [
      'logs:read',
      'indexes:read',
      'alerts:read',
      'alert-rules:read',
      'services:read',
      'dashboards:read',
      'saved-searches:read',
    ],
    'agent:write': ['alerts:write', 'saved-searches:write'],
  };

/** Whether a role holds a permission. */
export function roleHolds(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}
