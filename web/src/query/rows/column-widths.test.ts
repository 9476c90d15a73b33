import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clampWidth,
  gridOf,
  numberColumns,
  readWidths,
  WIDTH_MAX,
  WIDTH_MIN,
  withWidth,
} from './column-widths.ts';
import { toEvent } from './log-event.ts';

test('a column is as wide as it was drawn, or as it fits', () => {
  const { tracks, min } = gridOf(['level', 'host', 'constructor', 'event'], { host: 200 });

  assert.equal(tracks, '64px 200px minmax(80px, 1fr) minmax(240px, 4fr)');
  assert.ok(min > 64 + 200 + 80 + 240);
  assert.ok(gridOf(['host'], { host: 900 }).min > 900);
});

test('widths stay within bounds, and few enough to keep', () => {
  assert.equal(clampWidth(1), WIDTH_MIN);
  assert.equal(clampWidth(1e9), WIDTH_MAX);
  assert.deepEqual(withWidth({ a: 100, b: 100 }, 'a', 120.4), { b: 100, a: 120 });
  assert.deepEqual(withWidth({ a: 100, b: 100 }, 'a', undefined), { b: 100 });
  let widths = {};
  for (let at = 0; at < 300; at++) widths = withWidth(widths, `f${at}`, 100);
  assert.equal(Object.keys(widths).length, 200);
  assert.ok(Object.hasOwn(widths, 'f299'));
});

test('what the browser kept is taken as far as it can be used', () => {
  assert.deepEqual(readWidths({ a: 5, b: 'x', c: null, d: 99 }), { a: WIDTH_MIN, d: 99 });
  assert.deepEqual(readWidths('nonsense'), {});
  assert.deepEqual(readWidths(null), {});
});

test('columns of numbers are those in which every value is one', () => {
  const events = [
    { status: 200, ms: '12.5', host: 'a', mixed: 1, none: null },
    { status: 500, ms: '', host: 'b', mixed: 'x', none: '' },
  ].map((row) => toEvent(row));

  assert.deepEqual(numberColumns(events, ['status', 'ms', 'host', 'mixed', 'none']), [
    'status',
    'ms',
  ]);
});
