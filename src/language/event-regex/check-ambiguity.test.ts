import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAmbiguity, movesFor } from './check-ambiguity.ts';
import { RegexFault, readRegex } from './read-regex.ts';

const check = (text: string) => checkAmbiguity(readRegex(text).tree);

const EFFORTS: readonly [text: string, freeLoops: number, ways: number][] = [
  ['^a', 0, 1],
  ['a', 1, 1],
  ['a^', 1, 1],
  ['^', 0, 1],
  ['$', 1, 1],
  ['(?:^a|^b)', 0, 1],
  ['(?:^a|b)', 1, 1],
  ['(?:a|b)', 1, 1],
  // A choice whose branches begin alike is a matter of trying.
  ['^(?:ab|ac)', 0, 2],
  ['^(?:ab|ac|d)', 0, 3],
  ['^(?:ab|cd)', 0, 1],
  ['^(?:|a)a', 0, 2],
  ['^(?:|a)b', 0, 1],
  ['^(?:$a|a)', 0, 2],
  ['^(?:ab|ac)(?:ab|ac)', 0, 4],
  // A repetition whose end is seen at once is not.
  ['^a*b', 0, 1],
  ['^a*', 0, 1],
  ['^a*a', 1, 1],
  ['^a+a', 1, 1],
  ['^a*b?a', 1, 1],
  ['^a*b?$a', 1, 1],
  ['^a*(?:b|a)', 1, 1],
  ['^a*(?:b|c)', 0, 1],
  ['^a*a*a', 2, 1],
  ['^a*b*a', 1, 1],
  ['^a*b+a', 0, 1],
  ['^a*(?:b?c?)a', 1, 1],
  ['^a*(?:b?c)a', 0, 1],
  ['^a*(?:b?)+a', 1, 2],
  ['^a?a', 0, 2],
  ['^a?b', 0, 1],
  ['^a{2}a', 0, 1],
  ['^a{1,3}a', 0, 3],
  ['^a{0,8}a', 0, 9],
  ['^a{1,9}a', 0, 9],
  ['^a{0,9}a', 1, 1],
  ['^a{3,}a', 1, 1],
  ['^(?:ab)*a', 1, 1],
  ['^(?:ab)*b', 0, 1],
  ['^(?:a?b)*b', 1, 1],
  ['^(?:a|b)*b', 1, 1],
  ['^(?:a|b)*c', 0, 1],
  ['^(?:a*,)*a', 1, 1],
  // The end of the body may be followed by its beginning, once there is a second round.
  ['^(?:ba?)?a', 0, 2],
  ['^(?:,a*)*,', 1, 1],
  ['^(?:,a*)*a', 1, 1],
];
for (const [text, freeLoops, ways] of EFFORTS) {
  test(`${text} has ${freeLoops} free loops and ${ways} ways`, () => {
    assert.deepEqual(check(text), { freeLoops, ways });
  });
}

const MANY = 'Too many ways to match this. Make the alternatives start differently.';
const FOREVER =
  'This repetition can match in more than one way, so a long text could take ' +
  'forever. Start or end each repetition with a character that nothing else in it matches.';
const FOLLOW = 'The pattern is too complex. Remove some alternatives or repetitions.';
const FAULTS: readonly [text: string, position: number, message: string][] = [
  [`^${'(?:ab|ac)'.repeat(13)}`, 4, MANY],
  ['^x(?:a*)*', 2, FOREVER],
  ['^(?:ab|a)*', 1, FOREVER],
  ['^(?:a|a){2}', 1, FOREVER],
  ['^(?:a?b?)*', 1, FOREVER],
  [`x^${'a?'.repeat(400)}`, 0, FOLLOW],
];
for (const [text, position, message] of FAULTS) {
  test(`${text.slice(0, 20)} is refused at ${position}`, () => {
    assert.throws(
      () => check(text),
      (error: unknown) => {
        assert.ok(error instanceof RegexFault);
        assert.deepEqual([error.position, error.message], [position, message]);
        return true;
      },
    );
  });
}

test('what comes once at most may be read in several ways', () => {
  for (const text of ['^(?:a|a)?', '^(?:ab|a)', '^(?:a*a*){1}', '^(?:a,)*', '^(?:a*,)*']) {
    assert.doesNotThrow(() => check(text), text);
  }
});

test('4,096 ways are taken, more are not', () => {
  assert.deepEqual(check(`^${'(?:ab|ac)'.repeat(12)}`), { freeLoops: 0, ways: 4_096 });
  assert.throws(() => check(`^${'(?:ab|ac)'.repeat(11)}(?:ab|ac|ad)`), RegexFault);
});

test('50,000 pairs of places may follow each other, one more not', () => {
  // 315 places that may all be missing have 49,455 pairs, and each comes before the first letter behind.
  const pairs = (more: number): string => `^${'a?'.repeat(315)}x${'x'.repeat(more)}`;

  assert.throws(() => check(pairs(230)), { message: MANY });
  assert.throws(() => check(pairs(231)), { message: FOLLOW });
});

test('the moves of a pattern are those of its ways, and for each free loop a power more', () => {
  const moves = (freeLoops: number, ways: number): number => movesFor({ freeLoops, ways }, 60);

  assert.deepEqual(
    [moves(0, 1), moves(0, 3), moves(1, 1), moves(2, 1), moves(2, 2)],
    [60, 180, 1_800, 36_000, 72_000],
  );
});
