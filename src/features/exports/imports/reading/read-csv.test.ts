import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { LIMITS } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { readCsv } from './read-csv.ts';

function read(...chunks: string[]) {
  return Array.fromAsync(readCsv(Readable.from(chunks), LIMITS.exports));
}

for (const [name, text, rows] of [
  ['nothing', '', []],
  ['names alone', 'a,b\n', []],
  [
    'rows',
    'a,b\n1,2\n3,4\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['a last row without an end of line', 'a,b\n1,2', [{ a: '1', b: '2' }]],
  ['a last row that ends with a comma', 'a,b\n1,', [{ a: '1', b: '' }]],
  ['one column whose last row has no end of line', 'a\n1', [{ a: '1' }]],
  ['a row that is too short', 'a,b\n1\n', [{ a: '1', b: '' }]],
  ['a row that is too long', 'a,b\n1,2,3\n', [{ a: '1', b: '2' }]],
  ['quoted values', 'a,b\n"1,1","2\n2"\n', [{ a: '1,1', b: '2\n2' }]],
  ['doubled quotes', 'a,b\n"say ""no""",""""\n', [{ a: 'say "no"', b: '"' }]],
  ['an empty quoted value', 'a,b\n"",2\n', [{ a: '', b: '2' }]],
  ['quoted names', '"a,b",c\n1,2\n', [{ 'a,b': '1', c: '2' }]],
] as const) {
  test(`${name} can be read`, async () => {
    assert.deepEqual(await read(text), rows);
    assert.deepEqual(await read(...text.split('')), rows, 'in pieces of one character');
  });
}

test('a value of 4 MB is read, a longer one is refused', async () => {
  // Characters of two units each: half as many to read.
  const value = '😀'.repeat(2_097_152);
  const [row] = await read(`a\n${value}`);
  assert.equal(row?.['a'], value);
  const problem = new ArchiveProblem('A value of a file is too long.');
  await assert.rejects(read(`a\n${value}x`), problem);
});
