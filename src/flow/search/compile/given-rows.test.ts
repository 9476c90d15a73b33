/** Rows that are handed in become a table that is sent along, and fields of the types they had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLists } from '../../../engines/store/sent-table.ts';
import { bind, sql } from '../../../engines/store/sql.ts';
import { type GivenRows, readGiven } from './given-rows.ts';
import { select } from './relation.ts';

function compiled(given: Pick<GivenRows, 'columns' | 'rows'>) {
  let aliases = 0;
  const relation = readGiven({ newAlias: () => `c${(aliases += 1)}` }, { name: 'rows', ...given });
  const { text, tables } = bind(select(relation, sql`*`, { isOrdered: true }));
  const lists = [...tables.values()].map(({ bytes }) => decodeLists(bytes));
  const kinds = [...relation.fields].map(([name, { kind }]) => [name, kind]);
  return { text, lists, kinds };
}

test('each type is sent as text and read back as what it was', () => {
  const { text, lists, kinds } = compiled({
    columns: [
      { name: 'word', type: 'text' },
      { name: 'some', type: 'any' },
      { name: 'count', type: 'number' },
      { name: 'at', type: 'time' },
      { name: 'hosts', type: 'list' },
    ],
    rows: [
      { word: 'a', some: 5, count: 2.5, at: '2026-01-31T12:00:00.000Z', hosts: ['x', null, 'y'] },
      { word: '', some: true, count: null, at: null, hosts: [] },
      { some: { deep: [1] }, hosts: 'one' },
    ],
  });

  assert.deepEqual(lists, [
    [
      ['a', '', ''],
      ['5', 'true', '{"deep":[1]}'],
      ['2.5', '', ''],
      ['1769860800000', '', ''],
      ['x\0\0y', '', 'one'],
    ],
  ]);
  assert.deepEqual(kinds, [
    ['word', 'text'],
    ['some', 'any'],
    ['count', 'number'],
    ['at', 'time'],
    ['hosts', 'multi'],
  ]);
  assert.equal(
    text.replace(/FROM \S+ ARRAY/, 'FROM sent ARRAY'),
    'SELECT * FROM (SELECT n AS `c1`, ' +
      "nullIf(`list1`, '') AS `c2`, nullIf(`list2`, '') AS `c3`, toFloat64OrNull(`list3`) AS `c4`, " +
      "fromUnixTimestamp64Milli(toInt64(toFloat64OrNull(`list4`)), 'UTC') AS `c5`, " +
      "if(`list5` = '', CAST([], 'Array(String)'), splitByChar('\\0', `list5`)) AS `c6` " +
      'FROM sent ARRAY JOIN `list1`, `list2`, `list3`, `list4`, `list5`, arrayEnumerate(list1) AS n) ' +
      'ORDER BY `c1` ASC',
  );
});

test('rows without any column are a table with one empty list', () => {
  const { text, lists, kinds } = compiled({ columns: [], rows: [] });

  assert.deepEqual(lists, [[[]]]);
  assert.deepEqual(kinds, []);
  assert.match(
    text,
    /SELECT n AS `c1` FROM \S+ ARRAY JOIN `list1`, arrayEnumerate\(list1\) AS n\)/,
  );
});
