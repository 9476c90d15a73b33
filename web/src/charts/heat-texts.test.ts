import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatTexts } from './heat-texts.ts';

test('the unit belongs to buckets that are numbers, and cells then are counts', () => {
  const { bucketName, amountText } = heatTexts(['0', '100', '200'], 'ms');
  assert.equal(bucketName('100'), '100 ms');
  assert.equal(amountText(76), '76');
  assert.equal(heatTexts(['0-100', '100-200'], 'ms').bucketName('0-100'), '0-100 ms');
});

test('the unit belongs to the cells where buckets are names, or there is none', () => {
  const { bucketName, amountText } = heatTexts(['checkout', 'search'], 'ms');
  assert.equal(bucketName('checkout'), 'checkout');
  assert.equal(amountText(76), '76 ms');
  assert.equal(heatTexts(['0', '100'], undefined).amountText(76), '76');
  assert.equal(heatTexts([], 'ms').amountText(76), '76 ms');
});
