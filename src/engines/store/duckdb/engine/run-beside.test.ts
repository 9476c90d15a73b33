import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { leaveToEngine, runBeside } from './run-beside.ts';

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
  for (const [threads, others] of [
    [2, 'none'],
    [2, 'some'],
    [2, 'lasting'],
    [1, 'none'],
    [1, 'some'],
    [1, 'lasting'],
  ] as const) {
    const connection = await openConnection(t, threads);
    await connection.run('BEGIN');
    await connection.run('INSERT INTO t FROM range(10)');

    await runBeside(connection, 'COMMIT', () => others);

    // Nothing is left to be undone.
    await assert.rejects(connection.run('ROLLBACK'), /no transaction/);
    assert.equal(await count(connection), 10);
  }
});

test('what the engine complains of is told', async (t) => {
  const connection = await openConnection(t, 2);

  const run = runBeside(connection, 'COMMIT', () => 'none');

  await assert.rejects(run, /no transaction/);
});

test('a commit does not wait for a thread that somebody keeps', async (t) => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const [keeper, connection] = [await instance.connect(), await instance.connect()];
  t.after(() => {
    for (const each of [keeper, connection]) each.closeSync();
    instance.closeSync();
  });
  await connection.run('CREATE TABLE t (n INTEGER)');
  const endless = await keeper.prepare(
    'SELECT count(*) FROM range(1000000000000) WHERE random() < 0',
  );
  let isKept = true;
  const kept = leaveToEngine(endless, () => isKept, 1);

  await connection.run('BEGIN');
  await connection.run('INSERT INTO t FROM range(10)');
  await runBeside(connection, 'COMMIT', () => 'lasting');

  assert.equal(await count(connection), 10);
  isKept = false;
  const ended = assert.rejects(kept, /INTERRUPT/);
  // The engine may be between two of its own steps, and hears it only then.
  const timer = setInterval(() => keeper.interrupt(), 10);
  await ended.finally(() => clearInterval(timer));
  endless.destroySync();
});
