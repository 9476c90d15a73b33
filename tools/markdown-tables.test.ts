import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unevenRows } from './markdown-tables.ts';

test('a row with more or fewer cells than its heading is found', () => {
  const text = [
    '| Command | What it does |',
    '| --- | --- |',
    '| a | `search … | stats` |',
    '| b | `search … \\| stats` |',
    '| c |',
    '',
    '| one |',
    '| --- |',
    '| fine |',
    '```',
    '| a | b | c |',
    '```',
  ].join('\n');

  assert.deepEqual(unevenRows(text), [
    { line: 3, cells: 3, expected: 2 },
    { line: 5, cells: 1, expected: 2 },
  ]);
});
