import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, print, type Query } from '../../../language/index.ts';
import { isReporting, narrowTree } from './evidence.ts';
import type { GroupKey } from './measurement.ts';

function treeOf(text: string): Query {
  return parse(text).query ?? assert.fail(`${text} cannot be read`);
}

function narrowed(text: string, key: GroupKey): string {
  const tree = narrowTree(treeOf(text), key);
  return tree.stages.length === 0 ? '' : print(tree);
}

test('the events of a group are those with its values', () => {
  assert.equal(narrowed('level=error', null), 'level=error');
  assert.equal(
    narrowed('level=error', { host: 'a', zone: 'b' }),
    'level=error | where host="a" | where zone="b"',
  );
});

test('of a table only what it is grouped by is a field of events', () => {
  const table = 'level=error | stats count BY host, _time span=5m';

  assert.equal(
    narrowed(table, { host: 'a', _time: '1', other: 'b' }),
    'level=error | where host="a"',
  );
  assert.equal(narrowed('level=error | top host', { host: 'a' }), 'level=error');
});

test('where rows are made otherwise there are no events', () => {
  assert.equal(narrowed('| makeresults', { host: 'a' }), '');
});

test('a value that was cut is looked for by its beginning', () => {
  const [shorter, cut] = ['x'.repeat(255), 'x'.repeat(256)];

  assert.equal(narrowed('*', { host: shorter }), `* | where host="${shorter}"`);
  assert.equal(narrowed('*', { host: cut }), `* | where substr(host, 1, 256)="${cut}"`);
});

const REPORTING = [
  '* | chart count BY host',
  '| inputlookup hosts',
  '| makeresults',
  '* | patterns',
  '* | rare host',
  '* | stats count',
  '* | timechart count',
  '* | top host',
  '| tstats count',
  '* | table a, b, c | transpose',
  '* | table a, b, c | untable a, b, c',
  '* | table a, b, c | xyseries a, b, c',
  '* | stats count BY host | where count > 5',
];

for (const text of REPORTING) {
  test(`rows are groups: ${text}`, () => assert.ok(isReporting(treeOf(text))));
}

test('rows of other queries are events', () => {
  for (const text of ['*', '* | where a=1', '* | head 5', '* | table host']) {
    assert.equal(isReporting(treeOf(text)), false, text);
  }
});
