import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { drawSparkline } from './draw-sparkline.ts';
import { drawStrip } from './draw-strip.ts';
import { drawValue, type ValueDrawing } from './draw-value.ts';
import { place, tag } from './markup.ts';
import { drawNothing, drawPaper, drawText, sizeOf } from './paper.ts';

const PAPER = { title: 'Requests', scheme: 'dark', width: 100, height: 20 } as const;
const LINE = { x: [1, 2, 3], values: [1, 2, 3], timeZone: 'UTC' };

test('a sparkline stands on its ground, with two pixels around it', () => {
  const svg = drawSparkline({
    ...PAPER,
    x: [10, 20, 30],
    values: [1, 4, 2],
    timeZone: 'UTC',
    unit: 'ms',
  });

  assert.deepEqual(shapesIn(svg), [
    'line x1=2 x2=98 y1=18 y2=18 stroke=#8793a2 stroke-opacity=0.4',
    'path d=M2 14L50 2L98 10 fill=none stroke=#49a2fe stroke-width=1.5 stroke-linejoin=round',
  ]);
  assert.match(svg, /; Requests: 1 ms to 4 ms, highest at 1970-01-01 00:00:20\.<\/desc>/);
  assert.deepEqual(shapesIn(drawSparkline({ ...PAPER, x: [], values: [], timeZone: 'UTC' })), [
    'line x1=2 x2=98 y1=18 y2=18 stroke=#8793a2 stroke-opacity=0.4',
    'path d= fill=none stroke=#49a2fe stroke-width=1.5 stroke-linejoin=round',
  ]);
});

test('a strip is higher where it was worse, and hollow where nobody knows', () => {
  const svg = drawStrip({ ...PAPER, cells: ['ok', 'warning', 'critical', 'unknown', 'ok'] });

  assert.deepEqual(shapesIn(svg), [
    'rect x=0.5 y=10.5 width=19 height=9 fill=#69db8e',
    'rect x=20.5 y=5.5 width=19 height=14 fill=#f5b83d',
    'rect x=40.5 y=0.5 width=19 height=19 fill=#ff8787',
    'rect x=60.5 y=0.5 width=19 height=19 fill=none stroke=#8b97a5 stroke-dasharray=2 2',
    'rect x=80.5 y=10.5 width=19 height=9 fill=#69db8e',
  ]);
  assert.match(
    svg,
    /<desc>ok 2 of 5, warning 1 of 5, critical 1 of 5, unknown 1 of 5; last ok\.<\/desc>/,
  );
});

test('a strip has the last five hundred cells, each of them wide enough to be seen', () => {
  const cells = ['critical', ...Array.from({ length: 500 }, () => 'ok')] as ('critical' | 'ok')[];
  const shapes = shapesIn(drawStrip({ ...PAPER, cells, height: 16 }));

  assert.equal(shapes.length, 500);
  assert.equal(shapes[0], 'rect x=0.5 y=8.5 width=0.5 height=7 fill=#69db8e');
  assert.equal(shapes.at(-1), 'rect x=100.3 y=8.5 width=0.5 height=7 fill=#69db8e');
});

test('a value is large, with its change and its state below it and its line at the bottom', () => {
  const draw = (more: Partial<ValueDrawing>): string[] =>
    shapesIn(drawValue({ ...PAPER, height: 100, value: 150, ...more }));

  assert.deepEqual(draw({ previous: 100, state: 'warning', line: LINE }), [
    'text x=2 y=36 fill=#f5b83d font-size=36 font-weight=600: 150',
    'text x=2 y=52 fill=#98a2b1: +50% · warning',
    'line x1=2 x2=98 y1=98 y2=98 stroke=#8793a2 stroke-opacity=0.4',
    'path d=M2 86L50 74L98 62 fill=none stroke=#49a2fe stroke-width=1.5 stroke-linejoin=round',
  ]);
  assert.deepEqual(draw({ state: 'ok', height: 50 }), [
    'text x=2 y=20 fill=#69db8e font-size=20 font-weight=600: 150',
    'text x=2 y=36 fill=#98a2b1: ',
  ]);
  assert.deepEqual(draw({ height: 16 }), [
    'text x=2 y=12 fill=#d8dde5 font-size=12 font-weight=600: 150',
    'text x=2 y=28 fill=#98a2b1: ',
  ]);
  assert.equal(draw({ height: 60, line: LINE }).length, 4);
  assert.equal(draw({ height: 59, line: LINE }).length, 2);
});

test('the change of a value is a share of what it was, in words', () => {
  const changes: [value: number | null, previous: number | null, words: string][] = [
    [150, 100, '150, +50%'],
    [50, 100, '50, −50%'],
    [-50, -100, '-50, +50%'],
    [100, 100, '100, unchanged'],
    [0, 0, '0, unchanged'],
    [5, 0, '5, before: 0'],
    [5, null, '5'],
    [5, Number.NaN, '5'],
    [null, 5, '–'],
  ];
  for (const [value, previous, words] of changes) {
    assert.match(
      drawValue({ ...PAPER, value, previous }),
      new RegExp(`<desc>${RegExp.escape(words)}\\.</desc>`),
    );
  }
});

test('paper is whole, at least sixteen pixels and at most four thousand', () => {
  const sides = [15, 16, 17.4, 4_000, 4_001, Infinity, Number.NaN, -1];

  assert.deepEqual(
    sides.map((side) => sizeOf({ width: side, height: 20 }).width),
    [16, 16, 17, 4_000, 4_000, 16, 16, 16],
  );
});

test('paper names and describes itself within bounds, and has a ground where it is asked for', () => {
  const svg = drawPaper(
    { ...PAPER, title: 't'.repeat(101), hasGround: true },
    'd'.repeat(1_001),
    [],
  );

  assert.match(
    svg,
    /<title>t{99}…<\/title><desc>d{1000}<\/desc><rect width="100" height="20" fill="#[0-9a-f]{6}"\/><\/svg>$/,
  );
  assert.match(svg, / aria-label="t{99}…\. d{1000}" width="100" height="20" viewBox="0 0 100 20" /);
  assert.match(svg, / font-size="11" fill="#[0-9a-f]{6}">/);
  assert.doesNotMatch(drawPaper({ ...PAPER, hasGround: false }, '', []), /<rect/);
  assert.doesNotMatch(drawPaper(PAPER, '', []), /<rect/);
  assert.deepEqual(shapesIn(drawNothing(PAPER)), [
    'text x=50 y=14 text-anchor=middle fill=#98a2b1: No data',
  ]);
});

test('marks have checked names and places of tenths, and text in them is escaped', () => {
  assert.equal(tag('g', { a: 1.26, b: undefined, c: '"' }).markup, '<g a="1.3" c="&quot;"/>');
  assert.equal(tag('g', {}, '<&>', tag('b', {})).markup, '<g>&lt;&amp;&gt;<b/></g>');
  assert.throws(
    () => tag('g x', {}),
    new RangeError('This is no name of an element or attribute.'),
  );
  assert.throws(() => tag('g', { 'a b': 1 }), RangeError);
  assert.throws(() => place(Infinity), new RangeError('A place on the paper is a number.'));
  assert.deepEqual([place(1.25), place(-0.04), place(-1.26)], [1.3, 0, -1.3]);
  assert.equal(
    drawText('a', { x: 1, y: 2, anchor: 'end', color: 'red', size: 9, weight: 600 }).markup,
    '<text x="1" y="2" text-anchor="end" fill="red" font-size="9" font-weight="600">a</text>',
  );
});
