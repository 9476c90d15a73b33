import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { runBeside } from './run-beside.ts';

async function openConnection(t: TestContext, threads: number): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run('CREATE TABLE t (n INTEGER)');
  return connection;
}

async function count(connection: DuckDBConnection): Promise<unknown> {
  const answer = await connection.runAndReadAll('SELECT count(*)::INTEGER FROM t');
  return answer.getRows()[0]?.[0];
}

test('a commit is done when it resolves, with or without threads to leave it to', async (t) => {
  for (const [threads, isAlone] of [
    [2, true],
    [2, false],
    [1, true],
    [1, false],
  ] as const) {
    const connection = await openConnection(t, threads);
    await connection.run('BEGIN');
    await connection.run('INSERT INTO t FROM range(10)');

    await runBeside(connection, 'COMMIT', () => isAlone);

    // Nothing is left to be undone.
    await assert.rejects(connection.run('ROLLBACK'), /no transaction/);
    assert.equal(await count(connection), 10);
  }
});

test('what the engine complains of is told', async (t) => {
  const connection = await openConnection(t, 2);

  const run = runBeside(connection, 'COMMIT', () => true);

  await assert.rejects(run, /no transaction/);
});
