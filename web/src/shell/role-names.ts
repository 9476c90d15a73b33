/** What a role is called, and what it may do: made from the table of permissions, so that neither says more than the other. */
import {
  PERMISSIONS,
  type Permission,
  type Role,
  roleHolds,
  ROLES,
} from '../../../src/spec/roles.ts';

const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

/** In the order in which they are told. */
const DEEDS = [
  'reads',
  'sends',
  'writes',
  'manages',
  'deletes',
  'exports',
  'shares',
  'revokes',
  'changes',
  'asks for',
  'evaluates',
] as const;
type Deed = (typeof DEEDS)[number];

/** Every permission in words; a new one does not compile until it has some. */
const WORDS: Readonly<Record<Permission, readonly [Deed, string]>> = {
  'logs:read': ['reads', 'logs'],
  'logs:write': ['sends', 'logs'],
  'logs:delete': ['deletes', 'logs'],
  'logs:export': ['exports', 'logs'],
  'dashboards:read': ['reads', 'dashboards'],
  'dashboards:write': ['writes', 'dashboards'],
  'dashboards:delete': ['deletes', 'dashboards'],
  'alerts:write': ['writes', 'alert rules'],
  'alerts:delete': ['deletes', 'alert rules'],
  'keys:create': ['manages', 'API keys'],
  'keys:revoke': ['revokes', 'API keys'],
  'roles:read': ['reads', 'roles'],
  'roles:manage': ['manages', 'roles'],
  'pipelines:manage': ['writes', 'pipelines'],
  'members:manage': ['manages', 'members'],
  'members:role': ['changes', 'the roles of members'],
  'organization:manage': ['manages', 'the organization'],
  'billing:manage': ['manages', 'billing'],
  'alerts:read': ['reads', 'alerts'],
  'alert-rules:read': ['reads', 'alert rules'],
  'channels:manage': ['manages', 'alert channels'],
  'audit:read': ['reads', 'the audit log'],
  'pipelines:read': ['reads', 'pipelines'],
  'organization:read': ['reads', 'the organization’s settings'],
  'organization:delete': ['deletes', 'the organization'],
  'sign-in:manage': ['manages', 'ways to sign in'],
  'receipts:read': ['reads', 'receipts'],
  'saved-searches:read': ['reads', 'saved searches'],
  'saved-searches:write': ['writes', 'saved searches'],
  'saved-searches:delete': ['deletes', 'saved searches'],
  'lookups:read': ['reads', 'lookup tables'],
  'lookups:write': ['writes', 'lookup tables'],
  'dashboards:publish': ['shares', 'dashboards with everybody'],
  'indexes:read': ['reads', 'indexes'],
  'indexes:manage': ['manages', 'indexes'],
  'services:read': ['reads', 'services'],
  'services:write': ['writes', 'services'],
  'services:delete': ['deletes', 'services'],
  'exports:manage': ['manages', 'scheduled exports'],
  'dead-letters:manage': ['manages', 'dead letters'],
  'tokens:manage': ['manages', 'their own access tokens'],
  'elevation:request': ['asks for', 'a higher role for a time'],
  'evaluations:run': ['evaluates', 'logs'],
};

const ALL = Object.keys(PERMISSIONS) as readonly Permission[];

export function roleName(role: Role): string {
  return NAMES[role];
}

/** What it may do beyond the role below it; each includes that one. */
export function roleMeaning(role: Role): string {
  const below = ROLES[ROLES.indexOf(role) + 1];
  const own = ALL.filter(
    (permission) =>
      roleHolds(role, permission) && (below === undefined || !roleHolds(below, permission)),
  );
  const told = DEEDS.flatMap((deed) => {
    const things = own.flatMap((permission) => {
      const [its, thing] = WORDS[permission];
      return its === deed ? [thing] : [];
    });
    return things.length === 0 ? [] : [`${deed} ${listed(things)}`];
  });
  const text = below === undefined ? told.join('; ') : `${before(below)}${told.join('; ')}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a permission is called in the text of a role. */
export function permissionWords(permission: Permission): readonly [string, string] {
  return WORDS[permission];
}

function before(role: Role): string {
  return `Does what ${/^[AEIO]/.test(NAMES[role]) ? 'an' : 'a'} ${NAMES[role]} does, and: `;
}

function listed(things: readonly string[]): string {
  const last = things.at(-1) ?? '';
  return things.length < 2 ? last : `${things.slice(0, -1).join(', ')} and ${last}`;
}
