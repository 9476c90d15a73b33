import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopAmong } from './roving-rows.ts';

test('Tab leads to the row that had the focus, then to the open one, else to the first', () => {
  assert.equal(stopAmong(['a', 'b', 'c'], 'c', 'b'), 'c');
  assert.equal(stopAmong(['a', 'b', 'c'], 'gone', 'b'), 'b');
  assert.equal(stopAmong(['a', 'b', 'c'], undefined, undefined), 'a');
  assert.equal(stopAmong([], 'a'), undefined);
});
