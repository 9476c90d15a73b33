import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../../test/support/open-access.ts';
import { RULES, startAlertRules } from '../../../../test/support/alerts/start-alert-rules.ts';
import { rulesOfBatch } from '../tables/alert-rules-table.ts';
import { BATCHES_CHANNEL } from '../tables/alert-batches-table.ts';

async function batchesOf({ metadata }: AccessUnderTest, organization: OrganizationId) {
  const rows: AlertBatchRow[] = await metadata.db
    .selectFrom('alert_batches')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('interval_s')
    .orderBy('slice')
    .execute();
  const shown: string[] = [];
  for (const { id, interval_s: interval, slice } of rows) {
    const rules = await rulesOfBatch({ db: metadata.db }, organization, id);
    shown.push(`${interval} s, slice ${slice}: ${rules.length}`);
  }
  return { rows, shown };
}

onBothStores('rules of an interval tick together, up to a bound', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const max = LIMITS.alerts.batchRulesMax;
  const ids: string[] = [];
  for (let i = 0; i <= max; i++) ids.push((await create(owner, { name: `rule ${i}` })).id);

  const two = await batchesOf(access, organization);
  await call(`POST ${RULES}/${ids[0]}/disable`, { as: owner });
  const change = { version: 1, interval: 120 };
  const moved = await call(`PATCH ${RULES}/${ids[max]}`, { as: owner, body: change });
  const changed = await batchesOf(access, organization);
  await call(`POST ${RULES}/${ids[0]}/enable`, { as: owner });
  await call(`DELETE ${RULES}/${ids[max]}`, { as: owner });
  const last = await batchesOf(access, organization);

  assert.deepEqual(two.shown, [`60 s, slice 0: ${max}`, '60 s, slice 1: 1']);
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(changed.shown, [`60 s, slice 0: ${max - 1}`, '120 s, slice 0: 1']);
  assert.deepEqual(last.shown, [`60 s, slice 0: ${max}`]);
});

test('ticks lie on a grid that an organization keeps, and the next one lies ahead', async (t) => {
  const access = await openAccess(t);
  const { call, create } = startAlertRules(t, access);
  const phases = new Set<number>();
  for (let i = 0; i < 10; i++) {
    const { id: organization, owner } = await access.newOrganization();
    access.clock.advance(17_123);
    const { id, nextTickAt } = await create(owner, { interval: 30 * (i + 1), window: 600 });

    const [batch] = (await batchesOf(access, organization)).rows;
    await call(`POST ${RULES}/${id}/disable`, { as: owner });
    await call(`POST ${RULES}/${id}/enable`, { as: owner });
    const [again] = (await batchesOf(access, organization)).rows;

    assert.ok(batch !== undefined);
    const { interval_s: interval, phase_s: phase, ticked_at: tickedAt, due_at: dueAt } = batch;
    const now = access.clock.now();
    assert.equal((tickedAt / SECOND_MS - phase) % interval, 0);
    assert.ok(tickedAt <= now && now < tickedAt + interval * SECOND_MS);
    assert.equal(dueAt, tickedAt + interval * SECOND_MS);
    assert.equal(nextTickAt, new Date(dueAt).toISOString());
    assert.deepEqual({ ...again, id: '' }, { ...batch, id: '' });
    phases.add(phase);
  }
  // Ten times the same would burden one second of the minute.
  assert.ok(phases.size > 3);
});

test('whoever runs batches is told of a new one', async (t) => {
  const access = await openAccess(t);
  const { create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const told: string[] = [];
  await using _listening = await access.metadata.listen(BATCHES_CHANNEL, {
    onMessage: (payload) => told.push(payload),
    onGap: () => {},
  });

  await create(owner);
  await create(owner, { name: 'Second' });

  const { rows } = await batchesOf(access, organization);
  assert.deepEqual(
    told,
    rows.map(({ id }) => id),
  );
});
