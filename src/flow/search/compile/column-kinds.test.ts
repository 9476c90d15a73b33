/** Which kind each column of an answer has: by it people see numbers, times and lists, and charts draw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareFakeSearch } from '../../../../test/support/search/prepare-fake-search.ts';

async function kindsOf(query: string, lookups = {}): Promise<string> {
  const told = [[{ series: 'x', missing: 0, rank: 1 }]];
  const { plan } = await prepareFakeSearch({ query }, { told, lookups });
  return plan.columns.map(({ name, kind }) => `${name} ${kind}`).join(', ');
}

for (const [query, kinds] of [
  ['* | table _time event user', '_time time, event text, user text'],
  ['* | table user | fillnull value=x', 'user text'],
  ['* | table user | fillnull value=5', 'user any'],
  ['* | eval n=bytes*2 | table n | fillnull value=5', 'n number'],
  ['* | eval n=bytes*2 | table n | fillnull value=x', 'n any'],
  ['* | eval m=split(user, ",") | table m _time | fillnull value=x', 'm multi, _time time'],
  ['* | eval a=if(user="a", "x", "y") | table a', 'a text'],
  ['* | eval a=if(user="a", "x", 5) | table a', 'a any'],
  ['* | eval a=if(user="a", 4, 5) | table a', 'a number'],
  ['* | eval a=if(user="a", _time, 5) | table a', 'a number'],
  ['* | eval a=if(user="a", _time, _time) | table a', 'a time'],
  ['* | eval a=if(user="a", _time, "x") | table a', 'a text'],
  ['* | eval a=bytes+user, b=coalesce(a, "x") | table a b', 'a any, b any'],
  ['* | eval a=if(user="a", split(user, ","), 5) | table a', 'a multi'],
  [
    '* | stats count, avg(bytes) AS a, values(user) AS v BY host',
    'host text, count number, a number, v multi',
  ],
  ['* | stats first(user) AS a, max(user) AS b, max(_time) AS c', 'a any, b any, c time'],
  ['* | top user', 'user text, count number, percent number'],
  ['* | top limit=1 useother=t user', 'user any, count number, percent number'],
  ['* | timechart span=1d count BY user', '_time time, x number'],
  ['* | chart values(host) OVER user', 'user text, values(host) multi'],
  ['* | table user | append [search * | table user]', 'user text'],
  ['* | table user | append [search * | eval user=5 | table user]', 'user any'],
  [
    '* | convert num(bytes) AS n ctime(_time) AS t auto(user) AS u | table n t u',
    'n number, t text, u any',
  ],
  ['* | lookup teams user OUTPUT team | table team', 'team any'],
  ['* | lookup teams user OUTPUTNEW team AS host | table host', 'host any'],
  ['* | eval m=split(user, ",") | lookup teams user AS m OUTPUT team | table team', 'team multi'],
] as const) {
  test(query, async () => {
    assert.equal(await kindsOf(query, { teams: ['user,team', 'bob,red'] }), kinds);
  });
}
