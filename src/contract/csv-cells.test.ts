import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormulaEscape } from '../base/escape-formulas.ts';
import { escapeCell, unescapeCell } from './csv-cells.ts';

const CELLS = ['=1', '+a', '-5', '-5+1', '@a', '\ta', '\ra', '\na', '', 'a=b'];

test('a cell is escaped as a file is', () => {
  for (const cell of CELLS) {
    const escape = createFormulaEscape();
    const parts = [escape.change(Buffer.from(`"${cell}"`)), escape.end()];
    assert.equal(`"${escapeCell(cell)}"`, Buffer.concat(parts).toString());
  }
});

test('an escaped cell comes back as it was, also one that looks escaped already', () => {
  for (const cell of [...CELLS, "'=1", "''@a", "'-5", "'a", "'"]) {
    assert.equal(unescapeCell(escapeCell(cell)), cell);
  }
});
