import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { onBothStores, openAccess } from '../../../test/support/open-access.ts';
import { holdCredits, readCreditUsage } from './ai-credits.ts';
import { limitsRoom } from './room.ts';
import { markQuotaWarning } from './usage-table.ts';
import {
  countStored,
  dayOf,
  forgetCountedBatches,
  quotaState,
  readIngestUsage,
  recordDiscarded,
  recordUsage,
} from './usage.ts';

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
    await forgetCountedBatches({ metadata, clock: { now: () => clock.now() + 7 * DAY_MS } });
    const last = await metadata.db.selectFrom('usage_batches').selectAll().execute();
    await forgetCountedBatches({ metadata, clock: { now: () => clock.now() + 7 * DAY_MS + 1 } });
    const left = await metadata.db.selectFrom('usage_batches').selectAll().execute();

    assert.deepEqual([kept.length, last.length, left.length], [1, 1, 0]);
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
  assert.deepEqual(
    [quotaState(799, 1_000, 0.8), quotaState(800, 1_000, 0.8)],
    ['normal', 'warned'],
  );
});

onBothStores('thirty days are shown, today with nothing when nothing came', async (_t, access) => {
  const { id: organization } = await access.newOrganization();
  const { metadata, clock } = access;
  const needs = { metadata, clock, quotaWarnRatio };
  const ago = (days: number) => ({
    organization,
    events: days,
    sentBytes: 10 * days,
    acceptedAt: clock.now() - days * DAY_MS,
  });
  await recordUsage(needs, 'batch', [ago(1), ago(29), ago(30)]);

  const usage = await readIngestUsage(needs, organization, { dailyBytes: 100 });

  const none = { discardedEvents: 0, discardedBytes: 0 };
  assert.deepEqual(usage.today, { day: '2026-01-15', events: 0, bytes: 0, ...none });
  assert.deepEqual(
    usage.days.map(({ day, events, bytes }) => [day, events, bytes]),
    [
      ['2025-12-17', 29, 290],
      ['2026-01-14', 1, 10],
    ],
  );
  assert.deepEqual(usage.quota, {
    dailyBytes: 100,
    state: 'normal',
    resetsAt: '2026-01-16T00:00:00.000Z',
  });
});

test('days turn at midnight UTC', () => {
  assert.equal(dayOf(Date.UTC(2026, 0, 15, 23, 59, 59, 999)), '2026-01-15');
  assert.equal(dayOf(Date.UTC(2026, 0, 16)), '2026-01-16');
});

onBothStores(
  'what is discarded and what is kept beside events have their own counts',
  async (_t, access) => {
    const { id: organization } = await access.newOrganization();
    const other = await access.newOrganization();
    const { metadata, clock } = access;
    const needs = { metadata, clock, quotaWarnRatio };
    const now = clock.now();
    const share = { organization, events: 3, sentBytes: 300, acceptedAt: now };

    await recordUsage(needs, 'batch', [share]);
    for (const token of ['batch', 'batch', 'next']) await recordDiscarded(needs, token, [share]);
    await metadata.transaction((unit) => countStored(unit, organization, { bytes: 40 }, now));
    await metadata.transaction((unit) => countStored(unit, other.id, { bytes: 5 }, now));

    const day = '2026-01-15';
    const expected = { day, events: 3, bytes: 340, discardedEvents: 6, discardedBytes: 600 };
    const usage = await readIngestUsage(needs, organization, PLANS.free);
    assert.deepEqual([usage.today, usage.days], [expected, [expected]]);
    const none = { events: 0, discardedEvents: 0, discardedBytes: 0 };
    assert.deepEqual((await readIngestUsage(needs, other.id, PLANS.free)).days, [
      { day, ...none, bytes: 5 },
    ]);
  },
);

onBothStores('one byte is usage, and a batch of none leaves no trace', async (_t, access) => {
  const { id: organization } = await access.newOrganization();
  const { metadata, clock } = access;
  const needs = { metadata, clock, quotaWarnRatio };
  const share = { organization, events: 1, acceptedAt: clock.now() };

  await recordUsage(needs, 'none', [{ ...share, sentBytes: 0 }]);
  await recordUsage(needs, 'one', [{ ...share, sentBytes: 1 }]);

  const batches = await metadata.db.selectFrom('usage_batches').select('token').execute();
  assert.deepEqual(batches, [{ token: 'one' }]);
  const { today } = await readIngestUsage(needs, organization, PLANS.free);
  assert.deepEqual([today.events, today.bytes], [1, 1]);
});

onBothStores('owners are warned once of an organization’s day', async (_t, access) => {
  const { id } = await access.newOrganization();
  const other = await access.newOrganization();
  const mark = (organization: typeof id, day: string): Promise<boolean> =>
    access.metadata.transaction((unit) => markQuotaWarning(unit, organization, day, 1));

  assert.equal(await mark(id, '2026-01-15'), true);
  assert.equal(await mark(id, '2026-01-15'), false);
  assert.equal(await mark(id, '2026-01-16'), true);
  assert.equal(await mark(other.id, '2026-01-15'), true);
});

test('the tidying forgets old batches and books credits that nobody settled', async (t) => {
  const access = await openAccess(t);
  const { id: organization } = await access.newOrganization('free');
  const { metadata, clock } = access;
  const needs = { metadata, clock, plans: PLANS, limits: LIMITS.evaluation };
  await recordUsage(needs, 'old', [{ organization, events: 1, sentBytes: 1, acceptedAt: 0 }]);
  await holdCredits(needs, organization, 1_000_000);
  clock.advance(7 * DAY_MS + 1);

  const { jobs } = limitsRoom.open(needs);
  for (const { run } of jobs) await run();

  assert.deepEqual(await metadata.db.selectFrom('usage_batches').selectAll().execute(), []);
  const { used, held } = await readCreditUsage(needs, organization, PLANS.free);
  assert.deepEqual([used, held], [1, 0]);
  assert.deepEqual(
    jobs.map(({ name, everyMs }) => [name, everyMs]),
    [['usage-tidying', 60_000]],
  );
});
