import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, stateOf } from './value-words.ts';

test('the highest limit that is reached counts, whatever their order', () => {
  const limits = [
    { from: 100, state: 'critical' },
    { from: 10, state: 'warning' },
  ] as const;

  assert.equal(stateOf(9.9, limits), undefined);
  assert.equal(stateOf(10, limits), 'warning');
  assert.equal(stateOf(1_000, limits), 'critical');
  assert.equal(stateOf(null, limits), undefined);
});

test('a change is told as a share, with what is better', () => {
  assert.deepEqual(changeOf(12, 10, 'lower'), { text: '+20%', direction: 'up', isBetter: false });
  assert.deepEqual(changeOf(5, 10, 'lower'), { text: '−50%', direction: 'down', isBetter: true });
  assert.equal(changeOf(5, 10, null)?.isBetter, undefined);
  assert.equal(changeOf(5, 5, 'lower')?.direction, 'same');
});

test('against nothing, and next to nothing, there is no share', () => {
  assert.deepEqual(changeOf(5, 0, null), { text: undefined, direction: 'up', isBetter: undefined });
  assert.equal(changeOf(5_000, 1, null)?.text, undefined);
  assert.equal(changeOf(5, null, null), undefined);
  assert.equal(changeOf(null, 5, null), undefined);
});
