import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLabels } from './chart-labels.ts';

const at = (text: string): number => Date.parse(`2026-01-${text}Z`) / 1_000;

test('a new day is named, other times are hours', () => {
  assert.deepEqual(timeLabels([at('30T20:00:00'), at('31T00:00:00'), at('31T04:00:00')], 'UTC'), [
    '20:00',
    '01-31',
    '04:00',
  ]);
});

test('days are days, and seconds are seconds', () => {
  assert.deepEqual(timeLabels([at('30T00:00:00'), at('31T00:00:00')], 'UTC'), ['01-30', '01-31']);
  assert.deepEqual(timeLabels([at('30T00:00:10')], 'Europe/Berlin'), ['01:00:10']);
});
