import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { PLANS, type PlanName } from '../../../spec/plans.ts';
import { DAY_MS } from '../../../spec/units.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../../test/support/open-access.ts';
import {
  createLimitQuota,
  createQuotaMeter,
  type Plans,
  type QuotaMeter,
  readIngestUsage,
  recordDiscarded,
  recordUsage,
} from '../../limits/index.ts';
import { openQuotaMeter } from './open-quota-meter.ts';

const QUOTA = 1_000;
const { quotaWarnRatio } = LIMITS.ingest;
const plans: Plans = {
  ...PLANS,
  free: { ...PLANS.free, dailyBytes: QUOTA },
  pro: { ...PLANS.pro, dailyBytes: QUOTA },
  business: { ...PLANS.business, dailyBytes: 2 * QUOTA },
};

function newMeter({ needs }: AccessUnderTest): QuotaMeter {
  return openQuotaMeter({ ...needs, plans }, silentLog);
}

async function setPlan(
  { metadata, cache }: AccessUnderTest,
  id: OrganizationId,
  plan: PlanName,
): Promise<void> {
  await metadata.db.updateTable('organizations').set({ plan }).where('id', '=', id).execute();
  cache.forget(id);
}

test('events are taken up to the quota, then paused or held, as the plan says', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const meter = newMeter(access);

  assert.equal(await meter.verdict(id), 'open');
  meter.note(id, QUOTA - 1);
  assert.equal(await meter.verdict(id), 'open');
  meter.note(id, 1);
  assert.equal(await meter.verdict(id), 'paused');
  await setPlan(access, id, 'pro');
  assert.equal(await meter.verdict(id), 'held');
  await setPlan(access, id, 'business');
  assert.equal(await meter.verdict(id), 'open');
  await setPlan(access, id, 'free');
  access.clock.advance(DAY_MS);
  assert.equal(await meter.verdict(id), 'open');
});

test('what is known is answered at once; a plan without a quota is not even measured', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('pro');
  const { id: boundless } = await access.newOrganization('enterprise');
  const meter = newMeter(access);
  await meter.verdict(id);
  await meter.verdict(boundless);

  assert.equal(meter.verdict(id), 'open');
  meter.note(boundless, 10 * QUOTA);
  assert.equal(meter.verdict(boundless), 'open');
  assert.deepEqual(access.mails, []);
});

onBothStores('nodes learn from the records what others have taken', async (_t, access) => {
  const { id: organization } = await access.newOrganization('pro');
  const { metadata, clock } = access;
  const [one, other] = [newMeter(access), newMeter(access)];
  await one.verdict(organization);
  await other.verdict(organization);
  one.note(organization, 600);
  other.note(organization, 500);
  assert.equal(await one.verdict(organization), 'open');

  const share = { organization, events: 1, acceptedAt: clock.now() };
  await recordUsage({ metadata, clock }, 'a', [{ ...share, sentBytes: 600 }]);
  await recordUsage({ metadata, clock }, 'b', [{ ...share, sentBytes: 500 }]);
  clock.advance(60_000);

  // The first look starts the reading, and whoever comes after it knows.
  await one.verdict(organization);
  await metadata.db.selectFrom('usage_days').select('day').execute();
  await nextTurn();
  assert.equal(await one.verdict(organization), 'held');
  assert.equal(await newMeter(access).verdict(organization), 'held');
});

onBothStores('every Owner gets one mail a day, at 80 %, whoever notices it', async (_t, access) => {
  const { id, owner } = await access.newOrganization('pro', 'Acme');
  const second = await access.join(id, 'owner');
  await access.join(id, 'admin');
  const warned = Math.ceil(QUOTA * quotaWarnRatio);
  const settle = () => access.metadata.transaction(async () => {});

  const meter = newMeter(access);
  await meter.verdict(id);
  meter.note(id, warned - 1);
  await settle();
  assert.deepEqual(access.mails, []);
  meter.note(id, 1);
  meter.note(id, 1);
  const elsewhere = newMeter(access);
  await elsewhere.verdict(id);
  elsewhere.note(id, warned);
  await untilMails(access, 2);
  await settle();

  assert.deepEqual(new Set(access.mails.map(({ to }) => to)), new Set([owner.email, second.email]));
  const subjects = access.mails.map(({ subject }) => subject);
  assert.match(subjects.join('\n'), /^(Daily quota at 80%: Acme\n?){2}$/);
  access.clock.advance(DAY_MS);
  await meter.verdict(id);
  meter.note(id, warned);
  await untilMails(access, 4);
});

async function untilMails({ mails, metadata }: AccessUnderTest, count: number): Promise<void> {
  for (let turn = 0; turn < 200 && mails.length < count; turn++) {
    await metadata.transaction(async () => {});
  }
  assert.equal(mails.length, count);
}

test('a failed warning is tried again with the next events', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('pro');
  let attempts = 0;
  const meter = createQuotaMeter({
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    warnRatio: quotaWarnRatio,
    planOf: () => plans.pro,
    warnOwners: async () => {
      attempts++;
      if (attempts === 1) throw new Error('the store is away');
    },
  });
  await meter.verdict(id);

  for (let turn = 0; turn < 3; turn++) {
    meter.note(id, QUOTA);
    await nextTurn();
  }

  assert.equal(attempts, 2);
});

test('records that cannot be read shut nobody out', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const meter = createQuotaMeter({
    metadata: {
      get db(): never {
        throw new Error('the store is away');
      },
    },
    clock: access.clock,
    log: silentLog,
    warnRatio: quotaWarnRatio,
    planOf: () => plans.free,
    warnOwners: async () => {},
  });

  assert.equal(await meter.verdict(id), 'open');
});

test('a paused organization is told to come back after midnight, and only at the endpoints', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization('free');
  const limit = createLimitQuota(
    { meter: { verdict: () => 'paused' }, clock: access.clock },
    () => {},
  );
  const { actor } = owner;
  // Only who calls matters to the limit.
  const request = { caller: { actor } } as unknown as Parameters<typeof limit>[0];
  const reply = {} as Parameters<typeof limit>[1];

  for (const rate of ['ingest', 'otlp'] as const) {
    assert.throws(() => limit(request, reply, { permission: 'logs:write', rate, body: 'raw' }), {
      code: 'DAILY_QUOTA_EXCEEDED',
      // The clock of the test stands at noon.
      facts: { retryAfterSeconds: 43_200 },
    });
  }
  for (const rate of ['search', 'ingest'] as const) {
    const config = { permission: 'logs:write', rate, body: 'none' } as const;
    assert.equal(limit(request, reply, config), undefined);
  }
  const upload = { permission: 'logs:write', rate: 'management', body: 'raw' } as const;
  assert.equal(limit(request, reply, upload), undefined);
});

onBothStores('what is discarded counts once, apart from what is stored', async (_t, access) => {
  const { id: organization } = await access.newOrganization('pro');
  const { metadata, clock } = access;
  const needs = { metadata, clock, quotaWarnRatio };
  const share = { organization, events: 3, sentBytes: 300, acceptedAt: clock.now() };

  await recordDiscarded(needs, 'claim', [share]);
  await recordDiscarded(needs, 'claim', [share]);
  await recordUsage(needs, 'claim', [{ ...share, sentBytes: 200 }]);

  const { today } = await readIngestUsage(needs, organization, plans.pro);
  assert.deepEqual([today.events, today.bytes], [3, 200]);
  assert.deepEqual([today.discardedEvents, today.discardedBytes], [3, 300]);
});
