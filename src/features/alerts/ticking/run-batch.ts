import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { noteOutage, type OutageNotes } from '../../../base/note-outage.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import { type Claim, ClaimLost, type DueWork } from '../../../engines/schedule/schedule.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { notifySkipped } from '../states/notify-failing.ts';
import { BATCHES_CHANNEL, noteTicked } from '../tables/alert-batches-table.ts';
import { noteBehind } from '../tables/alert-rule-runs-table.ts';
import { evaluateTick, type TickOfBatch } from './evaluate-tick.ts';
import type { TickNeeds } from './tick-needs.ts';

/** How often, and for how long in all, a batch that is due looks whether the frontier has passed its tick. */
const LOOK_MS = 250;
const LOOKS_MAX = 4;
const NAME = 'alert-batches';

/** Outages shared by all batches of a node: each is logged once, not by every batch every second. */
interface Outages {
  readonly looks: OutageNotes;
  readonly ticks: OutageNotes;
}

/**
 * Evaluates the rules of a batch at every tick that the frontier of the store has passed. Ticks follow only the time of
 * the store.
 */
export function runBatches(needs: TickNeeds): DueWork<AlertBatchRow> {
  const outages: Outages = {
    looks: noteOutage(needs.log, {
      begins: 'reading the frontier of the store failed',
      ends: 'reading the frontier of the store works again',
    }),
    ticks: noteOutage(needs.log, {
      begins: 'alert checks wait for the log store',
      ends: 'alert checks resumed',
    }),
  };
  return {
    name: NAME,
    table: 'alert_batches',
    owner: 'organization_id',
    placesMax: LIMITS.alerts.batchesPerNode,
    perOwnerMax: LIMITS.alerts.batchesPerOrganization,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    channel: BATCHES_CHANNEL,
    // Nothing that happens to a batch may end its ticks.
    attemptsMax: Number.MAX_SAFE_INTEGER,
    retryDelayMs: () => SECOND_MS,
    work: (batch, claim) => runBatch(needs, outages, batch, claim),
    giveUp: (batch, claim) =>
      needs.metadata.transaction((unit) => claim.settle(unit, { dueAt: batch.due_at })),
  };
}

async function runBatch(
  needs: TickNeeds,
  outages: Outages,
  batch: AlertBatchRow,
  claim: Claim,
): Promise<void> {
  const organization = organizationId(batch.organization_id);
  const frontier = await awaitFrontier(needs, outages.looks, batch, claim.signal);
  if (frontier === undefined) return comeAgain(needs, batch, claim);
  if (batch.ticked_at > frontier) return setBack(needs, batch, claim, frontier);
  const { ticks, skipped } = planTicks(batch, frontier);
  const writing = { needs, batch, organization, claim };
  try {
    for (const [index, at] of ticks.entries()) {
      const isLast = index === ticks.length - 1;
      await evaluateTick(needs, {
        batch,
        organization,
        at,
        isNewest: isLast,
        skipped: index === 0 ? skipped : 0,
        signal: claim.signal,
        transact: (work) => transact(writing, work),
        finish: (unit) => finish(writing, unit, { at, isLast, skipped: index === 0 ? skipped : 0 }),
      });
      needs.meters.late(needs.storeTime.now() - at);
      outages.ticks.worked();
    }
  } catch (error) {
    if (error instanceof ClaimLost || claim.signal.aborted) throw error;
    const fields = { err: error, batch: batch.id, organization };
    if (error instanceof StoreUnavailable) outages.ticks.failed(error);
    else needs.log.error(fields, 'alert checks failed, retrying');
    await comeAgain(needs, batch, claim);
  }
}

/** Undefined while the next tick is still ahead of it, or the store away. */
async function awaitFrontier(
  { storeTime, wait }: TickNeeds,
  looks: OutageNotes,
  batch: AlertBatchRow,
  signal: AbortSignal,
): Promise<number | undefined> {
  const next = batch.ticked_at + batch.interval_s * SECOND_MS;
  for (let look = 0; look <= LOOKS_MAX; look++) {
    signal.throwIfAborted();
    try {
      const frontier = await storeTime.frontier();
      looks.worked();
      const isAhead = batch.ticked_at > frontier + batch.interval_s * SECOND_MS;
      if (frontier >= next || isAhead) return frontier;
    } catch (error) {
      looks.failed(error);
    }
    if (look < LOOKS_MAX) await wait(LOOK_MS, signal);
  }
  return undefined;
}

/** The tick is not reached yet. After a while its rules report that they are behind. */
async function comeAgain(
  { metadata, storeTime, clock }: TickNeeds,
  batch: AlertBatchRow,
  claim: Claim,
): Promise<void> {
  const organization = organizationId(batch.organization_id);
  const isBehind = storeTime.stuckMs() >= LIMITS.alerts.behindMs;
  await metadata.transaction(async (unit) => {
    if (isBehind) {
      const detail =
        "The log store is unavailable or not making progress, so the rule can't be checked.";
      await noteBehind(unit, organization, batch.id, { detail, at: clock.now() });
    }
    // By the time of the store: a node whose clock is wrong must not keep the batch from the others.
    await claim.settle(unit, { dueAt: storeTime.now() + SECOND_MS });
  });
}

/** Made by a node whose clock was ahead: no rule has ticked there. */
async function setBack(
  { metadata }: TickNeeds,
  batch: AlertBatchRow,
  claim: Claim,
  frontier: number,
): Promise<void> {
  const tickedAt = lastTick(batch, frontier);
  await metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt: tickedAt + batch.interval_s * SECOND_MS });
    await noteTicked(unit, organizationId(batch.organization_id), batch.id, tickedAt);
  });
}

interface Writing {
  readonly needs: TickNeeds;
  readonly batch: AlertBatchRow;
  readonly organization: OrganizationId;
  readonly claim: Claim;
}

/** If two nodes work on the same batch, only one of them can commit. */
async function transact<T>(
  { needs, batch }: Writing,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { id, fence } = batch;
  return needs.metadata.transaction(async (unit) => {
    if (!(await unit.lockRow('alert_batches', { id, fence }))) throw new ClaimLost(NAME, id);
    return work(unit);
  });
}

async function finish(
  { needs, batch, organization, claim }: Writing,
  unit: Unit,
  { at, isLast, skipped }: Pick<TickOfBatch, 'at' | 'skipped'> & { readonly isLast: boolean },
): Promise<void> {
  await noteTicked(unit, organization, batch.id, at);
  if (skipped > 0) {
    await notifySkipped(needs, unit, { batch, count: skipped, before: at }, needs.storeTime.now());
  }
  if (isLast) await claim.settle(unit, { dueAt: at + batch.interval_s * SECOND_MS });
}

type Grid = Pick<AlertBatchRow, 'interval_s' | 'phase_s'>;

/** Returns the last tick that is not after `at`. */
export function lastTick({ interval_s: interval, phase_s: phase }: Grid, at: number): number {
  const seconds = Math.floor(at / SECOND_MS);
  return (Math.floor((seconds - phase) / interval) * interval + phase) * SECOND_MS;
}

export interface PlannedTicks {
  /** Oldest first. */
  readonly ticks: readonly number[];
  /** Number of older ticks that are left out. */
  readonly skipped: number;
}

/** The ticks that the frontier has passed since the last one. Of very many the newest are made up for. */
export function planTicks(
  batch: Grid & Pick<AlertBatchRow, 'ticked_at'>,
  frontier: number,
): PlannedTicks {
  const everyMs = batch.interval_s * SECOND_MS;
  const reached = lastTick(batch, frontier);
  const missed = Math.max(0, Math.round((reached - batch.ticked_at) / everyMs));
  const count = Math.min(missed, LIMITS.alerts.catchUpTicksMax);
  const ticks = Array.from(
    { length: count },
    (_, index) => reached - (count - 1 - index) * everyMs,
  );
  return { ticks, skipped: missed - count };
}
