import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, translateText } from './translated.suite.ts';
import {
  commonType,
  elementType,
  isList,
  isMap,
  listOf,
  partType,
  TEXTS,
  type ValueType,
} from './value-type.ts';

const MAP: ValueType = { kind: 'map', of: 'text' };
const tuple = (...of: ValueType[]): ValueType => ({ kind: 'tuple', of });

test('lists, maps and tuples know what is in them', () => {
  assert.deepEqual([isList(TEXTS), isList(MAP), isList('text')], [true, false, false]);
  assert.deepEqual([isMap(MAP), isMap(TEXTS), isMap('text')], [true, false, false]);
  assert.deepEqual(
    [elementType(listOf('float')), elementType(MAP), elementType('text')],
    ['float', 'unknown', 'unknown'],
  );
  const pair = tuple('text', 'float');
  assert.deepEqual(
    [1, 2, 3].map((position) => partType(pair, position)),
    ['text', 'float', 'unknown'],
  );
  assert.deepEqual([partType(TEXTS, 1), partType('text', 1)], ['unknown', 'unknown']);
});

/** Types of two values, and that of what can be either of them. */
const COMMON: readonly (readonly [ValueType, ValueType, ValueType])[] = [
  ['text', 'text', 'text'],
  ['null', 'text', 'text'],
  ['text', 'null', 'text'],
  ['null', 'null', 'null'],
  ['text', 'float', 'unknown'],
  ['float', 'text', 'unknown'],
  ['time', 'integer', 'unknown'],
  ['float', 'integer', 'float'],
  ['integer', 'float', 'float'],
  ['integer', 'flag', 'integer'],
  ['flag', 'boolean', 'integer'],
  ['boolean', 'float', 'float'],
  ['flag', 'flag', 'flag'],
  [listOf('integer'), listOf('float'), listOf('float')],
  [listOf('text'), listOf('null'), listOf('text')],
  [listOf('text'), MAP, 'unknown'],
  [MAP, listOf('text'), 'unknown'],
  [MAP, 'text', 'unknown'],
  ['text', MAP, 'unknown'],
  [MAP, { kind: 'map', of: 'null' }, MAP],
  [tuple('integer', 'text'), tuple('float', 'null'), tuple('float', 'text')],
  [tuple('integer'), tuple('integer', 'text'), 'unknown'],
  [tuple('integer'), MAP, 'unknown'],
  [MAP, tuple('integer'), 'unknown'],
];

for (const [one, other, common] of COMMON) {
  test(`${JSON.stringify(one)} or ${JSON.stringify(other)} is ${JSON.stringify(common)}`, () => {
    assert.deepEqual(commonType([one, other]), common);
  });
}

test('nothing at all is NULL', () => {
  assert.equal(commonType([]), 'null');
});

test('long expressions are named before they stand twice', () => {
  const compared = (letters: number): string => {
    const [one, other] = ['a'.repeat(letters), 'b'.repeat(letters)];
    const numbers = `SELECT toFloat64OrNull(body) AS ${one}, toFloat64OrNull(level) AS ${other} FROM logs`;
    const outcome = outcomeOf(`SELECT 1 FROM (${numbers}) WHERE ${one} < ${other}`);
    const [, condition = ''] = outcome.split(' WHERE ');
    return condition.replaceAll(/a{9,}/g, 'a').replaceAll(/b{9,}/g, 'b');
  };

  assert.equal(compared(118), '("a" < "b" AND NOT isnan("b"))');
  assert.equal(
    compared(119),
    `list_transform([{'one': "a", 'other': "b"}], lambda pair: (pair.one < pair.other AND NOT isnan(pair.other)))[1]`,
  );
});

test('keys and places in JSON become a path, and a place is at least 1', () => {
  const statement = 'SELECT JSONExtractRaw(body, {p1:String}, {p2:UInt32}) AS x FROM logs';
  const { values } = translateText(statement, { p1: String.raw`a"b\\c`, p2: '3' });
  assert.deepEqual(
    [...values.values()].map(({ value }) => value),
    [String.raw`$."a\"b\\c"[2]`],
  );
  assert.equal(
    outcomeOf(statement, { p1: 'a', p2: '0' }),
    'refused: JSONExtractRaw() is used in a way that is not known',
  );
});

const items = (count: number): string =>
  `[${Array.from({ length: count }, (_, i) => `'v${i}'`).join()}]`;
const within = (list: string, count: number, column = 'host'): string =>
  outcomeOf(`SELECT 1 AS x FROM logs WHERE ${column} IN ${list}`, {
    p1: items(count),
    p2: items(1),
    p3: '[7]',
    p4: '[7,8]',
  }).replace(/^SELECT 1 AS "x" FROM logs_ AS logs WHERE /, '');

test('values of a list are compared one by one up to 64 of them, more in a hash table', () => {
  const LIST = '{p1:Array(String)}';
  assert.equal(within(LIST, 0), '("host" IS NULL AND NULL)');
  assert.equal(within(LIST, 0, 'index_name'), 'FALSE');
  assert.equal(within(LIST, 1), '("host" = CAST($p1 AS VARCHAR))');
  assert.equal(within(LIST, 64), 'list_contains(CAST($p1 AS VARCHAR[]), "host")');
  assert.equal(within(LIST, 65), '("host" IN (SELECT unnest(CAST($p1 AS VARCHAR[]))))');
  assert.equal(
    within(`arrayConcat(${LIST}, {p2:Array(String)})`, 64),
    '("host" IN (SELECT unnest((CAST($p1 AS VARCHAR[]) || CAST($p2 AS VARCHAR[])))))',
  );
  assert.equal(within('{p3:Array(UInt64)}', 1, 'row_id'), '("row_id" = CAST($p1 AS UBIGINT))');
  assert.equal(
    within('{p4:Array(Float64)}', 1, 'retention_days'),
    'list_contains(CAST($p1 AS DOUBLE[]), "retention_days")',
  );
  assert.equal(within('[level]', 1), 'list_contains(["level"], "host")');
  assert.equal(
    within('arrayConcat([level], [body])', 1),
    'list_contains((["level"] || ["body"]), "host")',
  );
  assert.equal(
    within('(SELECT level FROM logs)', 1),
    '("host" IN (SELECT "level" FROM logs_ AS logs))',
  );
});

test('there are no statements in lambdas', () => {
  const many = outcomeOf(
    'SELECT arrayFilter(v -> v IN {p1:Array(String)}, [host]) AS x FROM logs',
    {
      p1: items(65),
    },
  );
  assert.match(many, /lambda "element of list 1": list_contains\(CAST\(\$p1 AS VARCHAR\[\]\)/);
  assert.equal(
    outcomeOf('SELECT arrayFilter(v -> v IN (SELECT level FROM logs), [host]) AS x FROM logs'),
    'refused: a statement cannot stand in a lambda',
  );
});
