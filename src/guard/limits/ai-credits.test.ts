import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../spec/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { MICRO_CREDITS } from '../../spec/units.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../test/support/open-access.ts';
import {
  bookExpiredHolds,
  countAiRun,
  type CreditNeeds,
  holdCredits,
  readCreditUsage,
  settleCredits,
} from './ai-credits.ts';

const CREDITS = 10;
const BUNDLE = CREDITS * MICRO_CREDITS;

function needsOn(access: AccessUnderTest, creditWaitMsMax = 0): CreditNeeds {
  return {
    metadata: access.metadata,
    clock: access.clock,
    plans: { ...PLANS, free: { ...PLANS.free, monthlyCredits: CREDITS } },
    limits: { ...LIMITS.evaluation, creditWaitMsMax },
  };
}

onBothStores('what is held is settled with what was used', async (_t, access) => {
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);

  const hold = await holdCredits(needs, id, 3 * MICRO_CREDITS);
  const during = await readCreditUsage(needs, id, needs.plans.free);
  await access.metadata.transaction((unit) => settleCredits(unit, hold, 1_234_567));

  const after = await readCreditUsage(needs, id, needs.plans.free);
  assert.deepEqual([during.used, during.held], [0, 3]);
  assert.deepEqual([after.used, after.held, after.limit], [1.234567, 0, CREDITS]);
});

onBothStores('the last micro-credit can be spent, and not one more', async (_t, access) => {
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  const hold = await holdCredits(needs, id, BUNDLE - 1);
  await access.metadata.transaction((unit) => settleCredits(unit, hold, BUNDLE - 1));

  await assert.rejects(holdCredits(needs, id, 2), {
    code: 'AI_CREDITS_EXHAUSTED',
    facts: {
      retryAfterSeconds: (Date.UTC(2026, 1, 1) - access.clock.now()) / 1_000,
      fields: { remaining: 1e-6, limit: CREDITS, resetsAt: '2026-02-01T00:00:00.000Z' },
    },
  });
  await holdCredits(needs, id, 1);

  assert.equal((await readCreditUsage(needs, id, needs.plans.free)).held, 1e-6);
});

onBothStores(
  '300 runs at once never overspend, and those that wait get what others leave',
  async (_t, access) => {
    const { id } = await access.newOrganization('free');
    const needs = needsOn(access, 60_000);
    const [held, used] = [400_000, 250_000];

    const outcomes = await Promise.all(
      Array.from({ length: 300 }, async () => {
        try {
          const hold = await holdCredits(needs, id, held);
          await new Promise((resolve) => setTimeout(resolve, 10));
          await access.metadata.transaction((unit) => settleCredits(unit, hold, used));
          return 'served';
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'AI_CREDITS_EXHAUSTED');
          return 'refused';
        }
      }),
    );

    const served = outcomes.filter((outcome) => outcome === 'served').length;
    const usage = await readCreditUsage(needs, id, needs.plans.free);
    // 39 × 0.25 leaves 0.25, which is less than a run holds.
    assert.equal(served, 39);
    assert.deepEqual([usage.used, usage.held], [(served * used) / MICRO_CREDITS, 0]);
  },
);

onBothStores('a hold that nobody settled is booked as used', async (_t, access) => {
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  const late = await holdCredits(needs, id, BUNDLE);

  access.clock.advance(LIMITS.evaluation.creditHoldMsMax - 1);
  await bookExpiredHolds(needs);
  const before = await readCreditUsage(needs, id, needs.plans.free);
  await assert.rejects(holdCredits(needs, id, 1), /reserved by other runs/);
  access.clock.advance(1);
  await assert.rejects(holdCredits(needs, id, 1), /Not enough monthly AI credits for this run/);
  await bookExpiredHolds(needs);
  const after = await readCreditUsage(needs, id, needs.plans.free);
  await access.metadata.transaction((unit) => settleCredits(unit, late, MICRO_CREDITS));

  const settled = await readCreditUsage(needs, id, needs.plans.free);
  assert.deepEqual([before.used, before.held], [0, CREDITS]);
  assert.deepEqual([after.used, after.held], [CREDITS, 0]);
  // It was alive after all: only what it used counts.
  assert.deepEqual([settled.used, settled.held], [1, 0]);
});

test('the bundle is new on the first of the month, UTC', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  access.clock.advance(Date.UTC(2026, 0, 31, 23, 59, 59, 999) - access.clock.now());
  const hold = await holdCredits(needs, id, BUNDLE);
  await assert.rejects(holdCredits(needs, id, 1), { code: 'AI_CREDITS_EXHAUSTED' });

  access.clock.advance(1);
  await holdCredits(needs, id, BUNDLE);
  await access.metadata.transaction((unit) => settleCredits(unit, hold, BUNDLE));

  const february = await readCreditUsage(needs, id, needs.plans.free);
  assert.deepEqual([february.used, february.held], [0, CREDITS]);
  assert.equal(february.resetsAt, '2026-03-01T00:00:00.000Z');
});

onBothStores('what is left of one month is not held back by another', async (_t, access) => {
  const { id } = await access.newOrganization('free');
  const other = await access.newOrganization('free');
  const needs = needsOn(access);
  const spent = await holdCredits(needs, id, 4 * MICRO_CREDITS);
  await access.metadata.transaction((unit) => settleCredits(unit, spent, 4 * MICRO_CREDITS));
  await holdCredits(needs, other.id, MICRO_CREDITS);
  access.clock.advance(Date.UTC(2026, 1, 1) - access.clock.now());

  await holdCredits(needs, id, 3 * MICRO_CREDITS);

  const months = await access.metadata.db
    .selectFrom('ai_credits')
    .select(['organization_id', 'month', 'used', 'held'])
    .orderBy('month')
    .orderBy('held')
    .execute();
  assert.deepEqual(
    months.map(({ organization_id, month, used, held }) => [
      organization_id === id,
      month,
      used / MICRO_CREDITS,
      held / MICRO_CREDITS,
    ]),
    [
      [true, '2026-01', 4, 0],
      [false, '2026-01', 0, 1],
      [true, '2026-02', 0, 3],
    ],
  );
});

onBothStores('an organization that is gone has nothing to spend', async (_t, access) => {
  await access.newOrganization('enterprise');
  const needs = needsOn(access);

  await assert.rejects(holdCredits(needs, organizationId('org_gone'), 1), {
    code: 'AI_CREDITS_EXHAUSTED',
    facts: {
      retryAfterSeconds: (Date.UTC(2026, 1, 1) - access.clock.now()) / 1_000,
      fields: { remaining: 0, limit: 0, resetsAt: '2026-02-01T00:00:00.000Z' },
    },
  });
});

test('a plan without a limit holds whatever is asked, and another organization pays for itself', async (t) => {
  const access = await openAccess(t);
  const rich = await access.newOrganization('enterprise');
  const poor = await access.newOrganization('free');
  const needs = needsOn(access);

  await holdCredits(needs, rich.id, 1_000 * BUNDLE);
  await holdCredits(needs, poor.id, BUNDLE);
  await assert.rejects(holdCredits(needs, poor.id, 1), { code: 'AI_CREDITS_EXHAUSTED' });

  assert.equal((await readCreditUsage(needs, rich.id, needs.plans.enterprise)).limit, null);
  assert.equal((await readCreditUsage(needs, poor.id, needs.plans.free)).held, CREDITS);
});

test('more than was held is booked, and runs are counted with those that failed', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  const hold = await holdCredits(needs, id, 5);

  await access.metadata.transaction(async (unit) => {
    await settleCredits(unit, hold, 7);
    await countAiRun(unit, id, access.clock.now(), false);
    await countAiRun(unit, id, access.clock.now(), true);
  });

  const usage = await readCreditUsage(needs, id, needs.plans.free);
  assert.deepEqual([usage.used, usage.held], [7e-6, 0]);
  assert.deepEqual([usage.runs, usage.failedRuns], [2, 1]);
});

test('whoever would fit once others settle is told to come back soon, and else next month', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  await holdCredits(needs, id, 4 * MICRO_CREDITS);
  const fields = { remaining: 6, limit: CREDITS, resetsAt: '2026-02-01T00:00:00.000Z' };

  await assert.rejects(holdCredits(needs, id, BUNDLE), {
    code: 'AI_CREDITS_EXHAUSTED',
    message: 'The remaining AI credits are reserved by other runs. Retry in a moment.',
    facts: { retryAfterSeconds: 0, fields },
  });
  await assert.rejects(holdCredits(needs, id, BUNDLE + 1), {
    code: 'AI_CREDITS_EXHAUSTED',
    message:
      'Not enough monthly AI credits for this run. Reduce the input, or wait for the next month.',
    facts: { retryAfterSeconds: 16.5 * 86_400, fields },
  });
});

test('whoever has no room only reads, also while holds of others have expired', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const other = await access.newOrganization('free');
  const { metadata } = access;
  let writes = 0;
  const needs: CreditNeeds = {
    ...needsOn(access),
    metadata: {
      db: metadata.db,
      transaction: async (run) => {
        writes += 1;
        return metadata.transaction(run);
      },
    },
  };
  await holdCredits(needs, other.id, MICRO_CREDITS);
  access.clock.advance(LIMITS.evaluation.creditHoldMsMax - 1);
  const first = await holdCredits(needs, id, BUNDLE - 1);
  access.clock.advance(1);
  writes = 0;

  await assert.rejects(holdCredits(needs, id, 2), /reserved by other runs/);
  const whileHeld = writes;
  await metadata.transaction((unit) => settleCredits(unit, first, BUNDLE - 1));
  await assert.rejects(holdCredits(needs, id, 2), /Not enough monthly AI credits/);
  const whileUsed = writes;
  await holdCredits(needs, id, 1);

  assert.deepEqual([whileHeld, whileUsed, writes], [0, 0, 1]);
  // Nobody but its owner, or the tidying, books what has expired.
  const usageOfOther = await readCreditUsage(needs, other.id, needs.plans.free);
  assert.deepEqual([usageOfOther.used, usageOfOther.held], [0, 1]);
});

onBothStores('each pays for their own hold that has expired', async (_t, access) => {
  const { id } = await access.newOrganization('free');
  const other = await access.newOrganization('free');
  const needs = needsOn(access);
  const usage = async (organization: typeof id): Promise<number[]> => {
    const { used, held } = await readCreditUsage(needs, organization, needs.plans.free);
    return [used, held];
  };
  await holdCredits(needs, id, 3 * MICRO_CREDITS);
  await holdCredits(needs, other.id, 5 * MICRO_CREDITS);
  access.clock.advance(LIMITS.evaluation.creditHoldMsMax);

  await holdCredits(needs, id, MICRO_CREDITS);
  assert.deepEqual(
    [await usage(id), await usage(other.id)],
    [
      [3, 1],
      [0, 5],
    ],
  );
  await bookExpiredHolds(needs);
  assert.deepEqual(
    [await usage(id), await usage(other.id)],
    [
      [3, 1],
      [5, 0],
    ],
  );
});

test('a month begins with nothing, and a run that held no credits counts, too', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);

  const before = await readCreditUsage(needs, id, needs.plans.free);
  await access.metadata.transaction((unit) => countAiRun(unit, id, access.clock.now(), false));
  const after = await readCreditUsage(needs, id, needs.plans.free);

  const resetsAt = '2026-02-01T00:00:00.000Z';
  const nothing = { limit: CREDITS, used: 0, held: 0, runs: 0, failedRuns: 0, resetsAt };
  assert.deepEqual(before, nothing);
  assert.deepEqual(after, { ...nothing, runs: 1 });
});

test('credits that the operator has set for one organization are what it may hold', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access);
  await access.metadata.db
    .updateTable('organizations')
    .set({ custom_monthly_credits: CREDITS + 1 })
    .where('id', '=', id)
    .execute();

  await holdCredits(needs, id, BUNDLE + MICRO_CREDITS);
  await assert.rejects(holdCredits(needs, id, 1), { code: 'AI_CREDITS_EXHAUSTED' });
});

test('a wait for credits ends when nobody waits any more', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const needs = needsOn(access, 5_000);
  await holdCredits(needs, id, BUNDLE);

  const waiting = holdCredits(needs, id, 1, AbortSignal.abort());

  await assert.rejects(waiting, { name: 'AbortError' });
});
