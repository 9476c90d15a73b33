import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../test/support/log-records.ts';
import { MB } from '../../spec/units.ts';
import { identifier, sql, string } from './sql.ts';
import {
  endlessly,
  endlessSum,
  manyRecords,
  newOrganization,
  toolsOf,
} from './store-tools.suite.ts';
import type { LogStore } from './store.ts';

/** What a query answers, what it may not do, and where it ends. */
export function testAnswers(store: () => LogStore, engine: 'clickhouse' | 'duckdb'): void {
  const { insert, count } = toolsOf(store);
  const isClickhouse = engine === 'clickhouse';

  test('an answer names its columns and types, and says what it cost', async () => {
    const answer = await store().query(
      sql`SELECT number AS n, number / 0 AS nothing, NULL AS missing, 'x' AS ${identifier('`__proto__` \\')}
        FROM numbers(3) ORDER BY n`,
    );

    assert.equal(answer.rowCount, 3);
    const types = isClickhouse
      ? ['UInt64', 'Float64', 'Nullable(Nothing)', 'String']
      : ['BIGINT', 'DOUBLE', 'INTEGER', 'VARCHAR'];
    assert.deepEqual(
      answer.columns.map((column) => [column.name, column.type, column.values]),
      [
        ['n', types[0], [0, 1, 2]],
        ['nothing', types[1], [null, null, null]],
        ['missing', types[2], [null, null, null]],
        ['`__proto__` \\', types[3], ['x', 'x', 'x']],
      ],
    );
    assert(answer.statistics.elapsedMs > 0);
  });

  test('an answer says how many rows it took', async () => {
    const organization = newOrganization();
    await insert(manyRecords(organization));
    const statement = sql`SELECT level FROM logs WHERE organization = ${string(organization)}`;

    const { rowCount, statistics } = await store().query(statement);

    assert.equal(rowCount, 1_000);
    assert(statistics.rowsRead >= 1_000 && statistics.bytesRead > 0);
  });

  test('an answer without rows still has its columns', async () => {
    const answer = await store().query(sql`SELECT 1 AS a WHERE 0`);

    assert.equal(answer.rowCount, 0);
    assert.deepEqual(
      answer.columns.map((column) => [column.name, column.values]),
      [['a', []]],
    );
  });

  test('a query changes nothing, whatever it says', async () => {
    const organization = newOrganization();
    await insert([logRecord({ organization })]);

    for (const statement of [
      sql`DELETE FROM logs WHERE 1`,
      sql`DROP TABLE logs`,
      sql`INSERT INTO logs (organization) VALUES ('x')`,
      sql`ALTER TABLE logs DROP COLUMN body`,
    ]) {
      await assert.rejects(store().query(statement), /refused/);
    }

    assert.equal(await count(organization), 1);
  });

  test('running into a limit has the code of that limit', async () => {
    const organization = newOrganization();
    await insert(manyRecords(organization));
    const many = sql`SELECT body FROM logs WHERE organization = ${string(organization)}`;
    // DuckDB counts the memory of all statements together.
    const large = sql`SELECT groupArray(number) AS n FROM numbers(50000000)`;
    // Both engines take a piece of the table as a whole, with what neighbours have in it.
    const rowsMax = 1_000_000;

    await assert.rejects(store().query(endlessSum, { timeoutMs: 300, ...endlessly }), {
      code: 'QUERY_TIMEOUT',
    });
    await assert.rejects(store().query(large, { memoryBytesMax: 50 * MB }), {
      code: 'QUERY_MEMORY_LIMIT',
    });
    await assert.rejects(store().query(many, { scanRowsMax: 999 }), { code: 'QUERY_SCAN_LIMIT' });
    await assert.rejects(store().query(many, { resultRowsMax: 999 }), {
      code: 'QUERY_MEMORY_LIMIT',
    });
    const bounds = { scanRowsMax: rowsMax, resultRowsMax: 1_000 };
    assert.equal((await store().query(many, bounds)).rowCount, 1_000);
  });

  test('a statement that is wrong says nothing of the engine to the caller', async () => {
    await assert.rejects(store().query(sql`SELECT secret_column FROM logs`), (error: Error) => {
      assert.equal(error.message, 'The log store refused a statement.');
      assert.match(String(error.cause), isClickhouse ? /secret_column/ : /unknown name/);
      return true;
    });
  });
}
