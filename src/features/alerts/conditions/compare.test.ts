import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../../spec/alerts.ts';
import { holdsFor, isOfFew, meets } from './groups.ts';

/** How 4, 5 and 6 compare with 5, and whether fewer events would make it hold. */
const COMPARISONS: readonly (readonly [Comparison, readonly boolean[], boolean])[] = [
  ['>', [false, false, true], false],
  ['>=', [false, true, true], false],
  ['<', [true, false, false], true],
  ['<=', [true, true, false], true],
  ['=', [false, true, false], true],
  ['!=', [true, false, true], false],
];

for (const [op, met, ofFew] of COMPARISONS) {
  test(`${op} 5 is met, or not, by 4, 5 and 6`, () => {
    assert.deepEqual(
      [4, 5, 6].map((value) => meets(op, value, 5)),
      met,
    );
    assert.equal(isOfFew(op), ofFew);
  });
}

function held(
  op: Comparison,
  value: number | null,
  recoverAt: number | null = null,
  isBehind = false,
): string {
  return holdsFor({ kind: 'threshold', of: 'n', op, value: 5, by: [], recoverAt }, value, isBehind);
}

test('a threshold is safe beyond `recoverAt`, and between the two neither', () => {
  assert.deepEqual([held('>', 6), held('>', 5), held('>', 0)], ['true', 'safe', 'safe']);
  assert.deepEqual(
    [6, 5, 4, 3].map((value) => held('>', value, 3)),
    ['true', 'between', 'between', 'safe'],
  );
  assert.deepEqual(
    [4, 5, 6, 7].map((value) => held('<', value, 7)),
    ['true', 'between', 'between', 'safe'],
  );
});

test('nothing is told of a missing value, nor of few events while some may be missing', () => {
  assert.deepEqual([held('>', null), held('!=', null)], ['unknown', 'unknown']);
  assert.deepEqual(
    [held('>', 6, null, true), held('>', 5, null, true), held('!=', 5, null, true)],
    ['true', 'safe', 'safe'],
  );
  assert.deepEqual(
    [held('<', 4, null, true), held('<=', 9, null, true), held('=', 5, null, true)],
    ['unknown', 'unknown', 'unknown'],
  );
});
