/** Statements on a DuckDB in memory: how values get in, and how they come out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection, type DuckDBDataChunk } from '@duckdb/node-api';
import type { BoundValue } from '../dialect/translate.ts';
import { readColumn, type JsonValue } from './read-vector.ts';
import { readColumns, runSelect, type AnswerColumn, type SelectBounds } from './run-select.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

before(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

interface Answer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly JsonValue[])[];
}

async function answerOf(
  text: string,
  values: ReadonlyMap<string, BoundValue> = new Map(),
  bounds: Partial<SelectBounds> = {},
): Promise<Answer> {
  let columns: readonly AnswerColumn[] = [];
  const rows: JsonValue[][] = [];
  await runSelect(
    connection,
    { text, values },
    { rowsMax: 0, isStopped: () => false, isStreamed: false, ...bounds },
    {
      columns: (given) => void (columns = given),
      chunk: async (chunk: DuckDBDataChunk) => {
        const lists = columns.map((_, place) => readColumn(chunk, place, 0, chunk.rowCount));
        for (let row = 0; row < chunk.rowCount; row++) {
          rows.push(lists.map((list) => list[row] ?? null));
        }
      },
    },
  );
  return { columns, rows };
}

async function valueOf(expression: string): Promise<JsonValue | undefined> {
  const { rows } = await answerOf(`SELECT ${expression} AS v`);
  return rows[0]?.[0];
}

const VALUES: readonly (readonly [expression: string, value: JsonValue])[] = [
  ["'ä'", 'ä'],
  ['1.5::DOUBLE', 1.5],
  ["'nan'::DOUBLE", null],
  ["'inf'::DOUBLE", null],
  ['NULL', null],
  ['9007199254740991::BIGINT', 9007199254740991],
  ['TRUE', true],
  ["TIMESTAMP_MS '2026-01-31 12:00:00.123'", '2026-01-31T12:00:00.123Z'],
  ["TIMESTAMP '2026-01-31 12:00:00.123999'", '2026-01-31T12:00:00.123Z'],
  ["TIMESTAMP '1969-12-31 23:59:59.999500'", '1969-12-31T23:59:59.999Z'],
  ["TIMESTAMP_S '2026-01-31 12:00:01'", '2026-01-31T12:00:01.000Z'],
  ["TIMESTAMP_NS '2026-01-31 12:00:00.123456789'", '2026-01-31T12:00:00.123Z'],
  ["TIMESTAMPTZ '2026-01-31 13:00:00.123+01'", '2026-01-31T12:00:00.123Z'],
  ["TIMESTAMP '290000-01-01 00:00:00'", null],
  ["DATE '2026-01-31'", '2026-01-31'],
  ['1.25::DECIMAL(10, 2)', 1.25],
  ["'\\xFF'::BLOB", 'ÿ'],
  ["['a', NULL]", ['a', null]],
  ["MAP {'k': 1, 'l': NULL}", { k: 1, l: null }],
  ["{'t1': 1, 't22': 'x'}", [1, 'x']],
  ["{'key': 1, 'value': 'x'}", [1, 'x']],
  ["{'t1': 1, 'name': 'x'}", { t1: 1, name: 'x' }],
];

for (const [expression, value] of VALUES) {
  test(`${expression} comes out as ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(await valueOf(expression), value);
  });
}

test('a type that no statement gives is a defect', async () => {
  await assert.rejects(valueOf("INTERVAL '1 day'"), /no statement of ours gives/);
});

const BOUND: readonly (readonly [bound: BoundValue, type: string, value: JsonValue])[] = [
  [{ type: 'VARCHAR', value: `it's $p "x"` }, 'VARCHAR', `it's $p "x"`],
  [{ type: 'TIMESTAMP_MS', value: 1 }, 'TIMESTAMP_MS', '1970-01-01T00:00:00.001Z'],
  [{ type: 'UINTEGER', value: 7 }, 'UINTEGER', 7],
  [{ type: 'DOUBLE', value: 0.5 }, 'DOUBLE', 0.5],
  [{ type: 'UBIGINT', value: 8n }, 'UBIGINT', 8],
  [{ type: 'BIGINT', value: -9n }, 'BIGINT', -9],
  [{ type: 'BOOLEAN', value: true }, 'BOOLEAN', true],
  [{ type: 'VARCHAR[]', value: ['a', ''] }, 'VARCHAR[]', ['a', '']],
  [{ type: 'UBIGINT[]', value: [1n, 2n] }, 'UBIGINT[]', [1, 2]],
  [{ type: 'DOUBLE[]', value: [0.5] }, 'DOUBLE[]', [0.5]],
];

for (const [bound, type, value] of BOUND) {
  test(`a bound ${bound.type} keeps its type and its value`, async () => {
    const { columns, rows } = await answerOf('SELECT $p1 AS v', new Map([['p1', bound]]));

    assert.deepEqual(columns, [{ name: 'v', type }]);
    assert.deepEqual(rows, [[value]]);
  });
}

test('rows come whole or as they are made, the same ones', async () => {
  const text = "SELECT range AS n, 'x' AS t FROM range(5000) ORDER BY n";
  const whole = await answerOf(text);
  const streamed = await answerOf(text, new Map(), { isStreamed: true });

  assert.equal(whole.rows.length, 5_000);
  assert.deepEqual(whole.columns, [
    { name: 'n', type: 'BIGINT' },
    { name: 't', type: 'VARCHAR' },
  ]);
  assert.deepEqual(streamed, whole);
  assert.deepEqual(await readColumns(connection, { text, values: new Map() }), whole.columns);
});

for (const isStreamed of [false, true]) {
  const how = isStreamed ? 'as they are made' : 'whole';

  test(`${how}: as many rows as allowed come, one more is refused`, async () => {
    const count = async (rowsMax: number): Promise<number> =>
      (await answerOf('SELECT 1 FROM range(10)', new Map(), { isStreamed, rowsMax })).rows.length;

    assert.equal(await count(10), 10);
    assert.equal(await count(0), 10);
    await assert.rejects(count(9), { code: 396, message: 'The result has too many rows.' });
  });

  test(`${how}: an answer without rows has its columns, one that fails says why`, async () => {
    const { columns, rows } = await answerOf('SELECT 1 AS a WHERE FALSE', new Map(), {
      isStreamed,
    });
    assert.deepEqual([columns, rows], [[{ name: 'a', type: 'INTEGER' }], []]);

    const failing =
      "SELECT CASE WHEN range > 3000 THEN error('too much') ELSE 'a' END FROM range(5000)";
    await assert.rejects(answerOf(failing, new Map(), { isStreamed }), /too much/);
  });

  test(`${how}: a statement that changes something is not run`, async () => {
    await assert.rejects(answerOf('CREATE TABLE t (a INTEGER)', new Map(), { isStreamed }));
    await assert.rejects(answerOf('SELECT * FROM t'), /does not exist/);
  });
}

test('who stops a stream gets nothing more of it', async () => {
  const stopped = answerOf('SELECT 1 FROM range(10)', new Map(), {
    isStreamed: true,
    isStopped: () => true,
  });

  await assert.rejects(stopped, /was stopped/);
});
