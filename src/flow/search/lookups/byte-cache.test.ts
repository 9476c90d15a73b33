import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteCache } from './byte-cache.ts';

test('what was not used for the longest time goes first', () => {
  const cache = createByteCache<string>(10);
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  cache.get('a');

  cache.set('c', 'C', 4);

  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], ['A', undefined, 'C']);
  assert.equal(cache.bytes(), 8);
});

test('what is too large is not kept, and what is replaced no longer counts', () => {
  const cache = createByteCache<string>(10);
  cache.set('a', 'A', 10);
  cache.set('a', 'B', 3);
  cache.set('b', 'too large', 11);

  assert.deepEqual([cache.get('a'), cache.get('b')], ['B', undefined]);
  assert.equal(cache.bytes(), 3);
});
