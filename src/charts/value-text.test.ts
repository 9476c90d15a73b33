import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueLabels, valueText } from './value-text.ts';

test('numbers are short, and tell what counts of them', () => {
  const texts = [0, 7, 12.345, 999, 1_234, 56_700, 2_500_000, -1_500, 0.1234, 0.000_12];

  assert.deepEqual(
    texts.map((value) => valueText(value)),
    ['0', '7', '12.3', '999', '1.23k', '56.7k', '2.5M', '-1.5k', '0.123', '0.00012'],
  );
});

test('the tiny and the huge are written with their exponent', () => {
  assert.equal(valueText(5e-324), '4.94e-324');
  assert.equal(valueText(1.234e-9), '1.23e-9');
  assert.equal(valueText(Number.MAX_VALUE), '1.8e308');
  assert.equal(valueText(1e30, { unit: '%' }), '1e30 %');
  assert.equal(valueText(Number.NaN), '–');
  assert.equal(valueText(Infinity), '–');
  assert.equal(valueText(-0), '0');
});

test('units go with the number', () => {
  assert.equal(valueText(1_536, { unit: 'bytes' }), '1.5 KB');
  assert.equal(valueText(0.25, { unit: 'ms' }), '0.25 ms');
  assert.equal(valueText(1_500, { unit: 'ms' }), '1.5 s');
  assert.equal(valueText(90, { unit: 's' }), '1.5 min');
  assert.equal(valueText(0, { unit: 's' }), '0 s');
  assert.equal(valueText(0.02, { unit: 's' }), '20 ms');
  assert.equal(valueText(12.5, { unit: '%' }), '12.5 %');
  assert.equal(valueText(1_200, { unit: '/s' }), '1.2k/s');
  assert.equal(valueText(3, { unit: 'orders' }), '3 orders');
  assert.equal(valueText(3, { unit: 'none', decimals: 2 }), '3.00');
  assert.equal(valueText(1, { unit: 'x'.repeat(500) }).length, 22);
});

test('labels of an axis share a measure and have digits enough to differ', () => {
  assert.deepEqual(valueLabels([0, 500, 1_000, 1_500]), ['0', '0.5k', '1.0k', '1.5k']);
  assert.deepEqual(valueLabels([0, 0.01, 0.02]), ['0', '0.01', '0.02']);
  assert.deepEqual(valueLabels([0, 20, 40]), ['0', '20', '40']);
  assert.deepEqual(valueLabels([]), []);
  const close = valueLabels([1e15, 1e15 + 1, 1e15 + 2]);
  assert.equal(close.length, 3);
});
