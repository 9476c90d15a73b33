/** One query or two per command, with the rows it gives on a real store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW });
  const at = (msAgo: number) => ({ timestamp: NOW - msAgo });
  await tested.insert([
    {
      ...at(5_000),
      body: 'refused code=5',
      level: 'error',
      attributes: [
        ['service', 'checkout'],
        ['status', '500'],
        ['user_id', 'u1'],
      ],
    },
    {
      ...at(60_000),
      body: 'errors found',
      level: 'warn',
      attributes: [
        ['service', 'cart'],
        ['status', '200'],
        ['user_id', 'u2'],
      ],
    },
    {
      ...at(3_600_000),
      body: 'all fine',
      attributes: [
        ['service', 'cart'],
        ['status', '200.0'],
        ['user_id', 'u1'],
      ],
    },
    { ...at(3_600_001), body: '{"a":{"b":[1,2]}}' },
  ]);
});
after(() => tested[Symbol.asyncDispose]());

const GOLDEN: Readonly<Record<string, readonly unknown[][]>> = {
  '* | eventstats count by service | table service count': [
    ['checkout', 1],
    ['cart', 2],
    ['cart', 2],
    [null, null],
  ],
  '* | streamstats count, sum(status) AS s | table count s': [
    [1, 500],
    [2, 700],
    [3, 900],
    [4, 900],
  ],
  '* | streamstats window=2 current=f global=f sum(status) AS s by service | table s': [
    [null],
    [null],
    [200],
    [null],
  ],
  '* | table service | filldown service': [['checkout'], ['cart'], ['cart'], ['cart']],
  '* | spath path=a.b{0} output=x | tail 1 | table x': [[1]],
  '* | spath path=a.b{} output=x | tail 1 | table x': [[['1', '2']]],
  '* | head 1 | eval m=split("a,b", ",") | mvexpand m | table m': [['a'], ['b']],
  '* | head 1 | eval m="x y" | makemv m | nomv m | table m': [['x\ny']],
  '* | table service user_id | mvcombine user_id': [
    ['cart', ['u2', 'u1']],
    ['checkout', 'u1'],
    [null, null],
  ],
  '| tstats count where index=main by service': [
    ['cart', 2],
    ['checkout', 1],
  ],
  '| makeresults count=2 | eval a=1 | accum a AS b | table b': [[1], [2]],
  '* | delta status AS d | table d': [[null], [-300], [0], [null]],
  '* | stats count by service | addcoltotals labelfield=service label=All': [
    ['cart', 2],
    ['checkout', 1],
    ['All', 3],
  ],
  '* | stats count by service | eval n=2 | addtotals | table Total': [[4], [3]],
  '* | convert num(status) | table status': [[500], [200], [200], [null]],
  '* | rangemap field=status low=0-299 high=300-999 default=none | table range': [
    ['high'],
    ['low'],
    ['low'],
    ['none'],
  ],
  '* | stats count by service level | xyseries service level count': [
    ['cart', null, 1, 1],
    ['checkout', 1, null, null],
  ],
  '* | stats count by service | untable service what n': [
    ['cart', 'count', 2],
    ['checkout', 'count', 1],
  ],
  '* | stats count by service | transpose': [
    ['service', 'cart', 'checkout'],
    ['count', 2, 1],
  ],
  '* | table service | append [search refused | stats count]': [
    ['checkout', null],
    ['cart', null],
    ['cart', null],
    [null, null],
    [null, 1],
  ],
  '* | stats count by service | appendcols [search * | stats sum(status) AS s]': [
    ['cart', 2, 900],
    ['checkout', 1, null],
  ],
  '* | table service level | join service [search * | stats count by service]': [
    ['checkout', 'error', 1],
    ['cart', 'warn', 2],
    ['cart', 'info', 2],
  ],
  '* | join type=left user_id [search refused | stats count AS n by user_id] | table user_id n': [
    ['u1', 1],
    ['u2', null],
    ['u1', 1],
    [null, null],
  ],
  '* [search refused | table user_id] | table event': [['refused code=5'], ['all fine']],
  '* | transaction user_id maxpause=2h | table user_id duration eventcount': [
    ['u2', 0, 1],
    ['u1', 3595, 2],
  ],
  '* | transaction user_id maxspan=10m | table user_id eventcount': [
    ['u1', 1],
    ['u2', 1],
    ['u1', 1],
  ],
  '* | replace cart WITH basket IN service | table service': [
    ['checkout'],
    ['basket'],
    ['basket'],
    [null],
  ],
  '* | chart count over service by level': [
    ['cart', 0, 1, 1],
    ['checkout', 1, 0, 0],
  ],
  '* | top limit=1 useother=t showperc=f service': [
    ['cart', 2],
    ['OTHER', 1],
  ],
  '* | patterns limit=1 | table count percent': [[1, 25]],
  '* | dedup service keepempty=t | table service': [['checkout'], ['cart'], [null]],
  '* | head (level!="info") | table level': [['error'], ['warn']],
  '* | rex mode=sed field=event "s/o/0/g" | head 1 | table event': [['refused c0de=5']],
};

for (const [query, rows] of Object.entries(GOLDEN)) test(query, () => gives(query, rows));

async function gives(query: string, rows: readonly unknown[][]): Promise<void> {
  const { data } = await tested.search(query, { earliest: '-2h' });

  const names = data.columns.map(({ name }) => name);
  const shown = data.rows.map((row) => names.map((name) => row[name]));
  assert.deepEqual(shown, rows);
}

test('a subsearch hands over as many long values as it may', async () => {
  const count = LIMITS.query.subsearchRowsMax;
  const query = `* [| makeresults count=${count} | streamstats count AS n | eval user_id=if(n=${count}, "u2", "somebody with a rather long name ".n) | fields user_id] | table user_id`;

  const { data } = await tested.search(query);

  assert.deepEqual(
    data.rows.map((row) => row['user_id']),
    ['u2'],
  );
  assert.deepEqual(data.limits_applied, []);
});
