import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupHash, makeKey } from './groups.ts';

test('without fields there is one group, and it has no key', () => {
  assert.equal(makeKey([], ['a']), null);
});

test('a key has each value as text', () => {
  const names = ['text', 'empty', 'nothing', 'missing', 'number', 'several', 'object'];
  const values = ['a', '', null, undefined, 7, ['x', null, 2, ['y']], { a: 1 }];

  assert.deepEqual(makeKey(names, values), {
    text: 'a',
    empty: '',
    nothing: '',
    missing: '',
    number: '7',
    several: 'x  2 y',
    object: '{"a":1}',
  });
});

test('long values are cut, and not in the middle of a character', () => {
  assert.deepEqual(makeKey(['a'], ['x'.repeat(256)]), { a: 'x'.repeat(256) });
  assert.deepEqual(makeKey(['a'], ['x'.repeat(257)]), { a: 'x'.repeat(256) });
  assert.deepEqual(makeKey(['a'], [`${'x'.repeat(255)}😀`]), { a: `${'x'.repeat(255)}\ufffd` });
});

test('a group has the same name in whatever order its fields come', () => {
  assert.equal(groupHash(null), '74234e98afe7498f');
  assert.equal(groupHash({ host: 'a', zone: 'b' }), groupHash({ zone: 'b', host: 'a' }));
  assert.notEqual(groupHash({ host: 'a', zone: 'b' }), groupHash({ host: 'b', zone: 'a' }));
  assert.match(groupHash({ host: 'a' }), /^[0-9a-f]{16}$/);
});
