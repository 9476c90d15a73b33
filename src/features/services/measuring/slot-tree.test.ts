/** What is asked of the store for slots, and what its rows say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, print, type Query } from '../../../language/index.ts';
import { readSelector } from '../managing/check-searches.ts';
import {
  bucketed,
  type ColumnMeasure,
  factsOf,
  factsOfRow,
  numberIn,
  sharedTree,
  slotTree,
} from './slot-tree.ts';
import { all, anyOf, number } from './tree-parts.ts';

const RATIO: ColumnMeasure = { kind: 'ratio', bad: 'level=error' };
const aggregate = (name: string, field: string | null = null, where: string | null = null) =>
  ({ kind: 'aggregate', function: name, field, where }) as ColumnMeasure;
const queryOf = (text: string): Query => parse(text).query ?? assert.fail(text);
const tree = (...measures: ColumnMeasure[]): string =>
  print(slotTree(readSelector('service=a'), measures, { everySeconds: 60 }));

test('every measure has columns of its own in one statement', () => {
  assert.equal(
    tree(RATIO, aggregate('count')),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | stats count AS n0, count(eval(searchmatch("level=error"))) AS b0, count AS n1 BY xplain_slot',
  );
  assert.equal(
    tree(aggregate('count', null, 'a=b'), aggregate('rate')),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | stats count(eval(searchmatch("a=b"))) AS n0, count AS n1 BY xplain_slot',
  );
  assert.equal(
    tree(aggregate('age'), aggregate('age', null, 'a=b')),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | stats count AS n0, max(eval(tonumber(_time))) AS v0, count(eval(searchmatch("a=b"))) AS n1, max(eval(if(searchmatch("a=b"), tonumber(_time), null()))) AS v1 BY xplain_slot',
  );
  assert.equal(
    tree(aggregate('dc', 'user'), aggregate('avg', 'ms', 'a=b')),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | stats count(eval(isnotnull(user))) AS n0, dc(eval(if(isnotnull(user), user, null()))) AS v0, count(eval(searchmatch("a=b") AND isnum(ms))) AS n1, avg(eval(if(searchmatch("a=b") AND isnum(ms), tonumber(ms), null()))) AS v1 BY xplain_slot',
  );
  assert.equal(
    tree(
      ...['sum', 'min', 'max', 'median', 'p90', 'p95', 'p99'].map((name) => aggregate(name, 'ms')),
    ),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | stats count(eval(isnum(ms))) AS n0, sum(eval(if(isnum(ms), tonumber(ms), null()))) AS v0, count(eval(isnum(ms))) AS n1, min(eval(if(isnum(ms), tonumber(ms), null()))) AS v1, count(eval(isnum(ms))) AS n2, max(eval(if(isnum(ms), tonumber(ms), null()))) AS v2, count(eval(isnum(ms))) AS n3, median(eval(if(isnum(ms), tonumber(ms), null()))) AS v3, count(eval(isnum(ms))) AS n4, perc(eval(if(isnum(ms), tonumber(ms), null()))) AS v4, count(eval(isnum(ms))) AS n5, perc(eval(if(isnum(ms), tonumber(ms), null()))) AS v5, count(eval(isnum(ms))) AS n6, perc(eval(if(isnum(ms), tonumber(ms), null()))) AS v6 BY xplain_slot',
  );
});

test('percentiles are those that their names say', () => {
  const measures = ['p90', 'p95', 'p99', 'median'].map((name) => aggregate(name, 'ms'));
  const last = slotTree(readSelector('*'), measures, { everySeconds: 60 }).stages.at(-1);

  assert.deepEqual(
    last?.kind === 'stats' && last.aggregations.map(({ percentile }) => percentile),
    [undefined, 90, undefined, 95, undefined, 99, undefined, undefined],
  );
});

test('only some slots are named, in seconds', () => {
  const wanted = { everySeconds: 60, only: [60_000, 180_000] };

  assert.equal(
    print(slotTree(readSelector('service=a'), [aggregate('count')], wanted)),
    'service=a | eval xplain_slot=floor(_time / 60) * 60 | where xplain_slot IN (60, 180) | stats count AS n0 BY xplain_slot',
  );
});

test('several services are told apart by their places', () => {
  const part = (text: string) => ({ text, selector: readSelector(text) });

  assert.equal(
    print(sharedTree([part('service=a'), part('service=b OR c')], [RATIO], { everySeconds: 60 })),
    'service=a OR (service=b OR c) | eval xplain_part=split(substr(if(searchmatch("service=a"), ",0", "") . if(searchmatch("service=b OR c"), ",1", ""), 2), ",") | eval xplain_slot=floor(_time / 60) * 60 | stats count AS n0, count(eval(searchmatch("level=error"))) AS b0 BY xplain_part, xplain_slot',
  );
  assert.equal(anyOf([readSelector('a')]).expression.kind, 'term');
  assert.equal(anyOf([readSelector('a'), readSelector('b')]).expression.kind, 'or');
  assert.deepEqual(
    [all([]), all([number(1)]), all([number(1), number(2)])?.kind],
    [undefined, number(1), 'and'],
  );
});

test('a row says what its columns count', () => {
  const slot = { from: 60_000, everySeconds: 60 };
  const row = { n0: '8', b0: 2, n1: 30, v1: '110', n2: 0, b2: 0 };

  assert.deepEqual(factsOf(RATIO, 0, row, slot), { total: 8, good: 6, value: 25 });
  assert.deepEqual(factsOf(RATIO, 2, row, slot), { total: 0, good: 0, value: null });
  assert.deepEqual(factsOf(RATIO, 0, undefined, slot), { total: 0, good: 0, value: null });
  assert.deepEqual(factsOf(aggregate('count'), 1, row, slot), { total: 30, good: null, value: 30 });
  assert.deepEqual(factsOf(aggregate('rate'), 1, row, slot), { total: 30, good: null, value: 0.5 });
  assert.deepEqual(factsOf(aggregate('age'), 1, row, slot), { total: 30, good: null, value: 10 });
  assert.deepEqual(factsOf(aggregate('age'), 0, row, slot), { total: 8, good: null, value: null });
  assert.deepEqual(factsOf(aggregate('avg', 'ms'), 1, row, slot), {
    total: 30,
    good: null,
    value: 110,
  });
  assert.deepEqual(factsOf(aggregate('count'), 1, undefined, slot), {
    total: 0,
    good: null,
    value: 0,
  });
});

test('a cell is a number, or there is none', () => {
  const row = { a: 5, b: '6', c: '', d: null, e: 'x', f: ['1'], g: Infinity };

  assert.deepEqual(
    'abcdefgh'.split('').map((name) => numberIn(row, name)),
    [5, 6, null, null, null, null, null, null],
  );
  assert.equal(numberIn(undefined, 'a'), null);
});

test('a query of its own gives a value, or what good and total make', () => {
  assert.deepEqual(factsOfRow('lower', { value: '5' }), { value: 5, good: null, total: null });
  assert.deepEqual(factsOfRow('lower', { good: 6, total: 8 }), { value: 25, good: 6, total: 8 });
  assert.deepEqual(factsOfRow('higher', { good: 6, total: 8 }), { value: 75, good: 6, total: 8 });
  assert.deepEqual(factsOfRow('higher', { good: 0, total: 0 }), { value: null, good: 0, total: 0 });
  assert.deepEqual(factsOfRow('higher', { good: 1, total: 2, value: 9 }), {
    value: 9,
    good: 1,
    total: 2,
  });
  assert.deepEqual(factsOfRow('lower', { good: 6 }), { value: null, good: 6, total: null });
  assert.deepEqual(factsOfRow('lower', { total: 6 }), { value: null, good: null, total: 6 });
  assert.deepEqual(factsOfRow('lower', undefined), { value: null, good: null, total: null });
});

test('statistics of events are asked for all slots at once', () => {
  const whole = (text: string): string | undefined => {
    const found = bucketed(queryOf(text), { everySeconds: 60 });
    return found && print(found);
  };

  assert.equal(
    whole(
      'a=1 | eval b=c*2 | stats avg(b) AS value | eval value=value/2 | where value>1 | fillnull',
    ),
    'a=1 | eval xplain_slot=floor(_time / 60) * 60 | eval b=c * 2 | stats avg(b) AS value BY xplain_slot | eval value=value / 2 | where value > 1 | fillnull',
  );
  const single = [
    'a=1 | stats count AS value BY b',
    'a=1 | head 5 | stats count AS value',
    'a=1 | stats count AS value | head 1',
    'a=1 | table b | stats count AS value',
    'a=1 | fields b | stats count AS value',
    'a=1 | table value',
    '| tstats count AS value',
  ];
  for (const text of single) assert.equal(whole(text), undefined, text);
});
