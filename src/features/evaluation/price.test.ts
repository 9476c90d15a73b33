import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedTokens, estimatedTokens, priceOf } from './price.ts';

for (const [model, tokensIn, tokensOut, price] of [
  ['haiku-4-5', 10, 0, 1_000],
  ['haiku-4-5', 0, 10, 5_000],
  ['haiku-4-5', 10, 1, 1_500],
  ['sonnet-4-6', 10, 1, 4_500],
  ['opus-4-7', 10, 1, 22_500],
] as const) {
  test(`${tokensIn} and ${tokensOut} tokens of ${model} cost ${price} micro-credits`, () => {
    assert.equal(priceOf(model, tokensIn, tokensOut), price);
  });
}

test('a model may count more tokens than we estimate', () => {
  assert.equal(countedTokens('haiku-4-5', 11), 14);
  assert.equal(countedTokens('opus-4-7', 10), 15);
  assert.equal(estimatedTokens('haiku-4-5', 11), 9);
  assert.equal(estimatedTokens('opus-4-7', 16), 10);
});
