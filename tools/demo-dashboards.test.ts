import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dashboard } from '../src/contract/dashboards.ts';
import { MINUTE_MS, SECOND_MS } from '../src/spec/units.ts';
import { openTestStore } from '../test/support/open-test-store.ts';
import { shown, startDashboards } from '../test/support/dashboards/start-dashboards.ts';
import type { TestEvent } from '../test/support/start-search.ts';
import { demoSections } from './demo/bundle.ts';
import { eventsAt } from './demo/send-history.ts';

const store = await openTestStore();
const INDEXES = ['web', 'app', 'infra', 'security', 'deploy'];
/** From shortly before the release until after the roll-back: 42 to 25 minutes before the demo starts. */
const FROM_MINUTE = 44;
const TO_MINUTE = 22;

test('the platform takes the three dashboards of the demo, and every panel has something to show', async (t) => {
  const dashboards = await startDashboards(t, store);
  const { id: organization, owner } = await dashboards.access.newOrganization();
  const { metadata, clock } = dashboards.access;
  await metadata.db
    .insertInto('indexes')
    .values(
      INDEXES.map((name) => ({
        organization_id: organization,
        name,
        description: '',
        retention_days: null,
        created_at: 0,
      })),
    )
    .execute();
  const now = clock.now();
  const events: TestEvent[] = [];
  for (let at = now - FROM_MINUTE * MINUTE_MS; at < now - TO_MINUTE * MINUTE_MS; at += SECOND_MS) {
    for (const { timestamp, index, level, source, event, attributes } of eventsAt(now, at)) {
      const fields = Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [name, String(value)]),
      );
      events.push({ agoMs: now - timestamp, index, level, source, body: event, fields });
    }
  }
  await dashboards.write(organization, events);

  const { dashboards: kept = {} } = await demoSections();
  for (const [key, definition] of Object.entries(kept)) {
    const { status, body, text } = await dashboards.call('POST /api/v1/dashboards/import', {
      as: owner,
      body: { schema: 1, key, ...definition },
    });
    assert.equal(status, 201, text);
    const { id } = body.data as Dashboard;
    const { panels, annotations } = await dashboards.data(owner, id);
    for (const [name, panel] of Object.entries(panels)) {
      assert.ok(shown(panel).rows.length > 0, `${key}: ${name}`);
    }
    for (const { name, error } of annotations) assert.equal(error, undefined, name);
    const deployments = annotations.find(({ name }) => name === 'Deployments');
    if (deployments !== undefined) assert.equal(deployments.marks.length, 3);
  }
  assert.equal(Object.keys(kept).length, 3);
});
