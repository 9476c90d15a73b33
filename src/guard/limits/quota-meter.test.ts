import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccessUnderTest, openAccess } from '../../../test/support/open-access.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { PLANS } from '../../spec/plans.ts';
import { DAY_MS } from '../../spec/units.ts';
import { createLimitQuota } from './limit-quota.ts';
import { createQuotaMeter, type QuotaMeter, type QuotaVerdict } from './quota-meter.ts';
import { recordUsage } from './usage.ts';

const QUOTA = 1_000;
const WARN_RATIO = 0.8;
const FREE = { ...PLANS.free, dailyBytes: QUOTA };

function meterOn(
  access: AccessUnderTest,
  change: Partial<Parameters<typeof createQuotaMeter>[0]> = {},
): QuotaMeter {
  return createQuotaMeter({
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    warnRatio: WARN_RATIO,
    planOf: () => FREE,
    warnOwners: async () => {},
    ...change,
  });
}

test('what one organization has used is not forgotten when another one comes, and not charged to it', async (t) => {
  const access = await openAccess(t);
  const first = await access.newOrganization('free');
  const second = await access.newOrganization('free');
  const meter = meterOn(access);

  await meter.verdict(first.id);
  meter.note(first.id, QUOTA);

  assert.equal(await meter.verdict(second.id), 'open');
  assert.equal(await meter.verdict(first.id), 'paused');
  assert.equal(await meter.verdict(second.id), 'open');
});

test('what other nodes have stored is seen every five seconds, again and again', async (t) => {
  const access = await openAccess(t);
  const { id: organization } = await access.newOrganization('free');
  const stranger = await access.newOrganization('free');
  const { metadata, clock } = access;
  const meter = meterOn(access);
  const store = async (
    batch: string,
    to: OrganizationId,
    sentBytes: number,
    acceptedAt = clock.now(),
  ): Promise<void> => {
    const share = { organization: to, events: 1, sentBytes, acceptedAt };
    await recordUsage({ metadata, clock }, batch, [share]);
  };
  /** The look that finds the records old reads them; the next one knows. */
  const verdicts = async (): Promise<readonly string[]> => {
    const first = await meter.verdict(organization);
    for (let turn = 0; turn < 200; turn++) await metadata.transaction(async () => {});
    return [first, await meter.verdict(organization)];
  };

  assert.deepEqual(await verdicts(), ['open', 'open']);
  await store('of another organization', stranger.id, 5 * QUOTA);
  await store('of yesterday', organization, 5 * QUOTA, clock.now() - DAY_MS);
  await store('one', organization, QUOTA - 1);
  clock.advance(4_999);
  assert.deepEqual(await verdicts(), ['open', 'open']);
  clock.advance(1);
  assert.deepEqual(await verdicts(), ['open', 'open']);
  await store('two', organization, 1);
  clock.advance(4_999);
  assert.deepEqual(await verdicts(), ['open', 'open']);
  clock.advance(1);
  assert.deepEqual(await verdicts(), ['open', 'paused']);
});

test('records that are behind what this node has accepted change nothing', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const meter = meterOn(access);
  await meter.verdict(id);
  meter.note(id, QUOTA);

  access.clock.advance(5_000);
  await meter.verdict(id);
  for (let turn = 0; turn < 200; turn++) await access.metadata.transaction(async () => {});

  assert.equal(await meter.verdict(id), 'paused');
});

test('a larger plan in the middle of the day moves the warning', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  let dailyBytes = QUOTA;
  let warnings = 0;
  const meter = meterOn(access, {
    planOf: () => ({ ...FREE, dailyBytes }),
    warnOwners: async () => void (warnings += 1),
  });
  await meter.verdict(id);
  meter.note(id, QUOTA * WARN_RATIO - 1);

  dailyBytes = 2 * QUOTA;
  await meter.verdict(id);
  meter.note(id, QUOTA * WARN_RATIO);
  const before = warnings;
  meter.note(id, 1);

  assert.deepEqual([before, warnings], [0, 1]);
});

test('whoever is unknown or has no quota may send, others up to it, and then as the plan says', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const verdictOf = async (
    plan: ReturnType<Parameters<typeof createQuotaMeter>[0]['planOf']>,
    bytes: number,
  ): Promise<QuotaVerdict> => {
    const meter = meterOn(access, { planOf: () => plan });
    await meter.verdict(id);
    meter.note(id, bytes);
    return meter.verdict(id);
  };
  const hold = { ...FREE, overage: 'hold' } as const;

  assert.equal(await verdictOf(undefined, 1e9), 'open');
  assert.equal(await verdictOf({ ...FREE, dailyBytes: null }, 1e9), 'open');
  assert.equal(await verdictOf(FREE, QUOTA - 1), 'open');
  assert.equal(await verdictOf(FREE, QUOTA), 'paused');
  assert.equal(await verdictOf(hold, QUOTA), 'held');
  assert.equal(await verdictOf(Promise.resolve(hold), QUOTA), 'held');
});

test('what is known is answered at once, and a new day begins with nothing', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const days: string[] = [];
  const meter = meterOn(access, { warnOwners: async (_, day) => void days.push(day) });
  assert.ok(meter.verdict(id) instanceof Promise);
  await meter.verdict(id);
  meter.note(id, QUOTA);
  assert.equal(meter.verdict(id), 'paused');

  access.clock.advance(DAY_MS / 2);
  // Nothing is known of this day yet.
  meter.note(id, QUOTA);
  assert.equal(await meter.verdict(id), 'open');
  meter.note(id, QUOTA);
  assert.equal(meter.verdict(id), 'paused');

  assert.deepEqual(days, ['2026-01-15', '2026-01-16']);
});

test('events are refused while the plan pauses, however its verdict and the rate come', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('free');
  const refused: OrganizationId[] = [];
  const request = { caller: { actor: owner.actor } } as unknown as Parameters<
    ReturnType<typeof createLimitQuota>
  >[0];
  const reply = {} as Parameters<ReturnType<typeof createLimitQuota>>[1];
  const config = { permission: 'logs:write', rate: 'otlp', body: 'raw' } as const;
  const ask = async (
    verdict: QuotaVerdict | Promise<QuotaVerdict>,
    rate: void | Promise<void>,
  ): Promise<void> => {
    const needs = { meter: { verdict: () => verdict }, clock: access.clock };
    const noteRefused = (organization: OrganizationId) => void refused.push(organization);
    await createLimitQuota({ ...needs, noteRefused }, () => rate)(request, reply, config);
  };

  for (const rate of [undefined, Promise.resolve()]) {
    for (const verdict of ['paused', Promise.resolve('paused' as const)] as const) {
      await assert.rejects(ask(verdict, rate), { code: 'DAILY_QUOTA_EXCEEDED' });
    }
    for (const verdict of ['open', 'held', Promise.resolve('held' as const)] as const) {
      await assert.doesNotReject(ask(verdict, rate));
    }
  }
  assert.deepEqual(refused, [id, id, id, id]);
});

test('only the endpoints for events ask for the quota, and others hand on what the rate says', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization('free');
  type Ask = Parameters<ReturnType<typeof createLimitQuota>>;
  const known = { caller: { actor: owner.actor } } as unknown as Ask[0];
  const needs = { meter: { verdict: () => 'paused' as const }, clock: access.clock };
  const ask = async (
    config: Pick<Ask[2], 'rate' | 'body'>,
    request = known,
    rate?: Promise<void>,
  ): Promise<void> => {
    const limit = createLimitQuota(needs, () => rate);
    await limit(request, {} as Ask[1], { permission: 'logs:write', ...config });
  };
  const paused = { code: 'DAILY_QUOTA_EXCEEDED', facts: { retryAfterSeconds: 12 * 3_600 } };

  await assert.rejects(ask({ rate: 'ingest', body: 'raw' }), paused);
  await assert.rejects(ask({ rate: 'otlp', body: 'raw' }), paused);
  await ask({ rate: 'ingest', body: 'none' });
  await ask({ rate: 'otlp', body: 'none' });
  await ask({ rate: 'management', body: 'raw' });
  await ask({ rate: 'ingest', body: 'raw' }, {} as Ask[0]);
  const refusal = Promise.reject(new Error('too often'));
  await assert.rejects(ask({ rate: 'logs', body: 'none' }, known, refusal), /too often/);
  access.clock.advance(1);
  await assert.rejects(ask({ rate: 'otlp', body: 'raw' }), paused);
});

test('owners are warned once of a day, also of what others have stored, and again if that failed', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const few = await access.newOrganization('free');
  const many = await access.newOrganization('free');
  const store = async (organization: OrganizationId, sentBytes: number): Promise<void> => {
    const share = { organization, events: 1, sentBytes, acceptedAt: clock.now() };
    await recordUsage({ metadata, clock }, organization, [share]);
  };
  await store(few.id, QUOTA * WARN_RATIO - 1);
  await store(many.id, QUOTA * WARN_RATIO);
  const warned: OrganizationId[] = [];
  let isMailDown = false;
  const meter = meterOn(access, {
    warnOwners: async (organization) => {
      warned.push(organization);
      if (isMailDown) throw new Error('no mail');
    },
  });

  await meter.verdict(few.id);
  await meter.verdict(many.id);
  meter.note(many.id, 1);
  assert.deepEqual(warned, [many.id]);

  isMailDown = true;
  meter.note(few.id, 1);
  await new Promise(setImmediate);
  isMailDown = false;
  meter.note(few.id, 1);
  await new Promise(setImmediate);
  meter.note(few.id, 1);
  assert.deepEqual(warned, [many.id, few.id, few.id]);
});

test('of 20,000 organizations each is known, and beyond all are read anew', async (t) => {
  const access = await openAccess(t);
  // Records that cannot be read shut nobody out, and cost no time here.
  const meter = meterOn(access, { metadata: {} as Pick<AccessUnderTest['metadata'], 'db'> });
  const ids = Array.from({ length: 20_000 }, (_, index) => organizationId(`org_${index}`));
  const [first, second] = [organizationId('org_0'), organizationId('org_1')];
  const spend = async (organization: OrganizationId): Promise<void> => {
    await meter.verdict(organization);
    meter.note(organization, QUOTA);
  };
  await spend(first);
  for (const id of ids) await meter.verdict(id);
  assert.equal(meter.verdict(first), 'paused');

  // A new day of organizations that are known takes no further room.
  access.clock.advance(DAY_MS);
  await spend(first);
  await spend(second);
  assert.equal(meter.verdict(first), 'paused');

  await meter.verdict(organizationId('org_beyond'));
  assert.ok(meter.verdict(first) instanceof Promise);
  assert.equal(await meter.verdict(second), 'open');
});
