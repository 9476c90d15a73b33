import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../src/language/index.ts';
import { addCondition, addPhrase, applyFilter, conditionsOf, onlyValueOf } from './edit-query.ts';

function include(text: string, field: string, value: string): string {
  return applyFilter(text, { action: 'include', field, value });
}

test('the first filter of an empty query is the query', () => {
  assert.equal(include('', 'service', 'checkout'), 'service=checkout');
  assert.equal(include('*', 'service', 'checkout'), 'service=checkout');
});

test('a filter stands in the search, and commands stay as they are written', () => {
  assert.equal(
    include('error   |  stats   count by x', 'http.status', '500'),
    'error http.status=500   |  stats   count by x',
  );
});

test('a filter next to OR holds for both sides', () => {
  const text = include('a OR b', 'level', 'error');

  assert.equal(text, '(a OR b) level=error');
});

test('a second value of a field joins the first, a third joins both', () => {
  const two = include('service=a', 'service', 'b');

  assert.equal(two, 'service IN (a, b)');
  assert.equal(include(two, 'service', 'c'), 'service IN (a, b, c)');
  assert.equal(include(two, 'service', 'b'), two);
});

test('including what is excluded takes the exclusion away', () => {
  assert.equal(include('NOT service=a error', 'service', 'a'), 'error service=a');
});

test('excluding takes a value out of a list, and denies it otherwise', () => {
  const exclude = (text: string): string =>
    applyFilter(text, { action: 'exclude', field: 'service', value: 'a' });

  assert.equal(exclude('service IN (a, b)'), 'service=b');
  assert.equal(exclude('error'), 'error NOT service=a');
  assert.equal(exclude('error NOT service=a'), 'error NOT service=a');
  assert.equal(exclude('service=a'), 'NOT service=a');
});

test('only, exists, missing and clear replace every condition on the field', () => {
  const from = 'error NOT service=a (service=b OR service=c)';

  assert.equal(
    applyFilter(from, { action: 'only', field: 'service', value: 'd' }),
    'error service=d',
  );
  assert.equal(applyFilter(from, { action: 'exists', field: 'service' }), 'error service=*');
  assert.equal(applyFilter(from, { action: 'missing', field: 'service' }), 'error NOT service=*');
  assert.equal(applyFilter(from, { action: 'clear', field: 'service' }), 'error');
});

test('values with quotes, stars, pipes and spaces mean themselves', () => {
  for (const value of ['a "b" c', 'a*b', 'x | y', '', 'C:\\temp', 'earliest=-1h', '(', '漢字']) {
    const text = include('error', 'field name', value);
    const [first] = parse(text).query?.stages ?? [];
    const operands =
      first?.kind === 'search' && first.expression.kind === 'and' ? first.expression.operands : [];
    const [, added] = operands;
    assert.ok(added?.kind === 'comparison', text);
    assert.deepEqual(added.value.pattern, [value]);
    assert.equal(added.field.name, 'field name');
  }
});

test('bounds of time stay in the query', () => {
  assert.equal(include('earliest=-7d', 'level', 'error'), 'level=error earliest=-7d');
  assert.equal(
    applyFilter('level=a latest=now', { action: 'clear', field: 'level' }),
    'latest=now',
  );
});

test('_index is filtered under the name that the language knows', () => {
  assert.equal(include('', '_index', 'web'), 'index=web');
});

test('a text that cannot be read gets the filter before its first pipe', () => {
  assert.equal(include('error | nonsense', 'level', 'warn'), 'error level=warn | nonsense');
  assert.equal(include('(error', 'level', 'warn'), '(error level=warn');
});

test('a query that makes its own rows is filtered behind them', () => {
  assert.equal(include('| makeresults count=5', 'x', '1'), '| makeresults count=5 | search x=1');
});

test('phrases and conditions are added', () => {
  assert.equal(addPhrase('level=error', 'timed out', false), 'level=error "timed out"');
  assert.equal(addPhrase('', 'timed out', true), 'NOT "timed out"');
  assert.equal(addCondition('a', '"x*y" OR b'), 'a (x*y OR b)');
});

test('each condition is named, with the query without it', () => {
  assert.deepEqual(conditionsOf('error NOT service=a (b OR c) | head 5'), [
    { text: 'error', without: 'NOT service=a (b OR c) | head 5' },
    { text: 'NOT service=a', without: 'error (b OR c) | head 5' },
    { text: 'b OR c', without: 'error NOT service=a | head 5' },
  ]);
  assert.deepEqual(conditionsOf('level=error'), [{ text: 'level=error', without: '' }]);
  assert.deepEqual(conditionsOf(''), []);
});

test('the one value that is left of a field is known, whatever else is asked for', () => {
  assert.equal(onlyValueOf('timeout level=error | stats count', 'level'), 'error');
  for (const query of ['', 'level!=error', 'level IN (error, warn)', 'level=err*', 'a | | b']) {
    assert.equal(onlyValueOf(query, 'level'), undefined, query);
  }
});
