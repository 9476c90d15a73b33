import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, roleHolds, ROLES } from '../../../src/spec/roles.ts';
import { permissionWords, roleMeaning } from './role-meanings.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];

test('each role includes the one below it, so that telling what it adds tells everything', () => {
  for (const [place, role] of ROLES.entries()) {
    const below = ROLES[place + 1];
    const missing = ALL.filter(
      (permission) =>
        below !== undefined && roleHolds(below, permission) && !roleHolds(role, permission),
    );
    assert.deepEqual(missing, [], role);
  }
});

test('a role’s text tells every permission that it adds, and no other', () => {
  for (const [place, role] of ROLES.entries()) {
    const below = ROLES[place + 1];
    const parts = partsOf(roleMeaning(role));
    const wanted = ALL.filter(
      (permission) =>
        roleHolds(role, permission) && (below === undefined || !roleHolds(below, permission)),
    ).map((permission) => permissionWords(permission).join(' '));

    assert.deepEqual(parts.toSorted(), wanted.toSorted(), role);
  }
});

test('no two permissions are told in the same words', () => {
  const words = ALL.map((permission) => permissionWords(permission).join(' '));
  assert.equal(new Set(words).size, ALL.length);
});

test('the texts read as sentences', () => {
  assert.equal(
    roleMeaning('owner'),
    'All Admin permissions, plus: manage billing and sign-in methods; delete the organization.',
  );
  assert.match(roleMeaning('viewer'), /^Read logs, dashboards, roles, .*; evaluate logs\.$/);
});

/** “read a, b and c; delete d” as “read a”, “read b”, “read c”, “delete d”. */
function partsOf(text: string): string[] {
  const reported = text.replace(/^All \w+ permissions, plus: /, '').slice(0, -1);
  const clauses = `${reported.charAt(0).toLowerCase()}${reported.slice(1)}`.split('; ');
  return clauses.flatMap((clause) => {
    const [, action = '', things = ''] = /^(\w+) (.*)$/.exec(clause) ?? [];
    return things.split(/, | and /).map((thing) => `${action} ${thing}`);
  });
}
