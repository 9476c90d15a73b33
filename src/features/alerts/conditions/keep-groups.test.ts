import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepGroups } from './groups.ts';

function kept(names: string, known: string, groupsMax: number): [string, boolean] {
  const groups = names.split('').map((hash) => ({ hash }));
  const result = keepGroups(groups, new Set(known), groupsMax);
  return [result.groups.map(({ hash }) => hash).join(''), result.isCut];
}

test('as many groups as a rule tells apart stay as they are', () => {
  assert.deepEqual(kept('abc', 'c', 3), ['abc', false]);
  assert.deepEqual(kept('abc', 'c', 4), ['abc', false]);
});

test('of more the known ones come first, and then what fits', () => {
  assert.deepEqual(kept('abcd', 'c', 3), ['cab', true]);
  assert.deepEqual(kept('abcd', '', 2), ['ab', true]);
});

test('no known group is left out', () => {
  assert.deepEqual(kept('abcd', 'bcd', 2), ['bcd', true]);
});
