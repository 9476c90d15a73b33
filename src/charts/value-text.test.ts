import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainNumber, valueLabels, valueText } from './value-text.ts';

test('numbers are short, and tell what counts of them', () => {
  const texts = [0, 7, 12.345, 999, 1_234, 56_700, 2_500_000, -1_500, 0.1234, 0.000_12];

  assert.deepEqual(
    texts.map((value) => valueText(value)),
    ['0', '7', '12.3', '999', '1.23k', '56.7k', '2.5M', '-1.5k', '0.123', '0.00012'],
  );
});

test('a number without a unit has four digits that count, and all before the point', () => {
  const numbers = [0, 12_345, 26.4995, 1_234.56, 1_234_567.8, -0.001_234_56, 5e-324, 1e300];

  assert.deepEqual(numbers.map(plainNumber), [
    '0',
    '12345',
    '26.5',
    '1235',
    '1234568',
    '-0.001235',
    '5e-324',
    '1e+300',
  ]);
});

test('the tiny and the huge are written with their exponent', () => {
  assert.equal(valueText(5e-324), '4.94e-324');
  assert.equal(valueText(1.234e-9), '1.23e-9');
  assert.equal(valueText(Number.MAX_VALUE), '1.8e308');
  assert.equal(valueText(1e30, { unit: '%' }), '1e30%');
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
  assert.equal(valueText(12.5, { unit: '%' }), '12.5%');
  assert.equal(valueText(1_200, { unit: '/s' }), '1.2k/s');
  assert.equal(valueText(3, { unit: 'orders' }), '3 orders');
  assert.equal(valueText(3, { unit: 'none', decimals: 2 }), '3.00');
  assert.equal(valueText(1, { unit: 'x'.repeat(500) }).length, 22);
});

test('labels of an axis share a measure and have digits enough to differ', () => {
  assert.deepEqual(valueLabels([0, 500, 1_000, 1_500]), ['0', '0.5k', '1.0k', '1.5k']);
  assert.deepEqual(valueLabels([0, 0.01, 0.02]), ['0', '0.01', '0.02']);
  assert.deepEqual(valueLabels([0, 20, 40]), ['0', '20', '40']);
  assert.deepEqual(valueLabels([0, 250, 500, 750, 1_000]), [
    '0',
    '0.25k',
    '0.50k',
    '0.75k',
    '1.00k',
  ]);
  const minutes = valueLabels([0, 20, 40, 60], { unit: 's' });
  assert.deepEqual(minutes, ['0 s', '0.33 min', '0.67 min', '1.00 min']);
  assert.deepEqual(valueLabels([]), []);
  const close = valueLabels([1e15, 1e15 + 1, 1e15 + 2]);
  assert.equal(close.length, 3);
});

test('ticks that lie decades apart have a measure each', () => {
  assert.deepEqual(valueLabels([1, 10, 100, 1_000]), ['1', '10', '100', '1k']);
  assert.deepEqual(valueLabels([-1_000, 0, 1_000_000]), ['-1k', '0', '1M']);
  assert.deepEqual(valueLabels([1, 1_024, 1_048_576], { unit: 'bytes' }), ['1 B', '1 KB', '1 MB']);
  assert.deepEqual(valueLabels([50, 60_000], { unit: 'ms' }), ['50 ms', '1 min']);
  // As far apart as steps of one length come.
  assert.deepEqual(valueLabels([100, 1_000, 1_900]), ['0.1k', '1.0k', '1.9k']);
  assert.deepEqual(valueLabels([100, 1_000, 2_000]), ['100', '1k', '2k']);
  // What would read alike needs more digits.
  assert.deepEqual(valueLabels([0.01, 10_000, 10_001]), ['1e-5k', '10.00000k', '10.00100k']);
});

test('a measure begins at one of it, and three digits count in each', () => {
  const cases: [value: number, unit: string, text: string][] = [
    [999.9, 'none', '1,000'],
    [1_000, 'none', '1k'],
    [999_999, 'none', '1,000k'],
    [1e18, 'none', '1E'],
    [9e20, 'none', '900E'],
    [1e21, 'none', '1e21'],
    [1, 'none', '1'],
    [1.005, 'none', '1'],
    [1.234, 'none', '1.23'],
    [10.25, 'none', '10.3'],
    [9.876, 'none', '9.88'],
    [100.4, 'none', '100'],
    [99.94, 'none', '99.9'],
    [0.1, 'none', '0.1'],
    [0.999, 'none', '0.999'],
    [0.012345, 'none', '0.0123'],
    [0.0001, 'none', '0.0001'],
    [0.00009, 'none', '9e-5'],
    [1_023, 'bytes', '1,023 B'],
    [1_024, 'bytes', '1 KB'],
    [1_048_576, 'bytes', '1 MB'],
    [2 ** 50, 'bytes', '1 PB'],
    [0, 'bytes', '0 B'],
    [999, 'ms', '999 ms'],
    [1_000, 'ms', '1 s'],
    [60_000, 'ms', '1 min'],
    [3_600_000, 'ms', '1 h'],
    [86_400_000, 'ms', '1 d'],
    [0.5, 'ms', '0.5 ms'],
    [1, 's', '1 s'],
    [86_400, 's', '1 d'],
    [0.0005, 's', '0.5 ms'],
    [1e30, 'orders', '1e30 orders'],
    [1_500, '%', '1,500%'],
  ];
  for (const [value, unit, text] of cases) {
    assert.equal(valueText(value, { unit }), text);
    if (value !== 0) assert.equal(valueText(-value, { unit }), `-${text}`);
  }
});

test('digits behind the point are as many as asked for, six at most', () => {
  const text = (value: number, decimals: number): string =>
    valueText(value, { unit: 'none', decimals });

  assert.deepEqual(
    [
      text(3.14159265, 9),
      text(3.7, 0),
      text(3.7, -1),
      text(3.14159, 2.9),
      text(0, 2),
      text(-0.001, 2),
    ],
    ['3.141593', '4', '4', '3.14', '0.00', '0.00'],
  );
  assert.deepEqual(
    [text(0.00001234, 2), text(1e22, 1), text(0.0001, 1)],
    ['1.23e-5', '1e22', '0.0'],
  );
});

test('labels that six digits do not tell apart are written with their exponent', () => {
  assert.deepEqual(valueLabels([1.000_001, 1.000_002]), ['1.000001', '1.000002']);
  assert.deepEqual(valueLabels([0.000_123_456_1, 0.000_123_456_2]), ['1.234561e-4', '1.234562e-4']);
  assert.deepEqual(valueLabels([1e15, 1e15 + 1], { unit: '/s' }), ['1e0P/s', '1e0P/s']);
  assert.deepEqual(valueLabels([0, 512, 1_024], { unit: 'bytes' }), ['0 B', '0.5 KB', '1.0 KB']);
  assert.deepEqual(valueLabels([-2_000, 0, 1_000]), ['-2k', '0', '1k']);
  assert.deepEqual(valueLabels([0]), ['0']);
});
