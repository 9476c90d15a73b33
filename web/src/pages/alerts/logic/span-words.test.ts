import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneSpan, readSpan, spanText, spanWords } from './span-words.ts';

test('seconds become words', () => {
  assert.equal(spanWords(0), '0 seconds');
  assert.equal(spanWords(60), '1 minute');
  assert.equal(spanWords(5_400), '1 hour 30 minutes');
  assert.equal(spanWords(604_800), '7 days');
  assert.equal(oneSpan(60), 'minute');
  assert.equal(oneSpan(300), '5 minutes');
  assert.equal(oneSpan(90), '1 minute 30 seconds');
});

test('what a field shows is read as the same length', () => {
  for (const seconds of [0, 1, 30, 60, 90, 300, 3_600, 5_400, 86_400, 604_800, 694_861]) {
    assert.equal(readSpan(spanText(seconds)), seconds, spanText(seconds));
  }
});

test('people may type it in their own way', () => {
  assert.equal(readSpan('5 min'), 300);
  assert.equal(readSpan('1 h 30 minutes'), 5_400);
  assert.equal(readSpan('2 days'), 172_800);
  assert.equal(readSpan(' 45 '), 45);
  assert.equal(readSpan('soon'), undefined);
  assert.equal(readSpan('5 m x'), undefined);
  assert.equal(readSpan('-5m'), undefined);
  assert.equal(readSpan(''), undefined);
});
