import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from './translated.suite.ts';

const VALUES = {
  p1: '[1,5,9]',
  p2: '[20]',
  p3: '[]',
  p4: '[1,2.5]',
  p5: `[${Array.from({ length: 1_000 }, (_, i) => i).join()}]`,
  p6: `[${Array.from({ length: 1_001 }, (_, i) => i).join()}]`,
};

/** What stands between `SELECT` and its name. */
function written(expression: string, from = 'logs'): string {
  const outcome = outcomeOf(`SELECT ${expression} AS x FROM ${from}`, VALUES);
  return /^SELECT (.*?) AS "x" FROM /.exec(outcome)?.[1] ?? outcome;
}

const steps = (list: string): string => written(`roundDown(retention_days, ${list})`);

test('a number is rounded down by a tree of decisions where its steps are known', () => {
  const tree =
    'list_transform(["retention_days"], lambda step: CASE WHEN step < 5e0 THEN 1e0 ELSE CASE WHEN step < 9e0 THEN 5e0 ELSE 9e0 END END)[1]';
  assert.equal(steps('{p1:Array(Float64)}'), tree);
  assert.equal(
    steps('arrayConcat({p2:Array(Float64)}, {p2:Array(Float64)})'),
    'list_transform(["retention_days"], lambda step: CASE WHEN step < 20e0 THEN 20e0 ELSE 20e0 END)[1]',
  );
  assert.equal(
    steps('{p2:Array(Float64)}'),
    'list_transform(["retention_days"], lambda step: 20e0)[1]',
  );
  assert.match(steps('{p5:Array(Float64)}'), /^list_transform/);
});

test('steps that are none, too many or not known are looked up in their list', () => {
  const looked = (list: string): string => `ch_round_down("retention_days", ${list})`;
  assert.equal(steps('{p3:Array(Float64)}'), looked('CAST($p1 AS DOUBLE[])'));
  assert.equal(steps('{p6:Array(Float64)}'), looked('CAST($p1 AS DOUBLE[])'));
  assert.equal(steps('[toFloat64(1)]'), looked('[CAST(1 AS DOUBLE)]'));
  assert.equal(
    steps('arraySlice({p1:Array(Float64)}, 1)'),
    looked('ch_slice(CAST($p1 AS DOUBLE[]), 1)'),
  );
  assert.equal(
    steps('arrayConcat({p1:Array(Float64)}, [1.5])'),
    looked('(CAST($p1 AS DOUBLE[]) || [1.5e0])'),
  );
  assert.equal(
    written('roundDown(1, arrayConcat)', '(SELECT [1.5] AS arrayConcat)'),
    'ch_round_down(1, "arrayConcat")',
  );
  assert.equal(
    written('toString(roundDown(retention_days, [toFloat64(1)]))'),
    `ch_float_text(${looked('[CAST(1 AS DOUBLE)]')})`,
  );
});

test('steps that are no whole numbers are refused', () => {
  assert.equal(
    steps('{p4:Array(Float64)}'),
    'refused: roundDown() is used in a way that is not known',
  );
});

for (const [expression, outcome] of [
  ["toFloat64OrNull(nullIf(body, ''))", 'ch_number("body")'],
  ["toFloat64OrNull(nullIf(attributes['a'], ''))", `ch_number("attributes"['a'])`],
  ["toFloat64OrNull(nullIf(body, 'a'))", `ch_number(nullif("body", 'a'))`],
  ['toFloat64OrNull(nullIf(body, level))', 'ch_number(nullif("body", "level"))'],
  ["toFloat64OrNull(concat(body, ''))", `ch_number(("body" || ''))`],
  ['toFloat64OrNull(body)', 'ch_number("body")'],
  [
    "throwIf(ifNull(level = 'a', 0), 'no')",
    `CASE WHEN ("level" = 'a') THEN CAST(error('no') AS BIGINT) ELSE 0 END`,
  ],
  [
    "toString(xor(ifNull(level = 'a', 0), host = 'b', 1))",
    `CAST(CAST(((coalesce(("level" = 'a'), FALSE) <> ("host" = 'b')) <> TRUE) AS UTINYINT) AS VARCHAR)`,
  ],
  ['toUInt8(retention_days)', 'TRY_CAST("retention_days" AS UTINYINT)'],
  [
    'toUInt8(toFloat64(retention_days))',
    'TRY_CAST(trunc(CAST("retention_days" AS DOUBLE)) AS UTINYINT)',
  ],
  ["toUInt32(level = 'a')", `TRY_CAST(("level" = 'a') AS UINTEGER)`],
  ['toUInt32(true)', 'TRY_CAST(TRUE AS UINTEGER)'],
  ['least(1, toFloat64OrNull(body))', 'least(1, ch_number("body"))'],
  [
    'greatest(1, toFloat64OrNull(body))',
    `greatest(1, nullif(ch_number("body"), CAST('nan' AS DOUBLE)))`,
  ],
] as const) {
  test(`${expression} is written in the words of DuckDB`, () => {
    assert.equal(written(expression), outcome);
  });
}

test('a column may have the name of a function', () => {
  assert.equal(
    written('toFloat64OrNull(nullIf)', '(SELECT body AS nullIf FROM logs)'),
    'ch_number("nullIf")',
  );
});
