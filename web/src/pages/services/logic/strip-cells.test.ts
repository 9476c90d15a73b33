import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRIP_CELLS } from '../../../../../src/spec/services.ts';
import { STRIP_CELL_MS, stripCells } from './strip-cells.ts';

test('a strip is a day wide, and empty before there was a service', () => {
  const from = Date.UTC(2026, 0, 15, 12);

  const cells = stripCells([
    { from: new Date(from).toISOString(), state: 'unknown' },
    { from: new Date(from + STRIP_CELL_MS).toISOString(), state: 'critical' },
  ]);

  assert.equal(cells.length, STRIP_CELLS);
  assert.deepEqual(cells.slice(-3), [
    { from: from - STRIP_CELL_MS, look: 'none', word: 'not created yet' },
    { from, look: 'unknown', word: 'no data' },
    { from: from + STRIP_CELL_MS, look: 'critical', word: 'critical' },
  ]);
  assert.equal(cells[0]?.from, from - (STRIP_CELLS - 2) * STRIP_CELL_MS);
  assert.deepEqual(stripCells([]), []);
});
