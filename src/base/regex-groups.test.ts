import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asGroup, groupsOf } from './regex-groups.ts';

const CASES: readonly (readonly [regex: string, groups: readonly string[]])[] = [
  ['a(b)c', ['1:numbered']],
  ['(?:a)(?i)(b)', ['0:-', '5:-', '9:numbered']],
  ['(?<user>\\w+) (?P<host>x)', ['0:user', '13:host']],
  ['(?<=a)(?<!b)(?<1>c)', ['0:-', '6:-', '12:-']],
  ['\\(a[()\\]]\\Q(b\\E(c)', ['15:numbered']],
  ['[]()](a)[^](]', ['5:numbered']],
  ['\\Q(open to the end', []],
  ['(a)\\Q\\E(b)', ['0:numbered', '7:numbered']],
  ['[a\\](](b)', ['6:numbered']],
  ['[^](](a)', ['5:numbered']],
  [`(?<${'a'.repeat(296)}>b)`, [`0:${'a'.repeat(296)}`]],
  [`(?<${'a'.repeat(297)}>b)`, ['0:-']],
  ['((a)(?<b>(c)))', ['0:numbered', '1:numbered', '4:b', '9:numbered']],
];

for (const [regex, groups] of CASES) {
  test(`the groups of ${regex}`, () => {
    const seen = groupsOf(regex).map(
      ({ at, name, isNumbered }) => `${at}:${name ?? (isNumbered ? 'numbered' : '-')}`,
    );
    assert.deepEqual(seen, groups);
  });
}

test('a group with a name can be asked for by number, too', () => {
  assert.deepEqual(groupsOf('(?<a>b)'), [{ at: 0, name: 'a', isNumbered: true }]);
});

test('an expression in brackets ends before its last one', () => {
  assert.equal(asGroup('a|b'), '(a|b)');
  assert.equal(asGroup('\\Qa\\Eb'), '(\\Qa\\Eb)');
  assert.equal(asGroup('\\Ea\\Qb'), '(\\Ea\\Qb\\E)');
});
