import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { type BarListDrawing, drawBarList } from './draw-bar-list.ts';

const PAPER = { title: 'Services', scheme: 'dark', width: 400 } as const;

function itemsOf(count: number): BarListDrawing['items'] {
  return Array.from({ length: count }, (_, at) => ({ label: `l${at}`, value: 100 - at }));
}

test('each group has a row: its name, its bar on the ground of all, its amount', () => {
  const items = [
    { label: 'a', value: 30 },
    { label: 'b', value: -10 },
    { label: 'c'.repeat(21), value: 0 },
  ];
  const svg = drawBarList({ ...PAPER, items, unit: 'ms' });

  assert.deepEqual(shapesIn(svg), [
    'text x=0 y=15: a',
    'rect x=140 y=6 width=188 height=10 fill=#ffffff12',
    'rect x=187 y=6 width=141 height=10 fill=#d0a342',
    'text x=400 y=15 text-anchor=end fill=#98a2b1: 30 ms',
    'text x=0 y=37: ccccccccccccccccccc…',
    'rect x=140 y=28 width=188 height=10 fill=#ffffff12',
    'rect x=187 y=28 width=0.5 height=10 fill=#fd50b7',
    'text x=400 y=37 text-anchor=end fill=#98a2b1: 0 ms',
    'text x=0 y=59: b',
    'rect x=140 y=50 width=188 height=10 fill=#ffffff12',
    'rect x=140 y=50 width=47 height=10 fill=#9249eb',
    'text x=400 y=59 text-anchor=end fill=#98a2b1: -10 ms',
  ]);
  assert.match(svg, / width="400" height="66" /);
  assert.match(svg, /<desc>a: 30 ms; c{21}: 0 ms; b: -10 ms\.<\/desc>/);
});

test('ten are shown unless more or fewer are asked for, and fifty at most', () => {
  const rows = (count: number, countMax?: number): number =>
    shapesIn(
      drawBarList({
        ...PAPER,
        items: itemsOf(count),
        ...(countMax === undefined ? {} : { countMax }),
      }),
    ).length / 4;

  assert.deepEqual(
    [rows(10), rows(12), rows(12, 3), rows(12, 0), rows(60, 55)],
    [10, 11, 4, 2, 51],
  );
});

test('an empty list is as high as a row', () => {
  const svg = drawBarList({ ...PAPER, items: [] });

  assert.deepEqual(shapesIn(svg), ['text x=200 y=15 text-anchor=middle fill=#98a2b1: No data']);
  assert.match(svg, / height="22" /);
});
