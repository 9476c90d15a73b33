import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertLink, withoutBounds } from './alert-link.ts';

const CONTEXT = { now: Date.parse('2026-11-15T10:00:00.000Z'), timeZone: 'UTC' };
const link = (query: string, columns: { name: string; type: string }[] = []) =>
  alertLink({ query, earliest: '-15m', latest: 'now', columns }, CONTEXT);

test('events are taken along with the length of the search', () => {
  assert.deepEqual(link('level=error'), { q: 'level=error', window: '900' });
  assert.deepEqual(link(''), { q: '*', window: '900' });
});

test('a count by fields becomes a rule that counts for each of them', () => {
  assert.deepEqual(link('level=error | stats count by host, path'), {
    q: 'level=error',
    by: 'host,path',
    window: '900',
  });
  assert.deepEqual(link('level=error | timechart count by host'), {
    q: 'level=error',
    by: 'host',
    window: '900',
  });
  assert.deepEqual(link('* | top user'), { q: '*', by: 'user', window: '900' });
});

test('other tables stay, and name the column that is looked at', () => {
  const columns = [
    { name: 'host', type: 'string' },
    { name: 'p95', type: 'number' },
  ];
  const query = 'index=web | stats p95(ms) as p95 by host';

  assert.deepEqual(link(query, columns), { q: query, of: 'p95', window: '900' });
  const narrowed = 'index=web | stats count by host | where count > 5';
  assert.deepEqual(link(narrowed), { q: narrowed, window: '900' });
});

test('times of the query go, and say how long the window is', () => {
  assert.deepEqual(link('earliest=-1h level=error latest=now'), {
    q: 'level=error',
    window: '3600',
  });
  assert.equal(
    withoutBounds('level=error earliest=-1h | stats count'),
    'level=error | stats count',
  );
  assert.equal(withoutBounds('earliest=-1h | stats count'), '* | stats count');
});

test('a range that no rule can look back over is left out', () => {
  const asked = { query: 'x', earliest: '-30d', latest: 'now', columns: [] };

  assert.deepEqual(alertLink(asked, CONTEXT), { q: 'x' });
});
