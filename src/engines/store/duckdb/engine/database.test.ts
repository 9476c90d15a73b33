import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GB } from '../../../../spec/units.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countedMegabytes, openDatabase } from './database.ts';
import { codeOf } from './faults.ts';

test('one statement never has more than it may take, however much the machine has', () => {
  assert.equal(countedMegabytes({ memoryBytesMax: 4 * GB, statementBytesMax: 2 * GB }), 1_638);
  assert.equal(countedMegabytes({ memoryBytesMax: 64 * GB, statementBytesMax: 2 * GB }), 2_048);
  assert.equal(countedMegabytes({ memoryBytesMax: 64 * GB, statementBytesMax: GB }), 1_024);
});

test('a statement that needs more ends with an error, and the engine goes on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-memory-'));
  t.after(() => removeFolder(folder));
  const options = { folder, threads: 2, connections: 2 };
  const database = await openDatabase({
    ...options,
    memoryBytesMax: 64 * GB,
    statementBytesMax: GB / 8,
  });
  t.after(() => database.close());

  await assert.rejects(
    database.use((connection) =>
      connection.run("SELECT list(repeat('x', 1000) || range) FROM range(1000000)"),
    ),
    (error) => codeOf(error) === 241,
  );
  await database.use((connection) => connection.run('SELECT 1'));
});
