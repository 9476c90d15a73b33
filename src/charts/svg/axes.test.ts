import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesIn } from '../../../test/support/shapes-in.ts';
import { drawGroupAxis, drawTimeAxis, drawValueAxis, labelRoom } from './axes.ts';
import type { Markup } from './markup.ts';

const FIELD = { left: 50, top: 10, right: 190, bottom: 80 };
const HOUR = 3_600;
const START = Date.parse('2026-05-01T00:00:00Z') / 1_000;

function shapesOf(pieces: readonly Markup[]): string[] {
  return shapesIn(pieces.map(({ markup }) => markup).join(''));
}

test('a tick without a place has neither a line nor a label, and the others keep theirs', () => {
  const logarithm = (value: number): number => 80 - 10 * Math.log10(value);

  assert.deepEqual(
    shapesOf(drawValueAxis(FIELD, 'light', [0, 10, 100], ['0', '10', '100'], logarithm)),
    [
      'line x1=50 x2=190 y1=70 y2=70 stroke=#00000012 stroke-width=1',
      'text x=44 y=74 text-anchor=end fill=#5a6572: 10',
      'line x1=50 x2=190 y1=60 y2=60 stroke=#00000012 stroke-width=1',
      'text x=44 y=64 text-anchor=end fill=#5a6572: 100',
    ],
  );
});

test('labels get the room of the widest, up to a bound', () => {
  assert.equal(labelRoom([]), 12);
  assert.equal(labelRoom(['']), 12);
  assert.equal(labelRoom(['i', 'a wide label that needs more room than there is']), 120);
  assert.ok(labelRoom(['100 ms']) > labelRoom(['1', '0']));
});

test('a time needs 70 pixels, and one is shown however narrow the field is', () => {
  const shown = (right: number): string[] =>
    shapesOf(
      drawTimeAxis(
        { ...FIELD, right },
        'dark',
        [START, START + 4 * HOUR],
        'UTC',
        (seconds) => 50 + (seconds - START) / HOUR,
      ),
    );

  assert.deepEqual(shown(50 + 4 * 70), [
    'text x=50 y=94 text-anchor=middle fill=#98a2b1: 00:00',
    'text x=51 y=94 text-anchor=middle fill=#98a2b1: 01:00',
    'text x=52 y=94 text-anchor=middle fill=#98a2b1: 02:00',
    'text x=53 y=94 text-anchor=middle fill=#98a2b1: 03:00',
    'text x=54 y=94 text-anchor=middle fill=#98a2b1: 04:00',
  ]);
  assert.deepEqual(shown(50 + 4 * 70 - 1).length, 3);
  assert.deepEqual(shown(51), shown(119));
});

test('names of groups share the width of the field', () => {
  const shown = (labels: readonly string[] | undefined): string[] =>
    shapesOf(drawGroupAxis(FIELD, 'light', { x: [], series: [], labels }, (at) => 60 + at));

  assert.deepEqual(shown(undefined), []);
  assert.deepEqual(shown(['payments and refunds']), [
    'text x=60 y=94 text-anchor=middle fill=#5a6572: payments and refunds',
  ]);
  assert.deepEqual(shown(['payments and refunds', 'b']), [
    'text x=60 y=94 text-anchor=middle fill=#5a6572: payments …',
    'text x=61 y=94 text-anchor=middle fill=#5a6572: b',
  ]);
  assert.deepEqual(
    shown(Array.from({ length: 141 }, () => 'name')).at(-1),
    'text x=200 y=94 text-anchor=middle fill=#5a6572: n…',
  );
});
