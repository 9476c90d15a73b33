/** The examples of docs/dashboards.md, saved and shown. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DashboardAsk } from '../src/contract/dashboard-data.ts';
import type { DashboardDefinition } from '../src/contract/dashboard-definition.ts';
import { PANEL_KINDS } from '../src/spec/dashboards.ts';
import { MINUTE_MS } from '../src/spec/units.ts';
import { openTestStore } from './support/open-test-store.ts';
import { shown, startDashboards } from './support/dashboards/start-dashboards.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/dashboards.md'), 'utf8');
const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(
  ([, text = '']) => JSON.parse(text) as unknown,
);
const store = await openTestStore();

test('the definition of the page is taken, and shows what the page asks', async (t) => {
  const [definition, ask] = examples as [DashboardDefinition, DashboardAsk];
  const { access, make, data, write } = await startDashboards(t, store);
  const { id: organization, owner } = await access.newOrganization();
  await write(organization, [
    { agoMs: MINUTE_MS, body: 'refused', level: 'error', fields: { path: '/pay', status: '503' } },
    { agoMs: MINUTE_MS, body: 'fine', level: 'info', fields: { path: '/pay', status: '200' } },
  ]);
  const id = await make(owner, definition);

  const asked = await data(owner, id, ask);
  const whole = await data(owner, id);

  assert.deepEqual(Object.keys(asked.panels).toSorted(), ask.panels?.toSorted());
  assert.deepEqual(shown(asked.panels['failed']).rows, [{ failed: 1 }]);
  assert.deepEqual(shown(asked.panels['slow']).rows, [{ path: '/pay', requests: 1 }]);
  for (const answer of Object.values(whole.panels)) shown(answer);
  assert.deepEqual(shown(whole.panels['slow']).rows, [{ path: '/pay', requests: 2 }]);
});

test('the page names every kind of panel', () => {
  for (const kind of PANEL_KINDS) assert.ok(page.includes(`| \`${kind}\``), kind);
});
