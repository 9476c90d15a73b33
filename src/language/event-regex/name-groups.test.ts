import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameGroups } from './name-groups.ts';

test('groups get names by number; escaped and unnumbered ones do not count', () => {
  const names = new Map([
    [1, 'user'],
    [3, 'port'],
  ]);
  for (const [regex, named] of [
    ['(a)(b)(c)', '(?<user>a)(b)(?<port>c)'],
    ['\\((?:x)(a)[(](?<own>b)(c)', '\\((?:x)(?<user>a)[(](?<own>b)(?<port>c)'],
    ['no groups', 'no groups'],
  ] as const) {
    assert.equal(nameGroups(regex, names), named);
  }
});
