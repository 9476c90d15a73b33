/** Which silence holds for a group, of those that the table has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { findSilence } from './find-silence.ts';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 0, 15, 12);
const NOBODY = { rules: [], tags: [], severities: [], group: {} };
const TIMES = {
  kind: 'range',
  from: '2026-01-15T11:00:00.000Z',
  to: '2026-01-15T13:00:00.000Z',
} as const;
const STRETCH = { starts_at: AT - HOUR_MS, ends_at: AT + HOUR_MS };

test('the oldest silence that holds for the group is found', async (t) => {
  const { metadata, putSilence } = await openAlertTables(t);
  const put = (id: string, match: object, more: object = {}) =>
    putSilence({
      id,
      ...STRETCH,
      settings: JSON.stringify({ match: { ...NOBODY, ...match }, times: TIMES }),
      ...more,
    });
  await put('als_theirs', {}, { organization_id: THEIRS });
  await put('als_rule', { rules: ['alr_other'] }, { created_at: 1 });
  await put('als_host', { group: { host: 'web-*' } }, { created_at: 2 });
  await put('als_tag', { tags: ['db'] }, { created_at: 3 });
  await put('als_over', {}, { starts_at: 0, ends_at: AT - 1 });
  const found = (host: string | null, tags: string[] = [], at = AT) => {
    const rule = exampleRule({ tags }, { id: 'alr_1', organization: OURS });
    return findSilence(metadata, OURS, { rule, group: host === null ? null : { host }, at });
  };

  assert.equal(await found('web-1'), 'als_host');
  assert.equal(await found('web-1', ['db']), 'als_host');
  assert.equal(await found('cache-1', ['db']), 'als_tag');
  assert.equal(await found('cache-1'), undefined);
  assert.equal(await found(null), undefined);
  assert.equal(await found('web-1', [], AT + HOUR_MS), undefined);
});
