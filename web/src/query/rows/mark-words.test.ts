import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarker, markWords } from './mark-words.ts';

test('words are found in any case, the longest first', () => {
  const pieces = markWords('Timeout: timed out (TIME)', createMarker(['time', 'timeout']));

  assert.deepEqual(
    pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text),
    ['Timeout', 'time', 'TIME'],
  );
  assert.equal(pieces.map(({ text }) => text).join(''), 'Timeout: timed out (TIME)');
});

test('signs of regular expressions mean themselves', () => {
  for (const word of ['a.b', '(x', '[1-2]', 'a|b', '$', '\\d', 'C:\\x', 'a-b', 'a/b']) {
    const pieces = markWords(`- ${word} -`, createMarker([word]));
    assert.deepEqual(pieces[1], { text: word, isMarked: true });
  }
});

test('without words nothing is marked', () => {
  assert.deepEqual(markWords('abc', createMarker([])), [{ text: 'abc', isMarked: false }]);
});
