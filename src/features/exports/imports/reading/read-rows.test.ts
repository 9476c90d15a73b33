import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { createExpansion } from './create-expansion.ts';
import { type FileKind, readRows } from './read-rows.ts';

const lines = { format: 'jsonl', compression: 'none' } as const;

function read(t: TestContext, content: string | Buffer, kind: FileKind = lines) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-rows-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, 'file');
  writeFileSync(path, content);
  const expansion = createExpansion(LIMITS.exports, content.length);
  return Array.fromAsync(readRows(path, kind, LIMITS.exports, expansion));
}

for (const [name, text, rows] of [
  ['nothing', '', []],
  ['lines', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['a last line without an end', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
  ['empty lines', '\n{"a":1}\n\n', [{ a: 1 }]],
] as const) {
  test(`${name} can be read, packed or not`, async (t) => {
    assert.deepEqual(await read(t, text), rows);
    assert.deepEqual(await read(t, gzipSync(text), { ...lines, compression: 'gzip' }), rows);
    assert.deepEqual(
      await read(t, zstdCompressSync(text), { ...lines, compression: 'zstd' }),
      rows,
    );
  });
}

test('a character that lies across two pieces of a file stays whole', async (t) => {
  const text = `x${'ü'.repeat(50_000)}`;
  assert.deepEqual(await read(t, JSON.stringify({ text })), [{ text }]);
});

test('CSV is read by the names of its columns', async (t) => {
  const rows = await read(t, 'a,b\n1,2\n', { format: 'csv', compression: 'none' });
  assert.deepEqual(rows, [{ a: '1', b: '2' }]);
});

for (const [text, message] of [
  ['{"a":1}\n{', 'A line of a file isn’t valid JSON.'],
  ['7\n', 'A line isn’t a JSON object.'],
  ['null\n', 'A line isn’t a JSON object.'],
] as const) {
  test(`${JSON.stringify(text)} is refused`, async (t) => {
    await assert.rejects(read(t, text), new ArchiveProblem(message));
  });
}

test('a line of 4 MB is read, a longer one is refused, whether or not it ends', async (t) => {
  const line = `{"a":"${'x'.repeat(4_194_304 - 8)}"}`;
  assert.equal((await read(t, `${line}\n{}`)).length, 2);
  const problem = new ArchiveProblem('A line of a file is too long.');
  await assert.rejects(read(t, ` ${line}\n`), problem);
  await assert.rejects(read(t, ` ${line}`), problem);
});
