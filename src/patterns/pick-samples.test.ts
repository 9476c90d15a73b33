import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickSamples } from './pick-samples.ts';
import type { Signatures } from './signatures.ts';

interface Given {
  /** Of each form how often it occurs, and its first row. */
  readonly forms: readonly (readonly [count: number, firstRow: number])[];
  readonly rows?: readonly number[];
  readonly samplesMax?: number;
  readonly textOf?: (row: number) => string;
  readonly leaves?: number[][];
}

function pick({ forms, rows = [], samplesMax = 9, textOf = String, leaves }: Given): number[] {
  const signatures = {
    counts: Int32Array.from(forms, ([count]) => count),
    firstRows: Int32Array.from(forms, ([, row]) => row),
  } as unknown as Signatures;
  const group = { id: '', leaves: leaves ?? [forms.map((_, at) => at)] };
  return pickSamples(signatures, group, rows, textOf, samplesMax);
}

test('the most common form comes first, then the rarest, then those between', () => {
  const forms = [
    [3, 10],
    [9, 11],
    [1, 12],
    [5, 13],
    [7, 14],
  ] as const;

  assert.deepEqual(pick({ forms, rows: [10] }), [11, 12, 14, 10, 13]);
  assert.deepEqual(pick({ forms, rows: [10], samplesMax: 2 }), [11, 12]);
  assert.deepEqual(pick({ forms, rows: [10], samplesMax: 0 }), []);
});

test('of forms that are equally common the one that came first is first', () => {
  const forms = [
    [1, 30],
    [1, 10],
    [1, 20],
  ] as const;

  assert.deepEqual(pick({ forms, rows: [30] }), [10, 30, 20]);
});

test('forms of all leaves count', () => {
  const forms = [
    [1, 0],
    [2, 1],
  ] as const;

  assert.deepEqual(pick({ forms, rows: [0], leaves: [[0], [1]] }), [1, 0]);
});

test('equal texts are shown once', () => {
  const forms = [
    [3, 0],
    [2, 1],
    [1, 2],
  ] as const;
  const textOf = (row: number): string => (row === 1 ? 'other' : 'same');

  assert.deepEqual(pick({ forms, rows: [0, 1, 2], textOf }), [0, 1]);
});

test('one form shows rows spread over all of its own', () => {
  const rows = Array.from({ length: 17 }, (_, at) => 100 + at);

  assert.deepEqual(pick({ forms: [[17, 100]], rows, samplesMax: 2 }), [100, 102]);
  assert.deepEqual(
    pick({ forms: [[17, 100]], rows, samplesMax: 4, textOf: (row) => String(row >> 2) }),
    [100, 104, 108, 112],
  );
  assert.deepEqual(pick({ forms: [[5, 100]], rows: rows.slice(0, 5) }), [100, 101, 102, 103, 104]);
});

test('of very many forms four times as many are looked at as are shown', () => {
  const forms = Array.from({ length: 20 }, (_, at) => [100 - at, at] as const);
  const looked: number[] = [];
  const textOf = (row: number): string => {
    looked.push(row);
    return 'same';
  };

  assert.deepEqual(pick({ forms, rows: [50, 51, 52, 53, 54], samplesMax: 1, textOf }), [0]);
  pick({ forms, rows: [50, 51, 52, 53, 54], samplesMax: 2, textOf });
  assert.deepEqual(looked.slice(1), [0, 19, 1, 18, 2, 17, 3, 16, 50, 51, 51, 52, 52, 53, 53, 54]);
});
