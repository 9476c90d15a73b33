import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersTo, commandOf, headingsOf, isPrompt, looksTyped } from './find-headings.ts';
import { indexLines } from './index-lines.ts';

const TYPED: readonly (readonly [line: string, isTyped: boolean])[] = [
  ['$ make', true],
  ['> get key', true],
  ['% ls', true],
  ['+ make', true],
  ['++ make', true],
  ['  $ make', true],
  ['sqlite> select 1', true],
  ['root# ls', true],
  ['# apt install x', true],
  ['# Subtest: adds', false],
  ['# tests 5', false],
  ['# pass 5', false],
  ['# Title of a page', false],
  ['#apt install', false],
  ['$make', false],
  ['$', false],
  ['make all', false],
  ['++++ queue-1.1 PASSED', false],
  ['++++ queue-1.1 FAILED: late', false],
  ['++++ queue-1.1 SKIPPED', false],
  ['$ grep PASSED file', true],
];

for (const [line, isTyped] of TYPED) {
  test(`"${line}" ${isTyped ? 'was' : 'was not'} typed`, () => {
    assert.equal(looksTyped(line), isTyped);
    assert.equal(isPrompt(indexLines([line]), 0), isTyped);
    assert.equal(isPrompt(indexLines([`[2x] ${line}`]), 0), false, 'patterns have no order');
  });
}

test('rows that are indented less stand above a row, nearest first and three at most', () => {
  const index = indexLines(['a', ' b', '  c', '', '   d', '    e', '    f', 'g']);

  assert.deepEqual(headingsOf(index, 6), [4, 2, 1]);
  assert.deepEqual(headingsOf(index, 4), [2, 1, 0]);
  assert.deepEqual(headingsOf(index, 2), [1, 0]);
  assert.deepEqual(headingsOf(index, 1), [0]);
  assert.deepEqual(headingsOf(index, 0), []);
  assert.deepEqual(headingsOf(index, 7), []);
});

test('a row above reaches sixty rows down', () => {
  const below = (count: number): number[] => {
    const lines = ['suite', ...Array.from({ length: count }, (_, at) => `  case ${at}`)];
    return headingsOf(indexLines(lines), count);
  };

  assert.deepEqual(below(60), [0]);
  assert.deepEqual(below(61), []);
});

test('a row answers the command above it, as far as an answer reaches', () => {
  const answers = (count: number): number[] => {
    const lines = ['$ make', ...Array.from({ length: count }, (_, at) => `line ${at}`)];
    return commandOf(indexLines(lines), count);
  };

  assert.deepEqual(answers(1), [0]);
  assert.deepEqual(answers(12), [0]);
  assert.deepEqual(answers(13), []);
  assert.deepEqual(commandOf(indexLines(['line', 'line']), 1), []);
  assert.deepEqual(commandOf(indexLines(['$ one', '$ two']), 1), []);
  assert.deepEqual(commandOf(indexLines(['$ one', 'a', '$ two', 'b']), 3), [2]);
});

test('the name of a script stands in the row above its command', () => {
  const index = indexLines(['> shop@1.2.0 test', '> node --test', 'ok 1', 'ok 2']);

  assert.deepEqual(commandOf(index, 2), [1, 0]);
  assert.deepEqual(answersTo(index, 0), [2, 3]);
  assert.deepEqual(answersTo(index, 1), [2, 3]);
});

test('a command is answered by the rows up to the next one, twelve at most', () => {
  const index = indexLines(['$ one', 'a', 'b', '$ two', '$ three', 'c']);
  const long = indexLines(['$ one', ...Array.from({ length: 20 }, (_, at) => `line ${at}`)]);

  assert.deepEqual(
    [answersTo(index, 0), answersTo(index, 3), answersTo(index, 4)],
    [[1, 2], [], [5]],
  );
  assert.deepEqual(answersTo(long, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('a row is evidence when a quote of it has eight characters', () => {
  const index = indexLines(['abcd   efg', 'abcd  ef  ', '  abcdefgh', '']);

  assert.deepEqual(
    [0, 1, 2, 3, 4].map((segment) => index.isUsable(segment)),
    [true, false, true, false, false],
  );
});

test('a word weighs less, the more different rows hold it', () => {
  const index = indexLines(['zebra one', 'zebra two', 'zebra 1 two', 'zebra 2 two', 'lamp']);
  const weight = (shapes: number, frequency: number): number =>
    Math.log(1 + (shapes + 1) / (1 + frequency));

  assert.deepEqual(index.postings.get('zebra'), [0, 1, 2, 3]);
  assert.equal(index.weightOf('zebra'), weight(3, 2));
  assert.equal(index.weightOf('lamp'), weight(3, 1));
  assert.equal(index.weightOf('unheard'), weight(3, 0));
  assert.equal(index.weightOf('#2'), weight(3, 1));
});
