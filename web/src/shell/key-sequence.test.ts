import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyReader } from './key-sequence.ts';

const names = new Set(['?', 'g s', 'g g']);

function typed(text: string, stepMs = 100): (string | undefined)[] {
  const read = createKeyReader();
  return Array.from(text, (key, index) => read({ key, at: index * stepMs, isOther: false }, names));
}

test('single keys and pairs are recognised', () => {
  assert.deepEqual(typed('?'), ['?']);
  assert.deepEqual(typed('gs'), [undefined, 'g s']);
  assert.deepEqual(typed('ggs'), [undefined, 'g g', undefined]);
  assert.deepEqual(typed('gxs'), [undefined, undefined, undefined]);
  assert.deepEqual(typed('g?'), [undefined, '?']);
});

test('a pair typed slowly is none', () => {
  assert.deepEqual(typed('gs', 1200), [undefined, 'g s']);
  assert.deepEqual(typed('gs', 1201), [undefined, undefined]);
});

test('typing in a field ends what was begun', () => {
  const read = createKeyReader();
  read({ key: 'g', at: 0, isOther: false }, names);
  assert.equal(read({ key: 'g', at: 10, isOther: true }, names), undefined);
  assert.equal(read({ key: 's', at: 20, isOther: false }, names), undefined);
});

test('a pair that was begun goes on when the names change', () => {
  const read = createKeyReader();
  read({ key: 'g', at: 0, isOther: false }, names);
  assert.equal(read({ key: 'v', at: 10, isOther: false }, new Set([...names, 'g v'])), 'g v');
});
