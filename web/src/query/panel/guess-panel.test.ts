import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { guessPanel } from './guess-panel.ts';

const CASES: readonly (readonly [query: string, kind: string, title: string])[] = [
  ['', 'logs', 'Events'],
  ['index=web level=error', 'logs', 'index=web level=error'],
  ['level=error | eval x=1', 'logs', 'level=error | eval x=1'],
  ['* | timechart span=1m count by status', 'timeseries', 'Count by status'],
  ['* | timechart p95(duration) | where x>1', 'timeseries', 'P95(duration)'],
  ['* | bin _time span=1h | stats count by _time', 'timeseries', 'Count'],
  ['* | stats count', 'value', 'Count'],
  ['* | stats dc(user) AS users', 'value', 'Users'],
  ['* | stats count by path | sort -count | head 5', 'bars', 'Count by path'],
  ['* | stats count by path, status', 'bars', 'Count by path, status'],
  ['* | top path', 'bars', 'Top path'],
  ['* | rare user by host', 'table', 'Rare user, host'],
  ['* | stats count by _time, bucket', 'heatmap', 'Count by bucket'],
  ['* | stats count, avg(x) by path', 'table', 'Count, avg(x) by path'],
  ['* | stats count, avg(x)', 'table', 'Count, avg(x)'],
  ['* | stats count by a, b, c', 'table', 'Count by a, b, c'],
  ['* | chart count over path', 'bars', 'Count by path'],
  ['* | chart count over path by status', 'table', 'Count by path, status'],
  ['* | stats count by path | eventstats sum(count)', 'table', 'Count by path'],
  ['* | table path, status', 'table', 'Events'],
];

for (const [query, kind, title] of CASES) {
  test(`“${query}” becomes ${kind}, called “${title}”`, () => {
    assert.deepEqual(guessPanel(query), { kind, title });
  });
}

test('what cannot be read is still a panel, and a title has an end', () => {
  assert.equal(guessPanel('level=error |').kind, 'logs');
  assert.equal(guessPanel('x'.repeat(300)).title.length, LIMITS.dashboards.titleCharactersMax);
});
