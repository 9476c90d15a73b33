import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { ExportFormat } from '../../../engines/store/store.ts';
import { countRows } from './count-rows.ts';

const MB = 1024 * 1024;

async function pass(format: ExportFormat, chunks: readonly (string | Buffer)[]) {
  const file = countRows(format);
  const before = file.rows();
  const whole = chunks.map((chunk) => Buffer.from(chunk));
  const passed = await buffer(Readable.from(whole).pipe(file.stream));
  assert.ok(passed.equals(Buffer.concat(whole)), 'the file passes through as it is');
  return { before, rows: file.rows() };
}

const COUNTED: readonly (readonly [
  format: ExportFormat,
  chunks: readonly string[],
  rows: number,
])[] = [
  ['jsonl', [], 0],
  ['jsonl', ['{"a":1}\n'], 1],
  ['jsonl', ['\n\n{}'], 2],
  ['jsonl', ['{"a":', '1}\n{}\n', '{}\n'], 3],
  ['csv', [], 0],
  ['csv', ['a,b\n'], 0],
  ['csv', ['a,b\n1,2\n'], 1],
  ['csv', ['a\n"one\n', 'two\n"\n', '3\n'], 2],
  ['csv', ['a\n"say ""hi""\n"\n"\n"\n'], 2],
];

for (const [format, chunks, rows] of COUNTED) {
  test(`${JSON.stringify(chunks)} has ${rows} rows as ${format}, which are known at its end`, async () => {
    assert.deepEqual(await pass(format, chunks), { before: undefined, rows });
  });
}

/** The end of a file with seven rows. */
const END = Buffer.from([0x36, 14, 2, 0, 0, 0, ...Buffer.from('PAR1')]);

test('a file of columns tells its rows at its end, wherever that is cut', async () => {
  assert.equal((await pass('parquet', [END])).rows, 7);
  assert.equal((await pass('parquet', ['PAR1', END.subarray(0, 3), END.subarray(3)])).rows, 7);
  assert.equal((await pass('parquet', ['no such file'])).rows, undefined);
});

test('of a file of columns the last eight megabytes are kept, and whole chunks of them', async () => {
  const directory = (bytes: number): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes);
    return Buffer.concat([Buffer.alloc(bytes - 2), length, Buffer.from('PAR1')]);
  };
  const rows = Buffer.from([0x36, 14]);

  // Just below the bound the first chunk, which begins the directory, is still there.
  const fits = directory(8 * MB - 7);
  assert.equal((await pass('parquet', [rows, fits])).rows, 7);
  const large = directory(8 * MB - 6);
  assert.equal((await pass('parquet', [rows, large])).rows, undefined);
});
