import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../../src/charts/chart-data.ts';
import { toCurl, toJson, toMarkdown } from './copy-event.ts';
import { canFilter, fieldNames, isIdentifier, originOf, toEvent } from './log-event.ts';

const ROW = {
  _time: '2026-01-31T10:00:00.000Z',
  _id: '0a',
  _index: 'main',
  event: 'a ```b``` c',
  level: 'error',
  source: 'app',
  service: 'check_out',
  zebra: '',
  'http.status': 500,
};

test('an event has its time, level, text and origin', () => {
  const event = toEvent(ROW);

  assert.equal(event.timeMs, Date.UTC(2026, 0, 31, 10));
  assert.equal(originOf(event), 'check_out');
  assert.equal(originOf(toEvent({ ...ROW, service: null })), 'app');
});

test('fields come in the order of interest, empty ones and the text do not', () => {
  assert.deepEqual(fieldNames(ROW), [
    'level',
    'source',
    '_index',
    'service',
    'http.status',
    '_id',
    '_time',
  ]);
});

test('names of identifiers are recognised', () => {
  for (const name of [
    'trace_id',
    'request_id',
    'user_id',
    'user.id',
    'traceId',
    'http.request_id',
  ]) {
    assert.ok(isIdentifier(name), name);
  }
  for (const name of ['_id', 'id', 'identity', 'paid', 'level', 'void']) {
    assert.ok(!isIdentifier(name), name);
  }
});

test('what can stand in a query can be filtered', () => {
  assert.ok(canFilter('service', 'a'));
  assert.ok(canFilter('http.status', 500));
  assert.ok(!canFilter('_time', 'x'));
  assert.ok(!canFilter('a', 'x'.repeat(501)));
  assert.ok(!canFilter('a', ['x']));
});

test('any value has a text', () => {
  assert.equal(textOf(null), '');
  assert.equal(textOf(['a', 1]), 'a, 1');
  assert.equal(textOf({ a: 1 }), '{"a":1}');
});

test('copies cannot break out of what they are copied into', () => {
  const event = toEvent(ROW);

  assert.deepEqual(JSON.parse(toJson(event)), ROW);
  assert.match(toMarkdown(event, 'https://x/y'), /^````\na ```b``` c\n````$/m);
  assert.match(toMarkdown(event, 'https://x/y'), /- \*\*service\*\*: check\\_out/);
  assert.equal(
    toCurl('https://x', "/api?q='; rm -rf"),
    String.raw`curl -sS -H "Authorization: Bearer $XPLAIN_API_KEY" 'https://x/api?q='\''; rm -rf'`,
  );
});
