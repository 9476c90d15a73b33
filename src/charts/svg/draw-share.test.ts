import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { drawShare, type ShareDrawing } from './draw-share.ts';

const ITEMS = [
  { label: 'a', value: 3 },
  { label: 'b', value: 1 },
];

function draw(more: Partial<ShareDrawing>): string {
  const paper = { title: 'Shares', scheme: 'dark', width: 640, height: 240 } as const;
  return drawShare({ ...paper, form: 'bar', items: ITEMS, ...more });
}

test('a ring has an arc for each part, and names to its right', () => {
  assert.deepEqual(shapesIn(draw({ form: 'donut' })), [
    'path d=M120 24.3A95.7 95.7 0 0 1 187.7 187.7A95.7 95.7 0 0 1 24.3 120 fill=none stroke=#d0a342 stroke-width=40.6',
    'path d=M24.3 120A95.7 95.7 0 0 1 52.3 52.3A95.7 95.7 0 0 1 120 24.3 fill=none stroke=#9249eb stroke-width=40.6',
    'rect x=328 y=105 width=10 height=10 fill=#d0a342',
    'text x=342 y=114: a 75%',
    'rect x=328 y=123 width=10 height=10 fill=#9249eb',
    'text x=342 y=132: b 25%',
  ]);
  assert.deepEqual(shapesIn(draw({ form: 'donut', width: 100, height: 400 })), [
    'path d=M25 182.7A17.3 17.3 0 0 1 37.3 212.3A17.3 17.3 0 0 1 7.7 200 fill=none stroke=#d0a342 stroke-width=7.4',
    'path d=M7.7 200A17.3 17.3 0 0 1 12.7 187.7A17.3 17.3 0 0 1 25 182.7 fill=none stroke=#9249eb stroke-width=7.4',
    'rect x=58 y=185 width=10 height=10 fill=#d0a342',
    'text x=72 y=194: a 75%',
    'rect x=58 y=203 width=10 height=10 fill=#9249eb',
    'text x=72 y=212: b 25%',
  ]);
  assert.deepEqual(shapesIn(draw({ form: 'donut', width: 16, height: 16 })).slice(0, 1), [
    'path d=M8 4.7A3.3 3.3 0 0 1 10.3 10.3A3.3 3.3 0 0 1 4.7 8 fill=none stroke=#d0a342 stroke-width=1.4',
  ]);
});

test('a bar has a piece for each part, and the names that fit below it', () => {
  assert.deepEqual(shapesIn(draw({})), [
    'rect x=0 y=0 width=479 height=16 fill=#d0a342',
    'rect x=480 y=0 width=159 height=16 fill=#9249eb',
    'rect x=0 y=25 width=10 height=10 fill=#d0a342',
    'text x=14 y=34: a 75%',
    'rect x=59.9 y=25 width=10 height=10 fill=#9249eb',
    'text x=73.9 y=34: b 25%',
  ]);
  assert.deepEqual(shapesIn(draw({ width: 93 })).slice(-2), [
    'rect x=0 y=25 width=10 height=10 fill=#d0a342',
    'text x=14 y=34: a 75%',
  ]);
  assert.deepEqual(shapesIn(draw({ width: 106 })).slice(-2), [
    'rect x=59.9 y=25 width=10 height=10 fill=#9249eb',
    'text x=73.9 y=34: b 25%',
  ]);
  assert.deepEqual(shapesIn(draw({ width: 105 })).slice(-2), [
    'rect x=0 y=25 width=10 height=10 fill=#d0a342',
    'text x=14 y=34: a 75%',
  ]);
  assert.deepEqual(shapesIn(draw({ width: 16 })), [
    'rect x=0 y=0 width=11 height=16 fill=#d0a342',
    'rect x=12 y=0 width=3 height=16 fill=#9249eb',
    'rect x=0 y=25 width=10 height=10 fill=#d0a342',
    'text x=14 y=34: a 75%',
  ]);
});

test('parts are told in words', () => {
  assert.match(draw({}), /<desc>a: 75%; b: 25%\.<\/desc>/);
});

test('what is nothing, or less, is no part', () => {
  const nothing = { label: 'c', value: 0 };
  const less = { label: 'd', value: -4 };

  assert.deepEqual(shapesIn(draw({ items: [...ITEMS, nothing, less] })), shapesIn(draw({})));
  assert.match(draw({ items: [nothing, less] }), />No data</);
  assert.match(draw({ items: [] }), />No data</);
});

test('the seventh and those behind it are one part in the colour of the rest', () => {
  const items = Array.from({ length: 8 }, (_, at) => ({ label: `l${at}`, value: 8 - at }));
  const shapes = shapesIn(draw({ items }));

  assert.deepEqual(shapes.slice(5, 7), [
    'rect x=533.3 y=0 width=52.3 height=16 fill=#9249eb',
    'rect x=586.7 y=0 width=52.3 height=16 fill=#9aa7b5',
  ]);
  assert.equal(shapes.at(-1), 'text x=488.2 y=34: Other 8.33%');
  assert.equal(shapesIn(draw({ items: items.slice(0, 6) })).length, 18);
  assert.match(draw({ items: [{ label: 'x'.repeat(31), value: 1 }] }), />x{29}… 100%</);
});
