import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sparklinePoints } from './sparkline-points.ts';

test('a list with the mark of a sparkline is one, with gaps where there is no number', () => {
  assert.deepEqual(sparklinePoints(['##__SPARKLINE__##', '1', '', '2.5', 'x']), [
    1,
    null,
    2.5,
    null,
  ]);
  assert.deepEqual(sparklinePoints(['##__SPARKLINE__##']), []);
});

test('other values are shown as they are', () => {
  for (const value of [['1', '2'], '##__SPARKLINE__##', null, undefined, 3, []]) {
    assert.equal(sparklinePoints(value), undefined);
  }
});
