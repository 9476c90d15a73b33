import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { parse } from '../../../language/index.ts';
import { type GroupEvents, searchText } from './evidence.ts';

const FROM = Date.UTC(2026, 0, 15, 12);
const GROUP: GroupEvents = { key: null, eventsFrom: FROM + 1, eventsTo: FROM + 300_999 };

async function shown(
  query: string,
  group: Partial<GroupEvents> = {},
  settings: Partial<AlertRuleSettings> = {},
): Promise<string> {
  const tree = parse(query).query ?? assert.fail(`${query} cannot be read`);
  const needs = { trees: { of: async () => tree }, metadata: { db: undefined as never } };
  return searchText(needs, exampleRule({ query, ...settings }), { ...GROUP, ...group });
}

/** Whole seconds: the bounds of own times, and of the time of storing. */
const BOUNDS =
  'earliest=1768392000 latest=1768565100 _index_earliest=1768478400 _index_latest=1768478700';

test('the events of a group are shown with the times at which they were stored', async () => {
  assert.equal(await shown('level=error'), `level=error ${BOUNDS}`);
  assert.equal(
    await shown('level=error', { key: { host: 'a' } }),
    `level=error ${BOUNDS} | where host="a"`,
  );
});

test('by their own time they are shown whenever they were stored', async () => {
  assert.equal(
    await shown('level=error', {}, { basis: 'event' }),
    'level=error earliest=1768478400 latest=1768478700',
  );
});

test('a stretch of late events is shown whole', async () => {
  const details = { late: { from: FROM - 7_200_000, to: FROM - 3_600_000 } };

  assert.equal(
    await shown('level=error', { details }),
    'level=error earliest=1768471200 latest=1768474800 _index_latest=1768478700',
  );
});

test('a query that makes its rows otherwise is shown as it is', async () => {
  assert.equal(await shown('| makeresults | stats count'), '| makeresults | stats count');
  assert.equal(await shown('| tstats count'), `| tstats count WHERE ${BOUNDS}`);
});
