import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, rolesIn } from './role-lines.ts';

test('what is typed becomes groups and roles, and back', () => {
  const text = 'engineers = member\nOU=Ops,DC=acme = Admin\n\n';
  const roles = [
    { group: 'engineers', role: 'member' },
    { group: 'OU=Ops,DC=acme', role: 'admin' },
  ] as const;
  assert.deepEqual(rolesIn(text), roles);
  assert.equal(linesOf(roles), 'engineers = member\nOU=Ops,DC=acme = admin');
  assert.deepEqual(rolesIn(' \n'), []);
});

test('a line that is no group and role is named', () => {
  for (const line of ['engineers', '= member', 'engineers = owner', 'engineers =']) {
    const read = rolesIn(`a = viewer\n${line}`);
    assert.ok('problem' in read && read.problem.includes(line.trim()), line);
  }
});
