import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { type ChartDrawing, drawChart } from './draw-chart.ts';

const START = Date.parse('2026-05-01T00:00:00Z') / 1_000;
const DATA = {
  x: [START, START + 3_600, START + 7_200],
  labels: undefined,
  series: [
    { name: 'a', values: [0, 50, null] },
    { name: 'b', values: [100, 40, 20] },
  ],
};

function draw(more: Partial<ChartDrawing>): string {
  const paper = { title: 'Requests', scheme: 'dark', width: 240, height: 100 } as const;
  return drawChart({ ...paper, kind: 'line', timeZone: 'UTC', data: DATA, ...more });
}

function seriesOf(...names: readonly string[]): Pick<ChartDrawing, 'data'> {
  return { data: { ...DATA, series: names.map((name) => ({ name, values: [1, 2, 3] })) } };
}

test('lines lie between the axes, with thresholds above and the legend below', () => {
  const thresholds = [{ from: 80, state: 'critical' }] as const;

  assert.deepEqual(shapesIn(draw({ unit: 'ms', thresholds })), [
    'line x1=50.3 x2=224 y1=62 y2=62 stroke=#ffffff12 stroke-width=1',
    'text x=44.3 y=66 text-anchor=end fill=#98a2b1: 0 ms',
    'line x1=50.3 x2=224 y1=36 y2=36 stroke=#ffffff12 stroke-width=1',
    'text x=44.3 y=40 text-anchor=end fill=#98a2b1: 50 ms',
    'line x1=50.3 x2=224 y1=10 y2=10 stroke=#ffffff12 stroke-width=1',
    'text x=44.3 y=14 text-anchor=end fill=#98a2b1: 100 ms',
    'text x=50.3 y=76 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=137.1 y=76 text-anchor=middle fill=#98a2b1: 01:00',
    'text x=224 y=76 text-anchor=middle fill=#98a2b1: 02:00',
    'path d=M50.3 62L137.1 36 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
    'path d=M50.3 10L137.1 41.2L224 51.6 fill=none stroke=#9249eb stroke-width=1.5 stroke-linejoin=round',
    'line x1=50.3 x2=224 y1=20.4 y2=20.4 stroke=#ff8787 stroke-width=1 stroke-dasharray=4 3',
    'text x=224 y=16.4 text-anchor=end fill=#ff8787: critical from 80 ms',
    'line x1=50.3 x2=62.3 y1=90 y2=90 stroke=#d0a342 stroke-width=3',
    'text x=66.3 y=94: a',
    'line x1=86.7 x2=98.7 y1=90 y2=90 stroke=#9249eb stroke-width=3',
    'text x=102.7 y=94: b',
  ]);
});

test('areas are filled down to the ground, and can be seen through where they are not piled up', () => {
  assert.deepEqual(shapesIn(draw({ kind: 'area', hasLegend: false })).slice(-4), [
    'path d=M31.1 80L127.6 45L127.6 80L31.1 80Z fill=#d0a342 fill-opacity=0.25',
    'path d=M31.1 10L127.6 52L224 66L224 80L127.6 80L31.1 80Z fill=#9249eb fill-opacity=0.25',
    'path d=M31.1 80L127.6 45 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
    'path d=M31.1 10L127.6 52L224 66 fill=none stroke=#9249eb stroke-width=1.5 stroke-linejoin=round',
  ]);
  assert.deepEqual(
    shapesIn(draw({ kind: 'area', hasLegend: false, stacking: 'normal' })).slice(-4),
    [
      'path d=M31.1 80L127.6 45L127.6 80L31.1 80Z fill=#d0a342 fill-opacity=0.7',
      'path d=M31.1 10L127.6 17L224 66L224 80L127.6 45L31.1 80Z fill=#9249eb fill-opacity=0.7',
      'path d=M31.1 80L127.6 45 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
      'path d=M31.1 10L127.6 17L224 66 fill=none stroke=#9249eb stroke-width=1.5 stroke-linejoin=round',
    ],
  );
});

test('bars of one time stand side by side, or on each other, with room at both ends', () => {
  assert.deepEqual(shapesIn(draw({ kind: 'bar', hasLegend: false })), [
    'line x1=31.1 x2=224 y1=80 y2=80 stroke=#ffffff12 stroke-width=1',
    'text x=25.1 y=84 text-anchor=end fill=#98a2b1: 0',
    'line x1=31.1 x2=224 y1=45 y2=45 stroke=#ffffff12 stroke-width=1',
    'text x=25.1 y=49 text-anchor=end fill=#98a2b1: 50',
    'line x1=31.1 x2=224 y1=10 y2=10 stroke=#ffffff12 stroke-width=1',
    'text x=25.1 y=14 text-anchor=end fill=#98a2b1: 100',
    'text x=63.3 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=191.9 y=94 text-anchor=middle fill=#98a2b1: 02:00',
    'path d=M37.6 80V80H63.3V80ZM101.9 80V45H127.6V80Z fill=#d0a342',
    'path d=M63.3 80V10H89V80ZM127.6 80V52H153.3V80ZM191.9 80V66H217.6V80Z fill=#9249eb',
  ]);
  assert.deepEqual(shapesIn(draw({ kind: 'bar', hasLegend: false, stacking: 'percent' })), [
    'line x1=37.5 x2=224 y1=80 y2=80 stroke=#ffffff12 stroke-width=1',
    'text x=31.5 y=84 text-anchor=end fill=#98a2b1: 0%',
    'line x1=37.5 x2=224 y1=45 y2=45 stroke=#ffffff12 stroke-width=1',
    'text x=31.5 y=49 text-anchor=end fill=#98a2b1: 50%',
    'line x1=37.5 x2=224 y1=10 y2=10 stroke=#ffffff12 stroke-width=1',
    'text x=31.5 y=14 text-anchor=end fill=#98a2b1: 100%',
    'text x=68.6 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=192.9 y=94 text-anchor=middle fill=#98a2b1: 02:00',
    'path d=M43.7 80V80H93.5V80ZM105.9 80V41.1H155.6V80Z fill=#d0a342',
    'path d=M43.7 80V10H93.5V80ZM105.9 41.1V10H155.6V41.1ZM168.1 80V10H217.8V80Z fill=#9249eb',
  ]);
});

test('groups are named below their bars, cut to their room', () => {
  const labels = ['checkout', 'payments of all customers'];
  const data = { x: [0, 1], labels, series: [{ name: 'a', values: [3, 4] }] };

  assert.deepEqual(shapesIn(draw({ kind: 'bar', hasLegend: false, data })).slice(-3), [
    'text x=69.8 y=94 text-anchor=middle fill=#98a2b1: checkout',
    'text x=172.6 y=94 text-anchor=middle fill=#98a2b1: payments of all…',
    'path d=M28.7 80V27.5H110.9V80ZM131.5 80V10H213.7V80Z fill=#d0a342',
  ]);
  assert.deepEqual(shapesIn(draw({ hasLegend: false, data })).slice(-3), [
    'text x=69.8 y=94 text-anchor=middle fill=#98a2b1: checkout',
    'text x=172.6 y=94 text-anchor=middle fill=#98a2b1: payments of all…',
    'path d=M69.8 27.5L172.6 10 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
  ]);
});

test('on an axis of decades the ground is the bottom of the field, and zero has no place', () => {
  const data = { ...DATA, series: [{ name: 'a', values: [0, 10, 1_000] }] };
  const thresholds = [
    { from: 0, state: 'warning' },
    { from: 100, state: 'critical' },
  ] as const;

  assert.deepEqual(
    shapesIn(draw({ isLog: true, kind: 'area', hasLegend: false, data, thresholds })).slice(-4),
    [
      'path d=M127.6 80L224 10L224 80L127.6 80Z fill=#d0a342 fill-opacity=0.25',
      'path d=M127.6 80L224 10 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
      'line x1=31.1 x2=224 y1=45 y2=45 stroke=#ff8787 stroke-width=1 stroke-dasharray=4 3',
      'text x=224 y=41 text-anchor=end fill=#ff8787: critical from 100',
    ],
  );
  assert.match(
    draw({ isLog: true, data: { ...DATA, series: [{ name: 'a', values: [0] }] } }),
    />No data</,
  );
  assert.doesNotMatch(
    draw({ data: { ...DATA, series: [{ name: 'a', values: [0] }] } }),
    />No data</,
  );
});

test('one time has a place of its own, as a point and as a bar', () => {
  const data = { x: [START], labels: undefined, series: [{ name: 'a', values: [5] }] };

  assert.deepEqual(shapesIn(draw({ hasLegend: false, data })).slice(-3), [
    'text x=121.2 y=94 text-anchor=middle fill=#98a2b1: 05-01',
    'path d=M121.2 10 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
    'circle cx=121.2 cy=10 r=2.5 fill=#d0a342',
  ]);
  assert.deepEqual(shapesIn(draw({ kind: 'bar', hasLegend: false, data })).slice(-3), [
    'text x=121.2 y=94 text-anchor=middle fill=#98a2b1: 05-01',
    'text x=224 y=94 text-anchor=middle fill=#98a2b1: 00:00.5',
    'path d=M38.9 80V10H203.4V80Z fill=#d0a342',
  ]);
});

test('bytes are counted in powers of two', () => {
  const data = { ...DATA, series: [{ name: 'a', values: [3_000] }] };
  const texts = shapesIn(draw({ unit: 'bytes', data, height: 135, hasLegend: false })).filter(
    (shape) => shape.endsWith('B'),
  );

  assert.deepEqual(texts, [
    'text x=31.5 y=119 text-anchor=end fill=#98a2b1: 0 B',
    'text x=31.5 y=84 text-anchor=end fill=#98a2b1: 1 KB',
    'text x=31.5 y=49 text-anchor=end fill=#98a2b1: 2 KB',
    'text x=31.5 y=14 text-anchor=end fill=#98a2b1: 3 KB',
  ]);
});

test('paper that is too small still has a field', () => {
  assert.deepEqual(shapesIn(draw({ width: 20, height: 16 })), [
    'line x1=10 x2=11 y1=12 y2=12 stroke=#ffffff12 stroke-width=1',
    'text x=4 y=16 text-anchor=end fill=#98a2b1: 0',
    'line x1=10 x2=11 y1=11 y2=11 stroke=#ffffff12 stroke-width=1',
    'text x=4 y=15 text-anchor=end fill=#98a2b1: 50',
    'line x1=10 x2=11 y1=10 y2=10 stroke=#ffffff12 stroke-width=1',
    'text x=4 y=14 text-anchor=end fill=#98a2b1: 100',
    'text x=10 y=26 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=11 y=26 text-anchor=middle fill=#98a2b1: 02:00',
    'path d=M10 12L10.5 11 fill=none stroke=#d0a342 stroke-width=1.5 stroke-linejoin=round',
    'path d=M10 10L10.5 11.2L11 11.6 fill=none stroke=#9249eb stroke-width=1.5 stroke-linejoin=round',
    'line x1=10 x2=22 y1=6 y2=6 stroke=#d0a342 stroke-width=3',
    'text x=26 y=10: a',
    'text x=46.4 y=10 fill=#98a2b1: +1',
  ]);
});

test('the legend names what fits, and counts the others', () => {
  const legend = (drawing: Partial<ChartDrawing>): string[] => shapesIn(draw(drawing)).slice(-6);

  assert.deepEqual(legend(seriesOf('alpha', 'beta', 'gamma', 'delta', 'epsilon')), [
    'text x=34.4 y=94: alpha',
    'line x1=80.3 x2=92.3 y1=90 y2=90 stroke=#d0a342 stroke-width=3',
    'text x=96.3 y=94: beta',
    'line x1=135.8 x2=147.8 y1=90 y2=90 stroke=#49a2fe stroke-width=3',
    'text x=151.8 y=94: gamma',
    'text x=197.7 y=94 fill=#98a2b1: +2',
  ]);
  assert.deepEqual(legend(seriesOf('a name of more than thirty characters', 'b')).slice(-3), [
    'line x1=18.4 x2=30.4 y1=90 y2=90 stroke=#fd50b7 stroke-width=3',
    'text x=34.4 y=94: a name of more than thirty ch…',
    'text x=244.4 y=94 fill=#98a2b1: +1',
  ]);
  assert.deepEqual(legend({ ...seriesOf('a', 'b'), width: 92 }).slice(-2), [
    'line x1=54.8 x2=66.8 y1=90 y2=90 stroke=#9249eb stroke-width=3',
    'text x=70.8 y=94: b',
  ]);
  assert.deepEqual(legend({ ...seriesOf('a', 'b'), width: 91 }).slice(-2), [
    'text x=34.4 y=94: a',
    'text x=54.8 y=94 fill=#98a2b1: +1',
  ]);
});

test('more series than tones have dashed lines, in the legend, too', () => {
  const names = Array.from({ length: 9 }, (_, at) => `s${at}`);
  const dashed = shapesIn(draw({ ...seriesOf(...names), width: 1_000 })).filter((shape) =>
    shape.includes('dasharray'),
  );

  assert.deepEqual(dashed, [
    'path d=M18.4 49L501.2 36L984 23 fill=none stroke=#9249eb stroke-width=1.5 stroke-linejoin=round stroke-dasharray=6 3',
    'line x1=360.5 x2=372.5 y1=90 y2=90 stroke=#9249eb stroke-width=3 stroke-dasharray=6 3',
  ]);
});

test('without numbers or times there is nothing to draw', () => {
  const series = [{ name: 'a', values: [1] }];

  assert.match(draw({ data: { x: [], labels: undefined, series } }), />No data</);
  assert.match(draw({ data: { ...DATA, series: [{ name: 'a', values: [null] }] } }), />No data</);
});

test('shares are drawn of amounts, and the amounts are told', () => {
  assert.match(
    draw({ kind: 'bar', stacking: 'percent', unit: 'ms' }),
    /; a: 0 ms to 50 ms, highest at 2026-05-01 01:00:00; b: 20 ms to 100 ms, [^;]+\.<\/desc>/,
  );
});
