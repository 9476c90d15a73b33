import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import { createLimitQuota } from './limit-quota.ts';
import type { QuotaVerdict } from './quota-meter.ts';

type Limit = ReturnType<typeof createLimitQuota>;
const [request, reply] = [
  { caller: { actor: { organization: organizationId('org_a') } } },
  {},
] as unknown as [Parameters<Limit>[0], Parameters<Limit>[1]];
const ingest = { body: 'raw', rate: 'ingest' } as Parameters<Limit>[2];
/** Twenty seconds and a bit before midnight. */
const clock = { now: () => Date.UTC(2026, 0, 2) - 20_001 };

interface Course {
  readonly rate?: () => void | Promise<void>;
  readonly verdict?: () => QuotaVerdict | Promise<QuotaVerdict>;
  readonly config?: object;
}

async function outcome({ rate = () => {}, verdict = () => 'open', config = {} }: Course) {
  const limit = createLimitQuota({ clock, meter: { verdict } }, rate);
  try {
    await limit(request, reply, { ...ingest, ...config });
    return 'passed';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code} ${error.facts.retryAfterSeconds}`;
  }
}

const slowly =
  <T>(value: T) =>
  async () =>
    value;
const refuse = (): never => {
  throw new AppError('RATE_LIMITED', 'too often', { retryAfterSeconds: 7 });
};
const PAUSED = 'DAILY_QUOTA_EXCEEDED 21';

test('a rate that refuses keeps events out, at once and later, whatever the quota says', async () => {
  assert.equal(await outcome({ rate: refuse }), 'RATE_LIMITED 7');
  assert.equal(await outcome({ rate: async () => refuse() }), 'RATE_LIMITED 7');
  const paused = () => 'paused' as const;
  assert.equal(await outcome({ rate: async () => refuse(), verdict: paused }), 'RATE_LIMITED 7');
});

test('a quota that is used up keeps events out until midnight, however fast both are known', async () => {
  for (const rate of [() => {}, slowly(undefined)]) {
    for (const verdict of [() => 'paused' as const, slowly('paused' as const)]) {
      assert.equal(await outcome({ rate, verdict }), PAUSED);
    }
    for (const verdict of ['open', 'held'] as const) {
      assert.equal(await outcome({ rate, verdict: () => verdict }), 'passed');
      assert.equal(await outcome({ rate, verdict: slowly(verdict) }), 'passed');
    }
  }
});

test('only endpoints of events look at the quota', async () => {
  const verdict = () => 'paused' as const;

  assert.equal(await outcome({ verdict, config: { rate: 'otlp' } }), PAUSED);
  assert.equal(await outcome({ verdict, config: { rate: 'search' } }), 'passed');
  assert.equal(await outcome({ verdict, config: { body: 'management' } }), 'passed');
});
