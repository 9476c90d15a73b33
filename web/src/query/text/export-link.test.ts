import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportLink } from './export-link.ts';

const link = (query: string, earliest = '-24h', latest = 'now') =>
  exportLink({ query, earliest, latest });

test('a search for events becomes an archive, without times', () => {
  assert.deepEqual(link('level=error'), { mode: 'archive', q: 'level=error' });
  assert.deepEqual(link(''), { mode: 'archive', q: '*' });
  assert.deepEqual(link('level=error earliest=-1h'), { mode: 'archive', q: 'level=error' });
});

test('a query with commands becomes a report of the same range', () => {
  assert.deepEqual(link('* | stats count by host', '-1d@d', '@d'), {
    mode: 'report',
    q: '* | stats count by host',
    earliest: '-1d@d',
    latest: '@d',
  });
});

test('times that stand still are not taken along', () => {
  assert.deepEqual(link('* | stats count', '2026-11-01T00:00:00Z', 'now'), {
    mode: 'report',
    q: '* | stats count',
  });
});
