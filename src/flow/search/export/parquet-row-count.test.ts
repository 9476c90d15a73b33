import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetRowCount } from './parquet-row-count.ts';

/** The end of a file with these bytes as its directory. */
function endWith(...directory: readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(directory.length);
  return Buffer.concat([Buffer.from(directory), length, Buffer.from('PAR1')]);
}

/** The third field behind a first or second one: seven rows, as a signed number. */
const SEVEN = [0x16, 14];
const SEVEN_AFTER_ONE = [0x26, 14];

/** As large as a number can be. */
const HUGE = [255, 255, 255, 255, 255, 255, 255, 255, 127];

const FIELDS: readonly [what: string, bytes: readonly number[]][] = [
  ['true', [0x21]],
  ['false', [0x22]],
  ['a byte', [0x23, 0xff]],
  ['a short number', [0x24, 5]],
  ['a number', [0x25, 0x80, 0x01]],
  ['a number of the largest size', [0x26, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]],
  ['a fraction', [0x27, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['a text', [0x28, 3, 0x16, 0x16, 0x16]],
  ['an empty text', [0x28, 0]],
  ['a long text', [0x28, 0x80, 0x01, ...Array.from({ length: 128 }, () => 0x16)]],
  ['an empty list', [0x29, 0x05]],
  ['a list of numbers', [0x29, 0x25, 0x80, 0x01, 0x05]],
  ['a list of true and false', [0x29, 0x21, 1, 2]],
  ['a list of false and true', [0x29, 0x22, 2, 1]],
  ['a long list of bytes', [0x29, 0xf3, 15, ...Array.from({ length: 15 }, () => 0x16)]],
  ['a list of fourteen bytes', [0x29, 0xe3, ...Array.from({ length: 14 }, () => 0x16)]],
  ['a set of numbers', [0x2a, 0x15, 0x16]],
  ['an empty map', [0x2b, 0]],
  ['a map of texts to bytes', [0x2b, 2, 0x83, 1, 0x16, 0x16, 1, 0x16, 0x16]],
  ['a map of bytes to texts', [0x2b, 1, 0x38, 0x16, 2, 0x16, 0x16]],
  ['an empty structure', [0x2c, 0]],
  ['a structure', [0x2c, 0x15, 2, 0x18, 1, 0x16, 0]],
  ['a structure whose field is named in full', [0x2c, 0x05, 0x80, 0x01, 7, 0]],
  ['a structure in a structure', [0x2c, 0x1c, 0x15, 2, 0, 0x15, 2, 0]],
  ['a list of structures', [0x29, 0x2c, 0x15, 2, 0, 0x15, 2, 0]],
];

for (const [what, bytes] of FIELDS) {
  test(`the rows are found behind ${what}`, () => {
    assert.equal(parquetRowCount(endWith(...bytes, ...SEVEN)), 7);
  });
}

const NUMBERS: readonly [bytes: readonly number[], rows: number][] = [
  [[0], 0],
  [[2], 1],
  [[0xfe, 0x01], 127],
  [[0x80, 0x02], 128],
  [[0x80, 0x80, 0x04], 32_768],
  [[0x80, 0x89, 0x7a], 1_000_000],
  [[0x01], -1],
];

for (const [bytes, rows] of NUMBERS) {
  test(`${rows} rows are read`, () => {
    assert.equal(parquetRowCount(endWith(0x36, ...bytes)), rows);
    assert.equal(parquetRowCount(endWith(0x06, 6, ...bytes)), rows);
    assert.equal(parquetRowCount(endWith(0x15, 2, ...SEVEN_AFTER_ONE.slice(0, 1), ...bytes)), rows);
  });
}

test('only the directory is read, however much of the file stands before it', () => {
  const file = Buffer.concat([Buffer.from([0x36, 4, 0, 9]), endWith(0x36, 14)]);

  assert.equal(parquetRowCount(file), 7);
});

const UNREADABLE: readonly [what: string, end: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['seven bytes', Buffer.from('\0\0\0PAR1', 'latin1')],
  ['an empty directory', endWith()],
  ['a directory that ends before the rows', endWith(0x15, 2, 0, 6, 14)],
  ['a directory without the rows', endWith(0x15, 2, 0x15, 2)],
  ['another kind of file', Buffer.concat([endWith(0x36, 14).subarray(0, -1), Buffer.from('2')])],
  ['a directory that is not all there', endWith(0x15, 2, ...SEVEN_AFTER_ONE).subarray(1)],
  ['a directory that claims the whole file twice', Buffer.from('\x36\x0e\x0c\0\0\0PAR1', 'latin1')],
  ['a list that claims more than there is', endWith(0x29, 0xf3, ...HUGE)],
  ['a map that claims more than there is', endWith(0x2b, ...HUGE, 0x33)],
];

for (const [what, end] of UNREADABLE) {
  test(`${what} has no number of rows`, () => {
    assert.equal(parquetRowCount(end), undefined);
  });
}
