import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { contentProblem, isTooLong } from './check-content.ts';
import { bytesOfContent, columnOf, type LookupContent, rowsOfContent } from './content.ts';

const limits = {
  ...LIMITS.lookups,
  rowsMax: 3,
  columnsMax: 3,
  columnCharactersMax: 2,
  cellsMax: 6,
  valueBytesMax: 6,
  contentBytesMax: 22,
};

function table(columns: readonly string[], ...lists: readonly (readonly string[])[]) {
  return { columns, lists } satisfies LookupContent;
}

const CASES: readonly [content: LookupContent, problem: string | undefined][] = [
  [table(['a'], ['1', '2', '3']), undefined],
  [table(['a'], ['1', '2', '3', '4']), 'Too many rows: 4, maximum 3.'],
  [table([]), 'A lookup table needs at least one column.'],
  [table(['a', 'b', 'c'], [], [], []), undefined],
  [table(['a', 'b', 'c', 'd'], [], [], [], []), 'Too many columns: 4, maximum 3.'],
  [table(['a', ''], [], []), 'Column 2 has no name.'],
  [table(['aa'], []), undefined],
  [table(['a', 'bbb'], [], []), 'The name of column 2 has more than 2 characters.'],
  [table(['a', 'b\n'], [], []), 'The name of column 2 has a control character.'],
  [table(['a', 'b', 'a'], [], [], []), 'Duplicate column name “a”.'],
  [table(['a', 'b'], ['1', '2', '3'], ['1', '2', '3']), undefined],
  [
    table(['a', 'b', 'c'], ['1', '2', '3'], ['1', '2', '3'], ['1', '2', '3']),
    'Too many values (maximum 6, rows times columns).',
  ],
  [table(['a', 'b'], ['1', '2'], ['€€', '2']), undefined],
  [table(['a', 'b'], ['1', '2'], ['€€1', '2']), 'Row 1, column “b”: a value has at most 6 bytes.'],
  [table(['a'], ['1', '1234567']), 'Row 2, column “a”: a value has at most 6 bytes.'],
  [table(['a'], ['123456', '123456', '12345']), undefined],
  [
    table(['a'], ['123456', '123456', '123456']),
    'The lookup table is too large: 23 bytes, maximum 22.',
  ],
];

for (const [content, problem] of CASES) {
  test(`${JSON.stringify(content)}: ${problem ?? 'nothing is wrong'}`, () => {
    assert.equal(contentProblem(limits, content), problem);
  });
}

test('the bytes of a value count, not its characters', () => {
  assert.equal(isTooLong(limits, '123456'), false);
  assert.equal(isTooLong(limits, '1234567'), true);
  assert.equal(isTooLong(limits, '€€'), false);
  assert.equal(isTooLong(limits, '€€€'), true);
  assert.equal(isTooLong(limits, '😀😀'), true);
});

test('what a table holds is counted and found by the name of a column', () => {
  const content = table(['a', 'é'], ['1', '2'], ['€', '']);

  assert.equal(rowsOfContent(content), 2);
  assert.equal(rowsOfContent(table([])), 0);
  assert.equal(bytesOfContent(content), 2 + 3 + 2 + 2 + 4 + 1);
  assert.deepEqual(columnOf(content, 'é'), ['€', '']);
  assert.equal(columnOf(content, 'b'), undefined);
});
