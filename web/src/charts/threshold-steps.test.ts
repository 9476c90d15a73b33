import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Field, keyStep, offsetOf, roundTo, valueAt } from './threshold-steps.ts';

const FIELD: Field = { left: 0, top: 0, width: 600, height: 200, low: 0, high: 400 };

test('a value and its place lead to each other', () => {
  for (const value of [0, 2, 100, 250, 400]) {
    assert.equal(valueAt(offsetOf(value, FIELD), FIELD, true), value);
  }
});

test('what lies outside stands at the edge', () => {
  assert.equal(offsetOf(-5, FIELD), 200);
  assert.equal(offsetOf(1_000, FIELD), 0);
  assert.equal(valueAt(-50, FIELD, true), 400);
  assert.equal(valueAt(500, FIELD, true), 0);
});

test('counts move by whole numbers, measurements as finely as they are seen', () => {
  const small = { ...FIELD, high: 3 };

  assert.equal(keyStep(small, true), 1);
  assert.equal(keyStep(small, false), 0.05);
  assert.equal(valueAt(offsetOf(1.5, small), small, false), 1.5);
  assert.equal(keyStep({ ...FIELD, high: 40_000 }, true), 500);
});

test('steps leave no digits of binary fractions', () => {
  assert.equal(roundTo(0.1 + 0.2, 0.05), 0.3);
  assert.equal(roundTo(1_234.4, 100), 1_200);
});
