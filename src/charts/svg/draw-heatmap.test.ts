import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { drawHeatmap, type HeatmapDrawing } from './draw-heatmap.ts';

const START = Date.parse('2026-05-01T00:00:00Z') / 1_000;

function draw(more: Partial<HeatmapDrawing>): string {
  return drawHeatmap({
    title: 'Durations',
    scheme: 'dark',
    width: 200,
    height: 100,
    timeZone: 'UTC',
    x: [START, START + 3_600, START + 7_200],
    buckets: ['0-10', '10-20'],
    cells: [
      [4, null, Number.NaN],
      [0, 1, -1],
    ],
    ...more,
  });
}

const cellsOf = (svg: string): string[] =>
  shapesIn(svg).filter((shape) => shape.startsWith('rect'));

test('cells are as strong as their amount, the lowest row at the bottom', () => {
  assert.deepEqual(shapesIn(draw({})), [
    'rect x=43.9 y=42 width=48.9 height=37.5 fill-opacity=1.00',
    'rect x=93.3 y=4 width=48.9 height=37.5 fill-opacity=0.50',
    'text x=37.9 y=65 text-anchor=end fill=#98a2b1: 0-10',
    'text x=37.9 y=27 text-anchor=end fill=#98a2b1: 10-20',
    'text x=43.9 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=142.6 y=94 text-anchor=middle fill=#98a2b1: 02:00',
  ]);
  assert.match(draw({ unit: 'ms' }), /<desc>2 rows and 3 columns; most: 4 ms\.<\/desc>/);
  assert.match(draw({}), /<g fill="#49a2fe"><rect/);
});

test('a linear strength is the share of the most', () => {
  assert.deepEqual(cellsOf(draw({ strength: 'linear' })), [
    'rect x=43.9 y=42 width=48.9 height=37.5 fill-opacity=1.00',
    'rect x=93.3 y=4 width=48.9 height=37.5 fill-opacity=0.25',
  ]);
});

test('one column is as wide as the field', () => {
  assert.deepEqual(shapesIn(draw({ x: [START] })), [
    'rect x=43.9 y=42 width=147.6 height=37.5 fill-opacity=1.00',
    'text x=37.9 y=65 text-anchor=end fill=#98a2b1: 0-10',
    'text x=37.9 y=27 text-anchor=end fill=#98a2b1: 10-20',
    'text x=43.9 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=118 y=94 text-anchor=middle fill=#98a2b1: 00:00.5',
    'text x=192 y=94 text-anchor=middle fill=#98a2b1: 00:00:01',
  ]);
});

test('rows that are lower than letters are named now and then', () => {
  const buckets = Array.from({ length: 10 }, (_, at) => `b${at}`);
  const names = shapesIn(draw({ buckets })).filter((shape) => shape.includes('text-anchor=end'));

  assert.deepEqual(names, [
    'text x=18.8 y=80.2 text-anchor=end fill=#98a2b1: b0',
    'text x=18.8 y=65 text-anchor=end fill=#98a2b1: b2',
    'text x=18.8 y=49.8 text-anchor=end fill=#98a2b1: b4',
    'text x=18.8 y=34.6 text-anchor=end fill=#98a2b1: b6',
    'text x=18.8 y=19.4 text-anchor=end fill=#98a2b1: b8',
  ]);
  // Rows of exactly the height of a name are all named.
  const fitting = shapesIn(draw({ buckets: buckets.slice(0, 5), height: 94 }));
  assert.equal(fitting.filter((shape) => shape.includes('text-anchor=end')).length, 5);
});

test('names of rows are cut, and leave half of the paper', () => {
  const svg = draw({ buckets: ['a bucket of many letters'], width: 100 });

  assert.deepEqual(shapesIn(svg), [
    'rect x=50 y=4 width=13.5 height=75.5 fill-opacity=1.00',
    'text x=44 y=46 text-anchor=end fill=#98a2b1: a bucket of man…',
    'text x=50 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=92 y=94 text-anchor=middle fill=#98a2b1: 03:00',
  ]);
});

test('the first five hundred columns and hundred rows are drawn', () => {
  const x = Array.from({ length: 501 }, (_, at) => START + at);
  const buckets = Array.from({ length: 101 }, (_, at) => `b${at}`);
  const ones = x.map(() => 1);

  assert.equal(cellsOf(draw({ x, cells: [ones] })).length, 500);
  assert.equal(cellsOf(draw({ buckets, cells: buckets.map(() => [1]) })).length, 100);
  assert.deepEqual(cellsOf(draw({ x, buckets, cells: [ones], height: 16 })).slice(0, 2), [
    'rect x=31.1 y=11.9 width=0.5 height=0.5 fill-opacity=1.00',
    'rect x=31.5 y=11.9 width=0.5 height=0.5 fill-opacity=1.00',
  ]);
});

test('amounts of nothing, and no columns, are nothing to show', () => {
  assert.match(draw({ cells: [[0, null]] }), />No data</);
  assert.match(draw({ x: [] }), />No data</);
});
