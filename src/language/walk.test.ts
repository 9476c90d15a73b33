import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from './parser/parser.ts';
import type { Query, Stage } from './tree.ts';
import {
  everyExpression,
  everyQuery,
  everySearch,
  expressionsOf,
  fieldsOf,
  isLiteral,
  searchesOf,
  subsearchesOf,
} from './walk.ts';

function queryOf(text: string): Query {
  const { query, diagnostics } = parse(text);
  assert.deepEqual(diagnostics, [], text);
  assert.ok(query);
  return query;
}

function lastStage(text: string): Stage {
  const stage = queryOf(text).stages.at(-1);
  assert.ok(stage, text);
  return stage;
}

const FIELDS: readonly (readonly [text: string, ...fields: readonly string[]])[] = [
  ['* | where a=1', 'a'],
  ['* | where a=b AND NOT c > -d OR e=1 XOR f=2', 'a', 'b', 'c', 'd', 'e', 'f'],
  ['* | where a IN (b, 1, c)', 'a', 'b', 'c'],
  ['* | where a . b = "x" AND len(c) > d + e', 'a', 'b', 'c', 'd', 'e'],
  ['* | eval x=a+b, y=c', 'a', 'b', 'c'],
  ['* | head (a < 5)', 'a'],
  ['* | head 5'],
  ['* | stats count(eval(a=1)) AS n, sum(b)', 'a'],
  ['* | eventstats count(eval(a=1)) AS n', 'a'],
  ['* | streamstats count(eval(a=1)) AS n', 'a'],
  ['* | timechart count(eval(a=1)) AS n', 'a'],
  ['* | chart count(eval(a=1)) AS n BY host', 'a'],
  ['* | transaction host startswith=eval(a=1) endswith=eval(b=2)', 'a', 'b'],
  ['* | transaction host startswith="login"'],
  ['* | table a'],
];

for (const [text, ...fields] of FIELDS) {
  test(`the expressions of ${text} speak of ${fields.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      expressionsOf(lastStage(text)).flatMap((each) => fieldsOf(each).map(({ name }) => name)),
      fields,
    );
  });
}

test('an expression comes before what stands in it, from left to right', () => {
  const [condition] = expressionsOf(lastStage('* | where NOT a=1 AND b IN ("x", 2)'));
  assert.ok(condition);

  const all = [...everyExpression(condition)];
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['and', 'not', 'compare', 'field', 'number', 'oneOf', 'field', 'text', 'number'],
  );
  assert.deepEqual(
    all.filter(isLiteral).map(({ value }) => value),
    [1, 'x', 2],
  );
});

const SEARCHES: readonly (readonly [text: string, ...kinds: readonly string[]])[] = [
  ['a', 'term'],
  ['a b OR NOT c', 'and', 'term', 'or', 'term', 'not', 'term'],
  ['* | search a', 'term'],
  ['| tstats count WHERE a=1', 'comparison'],
  ['* | transaction host startswith="a" endswith="b"', 'term', 'term'],
  ['* | transaction host startswith=eval(a=1)'],
  ['* | head 5'],
  ['a [ search b c ]', 'and', 'term', 'subsearch'],
];

for (const [text, ...kinds] of SEARCHES) {
  test(`${text} searches by ${kinds.join(', ') || 'nothing'}`, () => {
    const searches = searchesOf(lastStage(text));
    assert.deepEqual(
      searches.flatMap((search) => [...everySearch(search)]).map(({ kind }) => kind),
      kinds,
    );
  });
}

test('a subsearch is found wherever it stands, the outer ones first', () => {
  const text =
    'a [ search b [ search c | head 1 ] ] | join host [ search d ] | append [ search e ]';
  const query = queryOf(text);

  assert.deepEqual(
    query.stages.map((stage) => subsearchesOf(stage).length),
    [1, 1, 1],
  );
  assert.deepEqual(
    [...everyQuery(query)].map(({ stages }) => stages.length),
    [3, 1, 2, 1, 1],
  );
  assert.equal(subsearchesOf(lastStage('a | appendcols [ search b ]')).length, 1);
  assert.equal(subsearchesOf(lastStage('a | head 1')).length, 0);
});
