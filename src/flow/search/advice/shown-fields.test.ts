import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../language/index.ts';
import type { AnswerRow } from '../compile/write-answer.ts';
import { demanded, fieldsShown, isNothing } from './shown-fields.ts';

function queryOf(text: string) {
  const { query } = parse(text);
  assert.ok(query !== undefined, text);
  return query;
}

const NOTHING: readonly [rows: readonly AnswerRow[], isNone: boolean][] = [
  [[], true],
  [[{}], true],
  [[{ count: 0 }], true],
  [[{ count: 1 }], false],
  [[{ count: 0, host: '' }], true],
  [[{ host: null, user: undefined }], true],
  [[{ host: ' ' }], false],
  [[{ on: false }], false],
  [[{ _time: '2026-01-01T00:00:00Z', count: 0 }], true],
  [[{ _time: '2026-01-01T00:00:00Z', count: 2 }], false],
  [[{ count: 0 }, { count: 1 }], false],
];

for (const [rows, isNone] of NOTHING) {
  test(`${JSON.stringify(rows)} shows ${isNone ? 'nothing' : 'something'}`, () => {
    assert.equal(isNothing(rows), isNone);
  });
}

const SHOWN: readonly [text: string, rows: readonly AnswerRow[], names: readonly string[]][] = [
  ['error', [], []],
  ['status=500 user=x', [], ['status', 'user']],
  ['status IN (500, 501)', [], ['status']],
  ['status=500 OR user=x', [], []],
  ['NOT status=500', [], []],
  ['(status=500 (user=x host=y))', [], ['status', 'user', 'host']],
  ['| makeresults', [{ a: 1 }], ['a']],
  ['error', [{ host: 'a', user: null, job: undefined }, { user: '' }], ['host', 'user']],
  ['error | stats avg(ms)', [{ 'avg(ms)': 5 }], ['avg(ms)', 'ms']],
  ['error | stats avg(ms)', [{ 'avg(ms)': null }], []],
  ['error | stats count(ms)', [{ 'count(ms)': 0 }], ['count(ms)']],
  ['error | stats count(ms)', [{ 'count(ms)': 0 }, { 'count(ms)': 2 }], ['count(ms)', 'ms']],
  ['error | stats count', [{ count: 3 }], ['count']],
  ['error | stats avg(ms) AS took', [{ took: 5 }], ['took', 'ms']],
  ['error | timechart max(ms)', [{ _time: 'x', 'max(ms)': 5 }], ['_time', 'max(ms)', 'ms']],
  ['| tstats count(ms)', [{ 'count(ms)': 5 }], ['count(ms)', 'ms']],
  ['error | eventstats avg(ms) AS took', [{ took: 5 }], ['took']],
];

for (const [text, rows, names] of SHOWN) {
  test(`${text} with ${JSON.stringify(rows)} shows ${names.join(', ') || 'no field'}`, () => {
    assert.deepEqual([...fieldsShown(queryOf(text), rows)], names);
  });
}

test('what an expression demands is what no fitting event lacks', () => {
  const [first] = queryOf('a=1 (b>2 c IN (x)) NOT d=4 (e=5 OR f=6) word').stages;

  assert.ok(first?.kind === 'search');
  assert.deepEqual(demanded(first.expression), ['a', 'b', 'c']);
});
