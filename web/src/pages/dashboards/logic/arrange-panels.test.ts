import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangePanels, halfWidths } from './arrange-panels.ts';

const PANELS = [
  { id: 'late', kind: 'bars', x: 0, y: 12, w: 24, h: 4 },
  { id: 'second', kind: 'heading', x: 0, y: 10, w: 24, h: 2 },
  { id: 'right', kind: 'value', x: 12, y: 2, w: 12, h: 8 },
  { id: 'left', kind: 'value', x: 0, y: 2, w: 12, h: 8 },
  { id: 'first', kind: 'heading', x: 0, y: 0, w: 24, h: 2 },
] as const;

function rows(collapsed: readonly string[]) {
  return arrangePanels(PANELS, new Set(collapsed)).map(({ panel, row }) => [panel.id, row]);
}

test('panels come in reading order, at the rows they are kept with', () => {
  const all = [
    ['first', 0],
    ['left', 2],
    ['right', 2],
    ['second', 10],
    ['late', 12],
  ];
  assert.deepEqual(rows([]), all);
});

test('what a collapsed heading hides is gone, and the rest moves up', () => {
  const first = [
    ['first', 0],
    ['second', 2],
    ['late', 4],
  ];
  const both = [
    ['first', 0],
    ['second', 2],
  ];
  assert.deepEqual(rows(['first']), first);
  assert.deepEqual(rows(['first', 'second']), both);
});

test('in half the columns as many stand in a row as fit, and every row is full', () => {
  const widths = (...all: number[]) => halfWidths(all.map((w) => ({ w })));

  assert.deepEqual(widths(6, 6, 6, 6), [6, 6, 6, 6]);
  assert.deepEqual(widths(8, 8, 8), [12, 12, 12]);
  assert.deepEqual(widths(4, 4, 4, 24), [4, 4, 4, 12]);
  assert.deepEqual(widths(6, 24, 3, 5), [12, 12, 3, 9]);
});
