import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePlace } from './free-place.ts';

test('something new stands beside the last panels, or below all', () => {
  const panels = [
    { x: 0, y: 0, w: 24, h: 4 },
    { x: 0, y: 4, w: 8, h: 6 },
  ];

  assert.deepEqual(freePlace(panels, { w: 16, h: 8 }), { x: 8, y: 4, w: 16, h: 8 });
  assert.deepEqual(freePlace(panels, { w: 17, h: 8 }), { x: 0, y: 10, w: 17, h: 8 });
  assert.deepEqual(freePlace([], { w: 6, h: 5 }), { x: 0, y: 0, w: 6, h: 5 });
});
