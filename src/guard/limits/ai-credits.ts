/**
 * Credits of the monthly bundle: held before a model is called, settled afterwards. Amounts are whole micro-credits, a
 * million per credit, so that rounding loses nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, isoTime } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { newId, type OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { Limits } from '../../spec/limits.ts';
import type { Plan } from '../../spec/plans.ts';
import { MICRO_CREDITS, SECOND_MS } from '../../spec/units.ts';
import {
  changeCreditMonth,
  type CreditMonth,
  deleteHold,
  hasExpiredHold,
  type HoldRow,
  insertHold,
  openCreditMonth,
  readCreditMonth,
  readExpiredOwners,
  readPlanOf,
  takeExpiredHolds,
} from './ai-credits-table.ts';
import { planFor, type Plans } from './plan-limits.ts';

export interface CreditNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly limits: Pick<Limits['evaluation'], 'creditWaitMsMax' | 'creditHoldMsMax'>;
}

/** Credits held for one call to a model; settled by the code that took them. */
export type CreditHold = HoldRow;

const LOOK_EVERY_MS = 100;
const OWNERS_AT_ONCE_MAX = 1_000;

/**
 * Holds credits. If other runs hold the missing amount, waits briefly for them to settle, since most use less than they
 * hold. Throws AI_CREDITS_EXHAUSTED.
 */
export async function holdCredits(
  needs: CreditNeeds,
  organization: OrganizationId,
  amount: number,
  signal?: AbortSignal,
): Promise<CreditHold> {
  const waitUntil = performance.now() + needs.limits.creditWaitMsMax;
  for (;;) {
    const seen = await tryHold(needs, organization, amount);
    if (seen.kind === 'held') return seen.hold;
    const mayFitLater = seen.state.used + amount <= seen.quota;
    if (!mayFitLater || performance.now() >= waitUntil) throw exhausted(needs, seen, mayFitLater);
    // Not all at the same moment: hundreds may wait.
    await sleep(LOOK_EVERY_MS * (0.5 + Math.random()), undefined, { signal });
  }
}

type Try =
  | { readonly kind: 'held'; readonly hold: CreditHold }
  | { readonly kind: 'short'; readonly state: CreditMonth; readonly quota: number };

async function tryHold(
  needs: CreditNeeds,
  organization: OrganizationId,
  amount: number,
): Promise<Try> {
  const now = needs.clock.now();
  const month = monthOf(now);
  const expiresAt = now + needs.limits.creditHoldMsMax;
  const hold: HoldRow = { id: newId('creditHold'), organization, month, amount, expiresAt };
  const look = await lookAt(needs, needs.metadata, organization, month);
  // Most who wait learn from a read that there is still nothing for them.
  if (!fits(look, amount) && !(await hasExpiredHold(needs.metadata, organization, now))) {
    return short(look);
  }
  return needs.metadata.transaction(async (unit): Promise<Try> => {
    await openCreditMonth(unit, organization, month);
    await bookExpired(unit, organization, now);
    const quota = await quotaOf(needs, unit, organization);
    if (await insertHold(unit, hold, quota)) return { kind: 'held', hold };
    return short(await lookAt(needs, unit, organization, month));
  });
}

interface Look {
  readonly state: CreditMonth;
  readonly quota: number | null;
}

async function lookAt(
  needs: CreditNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  month: string,
): Promise<Look> {
  const state = await readCreditMonth(reader, organization, month);
  return { state, quota: await quotaOf(needs, reader, organization) };
}

function fits({ state, quota }: Look, amount: number): boolean {
  return quota === null || state.used + state.held + amount <= quota;
}

function short({ state, quota }: Look): Try {
  return { kind: 'short', state, quota: quota ?? Number.MAX_SAFE_INTEGER };
}

/** In micro-credits; null if unlimited. A deleted organization has nothing to spend. */
async function quotaOf(
  needs: CreditNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
): Promise<number | null> {
  const terms = await readPlanOf(reader, organization);
  return terms === undefined ? 0 : toMicro(planFor(needs.plans, terms).monthlyCredits);
}

function toMicro(credits: number | null): number | null {
  return credits === null ? null : Math.round(credits * MICRO_CREDITS);
}

/**
 * Books the actual usage, which may be zero, and releases the rest. Usage above the hold is booked as well: hiding it
 * would not make it cheaper.
 */
export async function settleCredits(unit: Unit, hold: CreditHold, used: number): Promise<void> {
  const { id, organization, month, amount } = hold;
  const wasHeld = await deleteHold(unit, id);
  // An expired hold is already booked in full: only the difference needs correcting.
  const change = wasHeld ? { used, held: -amount } : { used: used - amount };
  await changeCreditMonth(unit, organization, month, change);
}

/** Counts a run that has ended. */
export async function countAiRun(
  unit: Unit,
  organization: OrganizationId,
  now: number,
  hasFailed: boolean,
): Promise<void> {
  const month = monthOf(now);
  await openCreditMonth(unit, organization, month);
  const failedRuns = hasFailed ? 1 : 0;
  await changeCreditMonth(unit, organization, month, { runs: 1, failedRuns });
}

/** The run that held them has died: what may have been spent counts as spent. */
async function bookExpired(unit: Unit, organization: OrganizationId, now: number): Promise<void> {
  for (const { month, amount } of await takeExpiredHolds(unit, organization, now)) {
    await changeCreditMonth(unit, organization, month, { used: amount, held: -amount });
  }
}

/** The same for every organization. */
export async function bookExpiredHolds(
  needs: Pick<CreditNeeds, 'metadata' | 'clock'>,
): Promise<void> {
  const now = needs.clock.now();
  for (const organization of await readExpiredOwners(needs.metadata, now, OWNERS_AT_ONCE_MAX)) {
    await needs.metadata.transaction((unit) => bookExpired(unit, organization, now));
  }
}

export interface CreditUsage {
  readonly limit: number | null;
  readonly used: number;
  /** Set aside by runs that have not ended. */
  readonly held: number;
  readonly runs: number;
  readonly failedRuns: number;
  readonly resetsAt: string;
}

export async function readCreditUsage(
  needs: Pick<CreditNeeds, 'clock'> & { readonly metadata: Pick<Metadata, 'db'> },
  organization: OrganizationId,
  { monthlyCredits }: Pick<Plan, 'monthlyCredits'>,
): Promise<CreditUsage> {
  const now = needs.clock.now();
  const { used, held, runs, failedRuns } = await readCreditMonth(
    needs.metadata,
    organization,
    monthOf(now),
  );
  return {
    limit: monthlyCredits,
    used: used / MICRO_CREDITS,
    held: held / MICRO_CREDITS,
    runs,
    failedRuns,
    resetsAt: isoTime(firstOfNextMonth(now)),
  };
}

function exhausted(
  needs: CreditNeeds,
  { state, quota }: { readonly state: CreditMonth; readonly quota: number },
  mayFitLater: boolean,
): AppError {
  const now = needs.clock.now();
  const resetsAt = firstOfNextMonth(now);
  const remaining = Math.max(0, quota - state.used - state.held) / MICRO_CREDITS;
  const waitMs = mayFitLater ? needs.limits.creditWaitMsMax : resetsAt - now;
  const message = mayFitLater
    ? 'The remaining AI credits are reserved by other runs. Retry in a moment.'
    : 'Not enough monthly AI credits for this run. Reduce the input, or wait for the next month.';
  return new AppError('AI_CREDITS_EXHAUSTED', message, {
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
    fields: { remaining, limit: quota / MICRO_CREDITS, resetsAt: isoTime(resetsAt) },
  });
}

/** Months start at midnight UTC. */
function monthOf(ms: number): string {
  return isoTime(ms).slice(0, 7);
}

function firstOfNextMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
