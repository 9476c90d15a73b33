import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendLists } from './sent-table.ts';
import {
  bind,
  boolean,
  column,
  float64,
  float64s,
  identifier,
  instant,
  int64,
  join,
  sent,
  sql,
  string,
  strings,
  uint32,
  uint64,
  uint64s,
} from './sql.ts';

test('values are bound and numbered, also through nested statements', () => {
  const filter = join(
    [sql`level = ${string('error')}`, sql`${column('body')} != ${string("it's")}`],
    ' AND ',
  );
  const statement = sql`SELECT count() FROM logs WHERE organization = ${string('a')} AND (${filter}) LIMIT ${uint32(5)}`;

  const { text, parameters } = bind(statement);

  assert.equal(
    text,
    'SELECT count() FROM logs WHERE organization = {p1:String} AND ' +
      '(level = {p2:String} AND `body` != {p3:String}) LIMIT {p4:UInt32}',
  );
  assert.deepEqual(
    [...parameters],
    [
      ['p1', 'a'],
      ['p2', 'error'],
      ['p3', "it\\'s"],
      ['p4', '5'],
    ],
  );
});

test('a statement can be used in two places', () => {
  const part = sql`x = ${uint32(1)}`;

  assert.equal(bind(sql`${part} OR ${part}`).text, 'x = {p1:UInt32} OR x = {p1:UInt32}');
});

test('nothing joined is nothing', () => {
  assert.equal(bind(join([], ', ')).text, '');
});

test('a bare string does not compile', () => {
  const name = 'x; DROP TABLE logs';
  // @ts-expect-error a string is neither a parameter nor a statement
  const build = () => sql`SELECT ${name}`;
  // @ts-expect-error there is no such column
  const pick = () => column('password');

  assert.equal(typeof build, 'function');
  assert.equal(typeof pick, 'function');
});

test('each type has its own form', () => {
  const { text, parameters } = bind(sql`${instant(1_700_000_000_123)} ${uint64(2n ** 64n - 1n)}
    ${int64(-5)} ${float64(1e21)} ${boolean(true)} ${strings(['a', "b'"])} ${uint64s([1n, 2])} ${float64s([0.5])}`);

  assert.deepEqual(
    [...text.matchAll(/\{p\d:([^}]*)\}/g)].map(([, type]) => type),
    [
      "DateTime64(3, 'UTC')",
      'UInt64',
      'Int64',
      'Float64',
      'Bool',
      'Array(String)',
      'Array(UInt64)',
      'Array(Float64)',
    ],
  );
  assert.deepEqual(
    [...parameters.values()],
    [
      '2023-11-14 22:13:20.123',
      '18446744073709551615',
      '-5',
      '1e+21',
      'true',
      "['a','b\\'']",
      '[1,2]',
      '[0.5]',
    ],
  );
});

test('times beyond what the store can hold mean its first and last one', () => {
  const { parameters } = bind(sql`${instant(-8e15)} ${instant(8e15)}`);

  assert.deepEqual(
    [...parameters.values()],
    ['1900-01-01 00:00:00.000', '2299-12-31 23:59:59.999'],
  );
});

test('numbers out of their range are a defect of the caller', () => {
  assert.throws(() => uint32(-1), assert.AssertionError);
  assert.throws(() => uint32(2 ** 32), assert.AssertionError);
  assert.throws(() => uint64(2n ** 64n), assert.AssertionError);
  assert.throws(() => uint64(2 ** 53), assert.AssertionError);
  assert.throws(() => int64(2n ** 63n), assert.AssertionError);
  assert.throws(() => float64(Number.NaN), assert.AssertionError);
  assert.throws(() => instant(0.5), assert.AssertionError);
  assert.throws(() => identifier(''), assert.AssertionError);
});

test('half a character becomes the replacement character', () => {
  assert.deepEqual([...bind(sql`${string('a\ud83d')}`).parameters.values()], ['a\ufffd']);
});

test('a long list goes in several parameters, in order, and a short one in one', () => {
  const values = Array.from({ length: 9_000 }, (_, i) => `value ${i}`);

  const { text, parameters } = bind(sql`SELECT ${string('a')} IN ${strings(values)}`);

  assert.match(text, /^SELECT \{p1:String\} IN arrayConcat\(\{p2:Array\(String\)\}, \{p3:/);
  const parts = [...parameters.values()].slice(1);
  assert.ok(parts.every((part) => part.length < 31_000 && /^\[.*\]$/.test(part)));
  const joined = parts.map((part) => part.slice(1, -1)).join(',');
  assert.equal(joined, values.map((value) => `'${value}'`).join(','));
  assert.equal(bind(sql`SELECT ${strings(['a', 'b'])}`).text, 'SELECT {p1:Array(String)}');
});

test('a table that is sent along has one name, however often it is read', () => {
  const [a, b] = [sendLists([['x']]), sendLists([['y'], ['z']])];
  const part = sql`SELECT list1 FROM ${sent(a)}`;

  const { text, tables } = bind(
    sql`${part} UNION ALL SELECT list2 FROM ${sent(b)} UNION ALL ${part}`,
  );

  assert.equal(
    text,
    'SELECT list1 FROM sent1 UNION ALL SELECT list2 FROM sent2 UNION ALL SELECT list1 FROM sent1',
  );
  assert.deepEqual(
    [...tables],
    [
      ['sent1', a],
      ['sent2', b],
    ],
  );
  assert.equal(b.structure, 'list1 Array(String), list2 Array(String)');
});

test('lists of one table that differ in length are a mistake', () => {
  assert.throws(() => sendLists([['a'], ['a', 'b']]), /equally long/);
  assert.throws(() => sendLists([]), /at least one/);
});
