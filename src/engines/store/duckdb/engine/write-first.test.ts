import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { EXPORT_FOLDER } from './database.ts';
import { type FileOrder, fileFormatOf, writeFirst } from './write-first.ts';

async function write(t: TestContext, text: string, change: Partial<FileOrder> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-write-first-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
    removeFolder(folder);
  });
  const sent: (string | Buffer)[] = [];
  const order: FileOrder = {
    folder,
    format: 'json',
    isPacked: false,
    isBehind: true,
    isStopped: () => false,
    database: { keepThread: (work) => work() },
    ...change,
  };
  const statement = { text, values: new Map() };
  const isWritten = await writeFirst(connection, statement, order, async (piece) => {
    sent.push(piece);
  });
  const left = isWritten ? readdirSync(join(folder, EXPORT_FOLDER)) : [];
  assert.deepEqual(left, [], 'the file is gone once it is sent');
  return { isWritten, sent: sent.join('') };
}

test('lines are made by the engine, in their order, as we write them ourselves', async (t) => {
  const { isWritten, sent } = await write(
    t,
    `SELECT n, 'a"b' AS "a ""name""", (n / 0)::DOUBLE AS far, make_timestamp_ms(1700000000123)::TIMESTAMP_MS AS at,
       map(['k'], ['v']) AS fields FROM range(2) AS r(n) ORDER BY n DESC`,
  );

  const rest = { 'a "name"': 'a"b', far: null, at: '2023-11-14T22:13:20.123Z', fields: { k: 'v' } };
  assert(isWritten);
  assert.deepEqual(
    sent
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      { n: 1, ...rest },
      { n: 0, ...rest },
    ],
  );
});

test('what the engine would write in another way is left to us', async (t) => {
  const { isWritten, sent } = await write(t, `SELECT TIMESTAMP '2026-01-01' AS at`);

  assert.deepEqual([isWritten, sent], [false, '']);
});

test('what is stopped ends with what the engine says, and leaves nothing', async (t) => {
  await assert.rejects(write(t, 'SELECT error(n::VARCHAR) AS n FROM range(9) AS r(n)'), /0/);
});

test('a file that nobody wants any more is sent no further', async (t) => {
  let looks = 0;
  // The engine is asked whether it is done before the file is sent.
  const isStopped = (): boolean => {
    looks += 1;
    return looks > 1;
  };

  for (const isBehind of [true, false]) {
    looks = isBehind ? 0 : 1;
    await assert.rejects(write(t, 'SELECT 1 AS n', { isBehind, isStopped }), /stopped/);
  }
});

test('lines are written first only when nobody waits for them', () => {
  const formatOf = (settings: Record<string, string>, mayPack = false) =>
    fileFormatOf({ settings: new URLSearchParams(settings), mayPack });

  assert.deepEqual(formatOf({ default_format: 'JSONEachRow' }), undefined);
  assert.deepEqual(formatOf({ default_format: 'JSONEachRow', priority: '10' }), {
    format: 'json',
    isPacked: false,
    isBehind: true,
  });
  assert.deepEqual(formatOf({ default_format: 'JSONEachRow', priority: '10' }, true), {
    format: 'json',
    isPacked: true,
    isBehind: true,
  });
  assert.deepEqual(formatOf({ default_format: 'JSONEachRow' }, true), undefined);
  // It is packed inside, and tells its rows itself.
  assert.deepEqual(formatOf({ default_format: 'Parquet' }, true), {
    format: 'parquet',
    isPacked: false,
    isBehind: false,
  });
  assert.deepEqual(formatOf({ default_format: 'CSVWithNames', priority: '10' }), undefined);
});
