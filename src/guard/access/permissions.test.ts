/**
 * Who may do what, written out: nothing here is read from the tables that it is held against. A new permission,
 * role or scope fails until it stands here, too.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  KEY_SCOPES,
  PERMISSIONS,
  ROLES,
  TOKEN_SCOPES,
  type KeyScope,
  type Permission,
  type Role,
  type TokenScope,
} from '../../spec/roles.ts';
import { permissionsOfKey, permissionsOfRole, permissionsOfToken } from './permissions.ts';

/** Owner, Admin, Member, Viewer. */
const MATRIX: Readonly<Record<Permission, string>> = {
  // The specification's own table, row by row.
  'logs:read': 'YYYY',
  'logs:write': 'YYYN',
  'logs:delete': 'YYNN',
  'logs:export': 'YYNN',
  'dashboards:read': 'YYYY',
  'dashboards:write': 'YYYN',
  'dashboards:delete': 'YYNN',
  'alerts:write': 'YYYN',
  'alerts:delete': 'YYNN',
  'keys:create': 'YYNN',
  'keys:revoke': 'YYNN',
  'roles:read': 'YYYY',
  'roles:manage': 'YYNN',
  'pipelines:manage': 'YYYN',
  'pipelines:read': 'YYYY',
  'members:manage': 'YYNN',
  'members:role': 'YYNN',
  'organization:manage': 'YYNN',
  'organization:delete': 'YNNN',
  'billing:manage': 'YNNN',

  // What it implies for the rest.
  'alerts:read': 'YYYY',
  'alert-rules:read': 'YYYY',
  'channels:manage': 'YYNN',
  'audit:read': 'YYNN',
  'audit-streams:manage': 'YYNN',
  'organization:read': 'YYYY',
  'sign-in:manage': 'YNNN',
  'directory:provision': 'NNNN',
  'receipts:read': 'YYYY',
  'saved-searches:read': 'YYYY',
  'saved-searches:write': 'YYYN',
  'saved-searches:delete': 'YYYN',
  'lookups:read': 'YYYY',
  'lookups:write': 'YYYN',
  'macros:read': 'YYYY',
  'macros:write': 'YYYN',
  'macros:delete': 'YYYN',
  'checks:read': 'YYYY',
  'checks:write': 'YYYN',
  'checks:delete': 'YYYN',
  'data-models:read': 'YYYY',
  'data-models:write': 'YYYN',
  'data-models:delete': 'YYYN',
  'data-links:read': 'YYYY',
  'data-links:manage': 'YYNN',
  'short-links:use': 'YYYY',
  'short-links:manage': 'YYNN',
  'dashboards:publish': 'YYNN',
  'indexes:read': 'YYYY',
  'indexes:manage': 'YYNN',
  'services:read': 'YYYY',
  'services:write': 'YYYN',
  'services:delete': 'YYNN',
  'exports:manage': 'YYNN',
  'dead-letters:manage': 'YYNN',
  'config:read': 'YYYY',
  'config:apply': 'YYYN',
  'tokens:manage': 'YYYY',
  'elevation:request': 'YYYY',
  'evaluations:run': 'YYYY',
  'agents:use': 'YYYY',
  'agents:write': 'YYYN',
};
const COLUMNS = ['owner', 'admin', 'member', 'viewer'] as const satisfies readonly Role[];

function heldBy(role: Role): string[] {
  const column = COLUMNS.indexOf(role);
  return Object.entries(MATRIX)
    .filter(([, row]) => row.charAt(column) === 'Y')
    .map(([permission]) => permission)
    .toSorted();
}

test('each role holds its column of the table, and no permission is missing in it', () => {
  assert.deepEqual(Object.keys(PERMISSIONS).toSorted(), Object.keys(MATRIX).toSorted());
  assert.deepEqual(ROLES, COLUMNS);
  for (const role of ROLES) {
    assert.deepEqual([...permissionsOfRole(role)].toSorted(), heldBy(role), role);
  }
});

const OF_KEYS: Readonly<Record<KeyScope, readonly string[]>> = {
  'ingest-only': ['logs:write', 'receipts:read'],
  'read-only': ['agents:use', 'alerts:read', 'logs:read', 'receipts:read'],
  'full-access': heldBy('admin'),
};

test('each scope of a key opens what is written here', () => {
  assert.deepEqual([...KEY_SCOPES].toSorted(), Object.keys(OF_KEYS).toSorted());
  for (const scope of KEY_SCOPES) {
    assert.deepEqual([...permissionsOfKey(scope)].toSorted(), OF_KEYS[scope], scope);
  }
});

const OF_TOKENS: Readonly<Record<TokenScope, Readonly<Record<Role, readonly string[]>>>> = {
  'evaluations:run': {
    owner: ['checks:read', 'evaluations:run'],
    admin: ['checks:read', 'evaluations:run'],
    member: ['checks:read', 'evaluations:run'],
    viewer: ['checks:read', 'evaluations:run'],
  },
  'search:read': {
    owner: ['audit:read', 'logs:read', 'receipts:read'],
    admin: ['audit:read', 'logs:read', 'receipts:read'],
    member: ['logs:read', 'receipts:read'],
    viewer: ['logs:read', 'receipts:read'],
  },
  'agent:read': {
    owner: ['agents:use'],
    admin: ['agents:use'],
    member: ['agents:use'],
    viewer: ['agents:use'],
  },
  'agent:write': {
    owner: ['agents:write'],
    admin: ['agents:write'],
    member: ['agents:write'],
    viewer: [],
  },
};

const READ_BY_AGENTS = [
  'agents:use',
  'alert-rules:read',
  'alerts:read',
  'dashboards:read',
  'indexes:read',
  'logs:read',
  'saved-searches:read',
  'services:read',
];

test('the scopes for agents open more within a call of a tool, and nowhere else', () => {
  for (const role of ROLES) {
    const read = [...permissionsOfToken(role, ['agent:read'], 'mcp')].toSorted();
    assert.deepEqual(read, READ_BY_AGENTS, role);
    const write = [...permissionsOfToken(role, ['agent:write'], 'mcp')].toSorted();
    const isWriter = role !== 'viewer';
    assert.deepEqual(
      write,
      isWriter ? ['agents:write', 'alerts:write', 'saved-searches:write'] : [],
      role,
    );
    const others = ['search:read', 'evaluations:run'] as const;
    assert.deepEqual(permissionsOfToken(role, others, 'mcp'), permissionsOfToken(role, others));
  }
});

test('each scope of a token opens what is written here, as far as the role of its owner goes', () => {
  assert.deepEqual([...TOKEN_SCOPES].toSorted(), Object.keys(OF_TOKENS).toSorted());
  for (const scope of TOKEN_SCOPES) {
    for (const role of ROLES) {
      const held = [...permissionsOfToken(role, [scope])].toSorted();
      assert.deepEqual(held, OF_TOKENS[scope][role], `${scope} of a ${role}`);
    }
  }
  assert.deepEqual([...permissionsOfToken('owner', [])], []);
  assert.deepEqual([...permissionsOfToken('viewer', TOKEN_SCOPES)].toSorted(), [
    'agents:use',
    'checks:read',
    'evaluations:run',
    'logs:read',
    'receipts:read',
  ]);
});
