import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMembers, writeMembers } from './member-lines.ts';

test('lines and members lead to each other', () => {
  const one = [{ host: 'web-1' }, { host: 'web, 2' }];
  const two = [{ host: 'web-1', zone: 'eu' }];

  assert.deepEqual(readMembers(writeMembers(one, ['host']), ['host']), one);
  assert.deepEqual(readMembers(writeMembers(two, ['host', 'zone']), ['host', 'zone']), two);
});

test('empty lines are none, and what is missing is empty', () => {
  assert.deepEqual(readMembers('\n web-1 \n\n', ['host']), [{ host: 'web-1' }]);
  assert.deepEqual(readMembers('web-1', ['host', 'zone']), [{ host: 'web-1', zone: '' }]);
});
