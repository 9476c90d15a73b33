import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { onBothStores } from '../../../test/support/open-access.ts';
import { forgetCountedBatches, quotaState, readIngestUsage, recordUsage } from './usage.ts';

const DAY_MS = 86_400_000;
const { quotaWarnRatio } = LIMITS.ingest;

onBothStores('a batch counts once, to the day it was accepted', async (_t, access) => {
  const { id: organization } = await access.newOrganization();
  const { metadata, clock } = access;
  const needs = { metadata, clock, quotaWarnRatio };
  const now = clock.now();
  const shares = [
    { organization, events: 3, sentBytes: 300, acceptedAt: now },
    { organization, events: 2, sentBytes: 200, acceptedAt: now },
    { organization, events: 9, sentBytes: 0, acceptedAt: now },
    { organization, events: 1, sentBytes: 50, acceptedAt: now - DAY_MS },
    { organization: organizationId('org_gone'), events: 1, sentBytes: 10, acceptedAt: now },
  ];

  await Promise.all(Array.from({ length: 5 }, () => recordUsage(needs, 'batch-1', shares)));
  await recordUsage(needs, 'batch-2', shares.slice(0, 1));

  const usage = await readIngestUsage(needs, organization, PLANS.free);
  assert.deepEqual([usage.today.events, usage.today.bytes], [8, 800]);
  assert.deepEqual(
    usage.days.map(({ bytes }) => bytes),
    [50, 800],
  );
  assert.equal(usage.quota.state, 'normal');
  assert.equal(Date.parse(usage.quota.resetsAt), Math.floor(now / DAY_MS + 1) * DAY_MS);
});

onBothStores(
  'batches that cannot come back are forgotten, and those that can are not',
  async (_t, access) => {
    const { id: organization } = await access.newOrganization();
    const { metadata, clock } = access;
    const share = { organization, events: 1, sentBytes: 10, acceptedAt: clock.now() };
    await recordUsage({ metadata, clock }, 'batch', [share]);

    await forgetCountedBatches({ metadata, clock });
    const kept = await metadata.db.selectFrom('usage_batches').selectAll().execute();
    await forgetCountedBatches({ metadata, clock: { now: () => clock.now() + 8 * DAY_MS } });
    const left = await metadata.db.selectFrom('usage_batches').selectAll().execute();

    assert.deepEqual([kept.length, left.length], [1, 0]);
  },
);

test('the state of the quota changes at 80 and at 100 percent', () => {
  const quota = PLANS.free.dailyBytes ?? 0;
  const warned = quota * quotaWarnRatio;

  assert.equal(quotaState(Math.ceil(warned) - 1, quota, quotaWarnRatio), 'normal');
  assert.equal(quotaState(Math.ceil(warned), quota, quotaWarnRatio), 'warned');
  assert.equal(quotaState(quota - 1, quota, quotaWarnRatio), 'warned');
  assert.equal(quotaState(quota, quota, quotaWarnRatio), 'throttled');
  assert.equal(quotaState(quota, null, quotaWarnRatio), 'normal');
});
