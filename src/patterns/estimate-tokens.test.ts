import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from './estimate-tokens.ts';

test('runs are rounded up each for itself', () => {
  assert.equal(estimateTokens(''), 0);
  assert.equal(estimateTokens('abcde'), 1);
  assert.equal(estimateTokens('abcdef'), 2);
  assert.equal(estimateTokens('123'), 1);
  assert.equal(estimateTokens('1234'), 2);
  assert.equal(estimateTokens('a1'), 2);
  assert.equal(estimateTokens('[]{}'), 4);
  assert.equal(estimateTokens('漢字'), 4);
});

test('one blank is free, many are not', () => {
  assert.equal(estimateTokens('ab cd'), 2);
  assert.equal(estimateTokens(' '.repeat(801)), 100);
});

test('a line of a log takes about a token per two and a half characters', () => {
  const line = '2024-05-11 10:15:02,310 INFO [pool-1-thread-3] org.acme.Orders: Order 10023 placed';
  const ratio = line.length / estimateTokens(line);
  assert.ok(ratio > 1.8 && ratio < 3.5, String(ratio));
});

test('a text is never longer than its parts together', () => {
  for (const [one, other] of [
    ['user ', 'ann'],
    ['12', '34'],
    ['a.', '.b'],
  ] as const) {
    assert.ok(estimateTokens(one + other) <= estimateTokens(one) + estimateTokens(other));
  }
});
