import assert from 'node:assert/strict';
import { test } from 'node:test';
import { topicAt } from './topic-at.ts';

const QUERY = 'level=error | stats avg(bytes) by host | eval a=round(b)';
const at = (word: string, more = 0) => topicAt(QUERY, QUERY.indexOf(word) + more);

test('a word of the query leads to what it is', () => {
  assert.deepEqual(at('stats', 2), { kind: 'command', name: 'stats' });
  assert.deepEqual(at('stats', 'stats'.length), { kind: 'command', name: 'stats' });
  assert.deepEqual(at('avg', 1), { kind: 'aggregations', name: 'avg' });
  assert.deepEqual(at('round', 1), { kind: 'functions', name: 'round' });
});

test('anything else leads to the command it stands in, or to the list', () => {
  assert.deepEqual(at('host', 1), { kind: 'command', name: 'stats' });
  assert.deepEqual(at('b)', 0), { kind: 'command', name: 'eval' });
  assert.deepEqual(at('error', 2), { kind: 'overview' });
  assert.deepEqual(topicAt('', 0), { kind: 'overview' });
});
