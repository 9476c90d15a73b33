import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextScopes, contextSearches } from './context-scope.ts';
import { toEvent } from './log-event.ts';

const EVENT = toEvent({
  _id: '1',
  _time: '2026-01-31T10:00:00.000Z',
  _index: 'web',
  source: 'app',
  host: 'h "1"',
  event: 'x',
});

test('scopes are those that the event has', () => {
  assert.deepEqual(
    contextScopes(EVENT).map(({ name }) => name),
    ['source', 'host', 'index'],
  );
});

test('neighbours are looked for on both sides, without the filter of the search', () => {
  const [, host] = contextScopes(EVENT);
  assert.ok(host !== undefined);
  const [before, after] = contextSearches(EVENT, host, 10, 5);

  assert.equal(before.query, 'index=web host="h \\"1\\""');
  assert.equal(before.latest, '2026-01-31T10:00:00.001Z');
  assert.equal(before.limit, 12);
  assert.equal(after.query, 'index=web host="h \\"1\\"" | sort 0 _time | head 7');
  assert.equal(after.earliest, '2026-01-31T10:00:00.000Z');
});
