/** Describes what a role may do, generated from the permission table, so that both always agree. */
import {
  PERMISSIONS,
  type Permission,
  type Role,
  roleHolds,
  ROLES,
} from '../../../src/spec/roles.ts';
import { roleName } from './role-names.ts';

/** In display order. */
const ACTIONS = [
  'read',
  'send',
  'use',
  'edit',
  'manage',
  'delete',
  'export',
  'create',
  'revoke',
  'change',
  'request',
  'evaluate',
] as const;
type Action = (typeof ACTIONS)[number];

/** Text for every permission; a new permission does not compile without one. */
const WORDS: Readonly<Record<Permission, readonly [Action, string]>> = {
  'logs:read': ['read', 'logs'],
  'logs:write': ['send', 'logs'],
  'logs:delete': ['delete', 'logs'],
  'logs:export': ['export', 'logs'],
  'dashboards:read': ['read', 'dashboards'],
  'dashboards:write': ['edit', 'dashboards'],
  'dashboards:delete': ['delete', 'dashboards'],
  'alerts:write': ['edit', 'alert rules'],
  'alerts:delete': ['delete', 'alert rules'],
  'keys:create': ['manage', 'API keys'],
  'keys:revoke': ['revoke', 'API keys'],
  'roles:read': ['read', 'roles'],
  'roles:manage': ['manage', 'roles'],
  'pipelines:manage': ['edit', 'pipelines'],
  'members:manage': ['manage', 'members'],
  'members:role': ['change', 'member roles'],
  'organization:manage': ['manage', 'the organization'],
  'billing:manage': ['manage', 'billing'],
  'alerts:read': ['read', 'alerts'],
  'alert-rules:read': ['read', 'alert rules'],
  'channels:manage': ['manage', 'alert channels'],
  'audit:read': ['read', 'the audit log'],
  'audit-streams:manage': ['manage', 'audit streams'],
  'pipelines:read': ['read', 'pipelines'],
  'organization:read': ['read', 'organization settings'],
  'organization:delete': ['delete', 'the organization'],
  'sign-in:manage': ['manage', 'sign-in methods'],
  'directory:provision': ['manage', 'members from a directory'],
  'receipts:read': ['read', 'receipts'],
  'saved-searches:read': ['read', 'saved searches'],
  'saved-searches:write': ['edit', 'saved searches'],
  'saved-searches:delete': ['delete', 'saved searches'],
  'lookups:read': ['read', 'lookup tables'],
  'lookups:write': ['edit', 'lookup tables'],
  'macros:read': ['read', 'macros'],
  'macros:write': ['edit', 'macros'],
  'macros:delete': ['delete', 'macros'],
  'checks:read': ['read', 'checks'],
  'checks:write': ['edit', 'checks'],
  'checks:delete': ['delete', 'checks'],
  'data-models:read': ['read', 'data models'],
  'data-models:write': ['edit', 'data models'],
  'data-models:delete': ['delete', 'data models'],
  'data-links:read': ['read', 'data links'],
  'data-links:manage': ['manage', 'data links'],
  'short-links:use': ['create', 'short links'],
  'short-links:manage': ['revoke', 'short links of others'],
  'dashboards:publish': ['create', 'public dashboard links'],
  'indexes:read': ['read', 'indexes'],
  'indexes:manage': ['manage', 'indexes'],
  'services:read': ['read', 'services'],
  'services:write': ['edit', 'services'],
  'services:delete': ['delete', 'services'],
  'exports:manage': ['manage', 'scheduled exports'],
  'dead-letters:manage': ['manage', 'the dead-letter queue'],
  'config:read': ['read', 'configuration as code'],
  'config:apply': ['edit', 'configuration as code'],
  'tokens:manage': ['manage', 'their own access tokens'],
  'elevation:request': ['request', 'temporary roles'],
  'evaluations:run': ['evaluate', 'logs'],
  'agents:use': ['use', 'agents'],
  'agents:write': ['use', 'agents with write access'],
};

const ALL = Object.keys(PERMISSIONS) as readonly Permission[];

/** What it may do beyond the role below it; each includes that one. */
export function roleMeaning(role: Role): string {
  const below = ROLES[ROLES.indexOf(role) + 1];
  const own = ALL.filter(
    (permission) =>
      roleHolds(role, permission) && (below === undefined || !roleHolds(below, permission)),
  );
  const told = ACTIONS.flatMap((action) => {
    const things = own.flatMap((permission) => {
      const [its, thing] = WORDS[permission];
      return its === action ? [thing] : [];
    });
    return things.length === 0 ? [] : [`${action} ${listed(things)}`];
  });
  const text = below === undefined ? told.join('; ') : `${before(below)}${told.join('; ')}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a permission is called in the text of a role. */
export function permissionWords(permission: Permission): readonly [string, string] {
  return WORDS[permission];
}

function before(role: Role): string {
  return `All ${roleName(role)} permissions, plus: `;
}

function listed(things: readonly string[]): string {
  const last = things.at(-1) ?? '';
  return things.length < 2 ? last : `${things.slice(0, -1).join(', ')} and ${last}`;
}
