import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { Plan } from '../../spec/plans.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  addUsage,
  type DayUsage,
  forgetBatches,
  markBatch,
  readUsageDays,
  type UsageShare,
} from './usage-table.ts';

export interface UsageNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
}

/** The share of one request in a batch. */
export interface StoredShare {
  readonly organization: OrganizationId;
  readonly events: number;
  readonly sentBytes: number;
  readonly acceptedAt: number;
}

/**
 * Counts a stored batch, once: its token is remembered in the same transaction. Called after the store has
 * the batch and before the queue forgets it, so that a crash in between repeats the call, not the count.
 */
export async function recordUsage(
  needs: UsageNeeds,
  token: string,
  shares: readonly StoredShare[],
): Promise<void> {
  await addOnce(needs, token, shares, ({ events, bytes }) => ({ events, bytes }));
}

/**
 * Counts what came by no queue, such as lookup tables and imported events, in the transaction that keeps it or the
 * record of it.
 */
export async function countStored(
  unit: Unit,
  organization: OrganizationId,
  { events = 0, bytes }: { readonly events?: number; readonly bytes: number },
  now: number,
): Promise<void> {
  await addUsage(unit, { ...NOTHING, organization, day: dayOf(now), events, bytes });
}

/** Counts what was held over the quota for too long, once, before the queue forgets it. */
export async function recordDiscarded(
  needs: UsageNeeds,
  token: string,
  shares: readonly StoredShare[],
): Promise<void> {
  await addOnce(needs, `discarded ${token}`, shares, ({ events, bytes }) => ({
    discardedEvents: events,
    discardedBytes: bytes,
  }));
}

interface Sum {
  events: number;
  bytes: number;
}

const NOTHING = { events: 0, bytes: 0, discardedEvents: 0, discardedBytes: 0 };

async function addOnce(
  needs: UsageNeeds,
  token: string,
  shares: readonly StoredShare[],
  column: (sum: Sum) => Partial<UsageShare>,
): Promise<void> {
  const days = new Map<string, Sum & { organization: string; day: string }>();
  for (const { organization, events, sentBytes, acceptedAt } of shares) {
    // Events the platform writes itself, such as audit entries, count for nobody.
    if (sentBytes === 0) continue;
    const day = dayOf(acceptedAt);
    const sum = days.get(`${organization} ${day}`) ?? { organization, day, events: 0, bytes: 0 };
    sum.events += events;
    sum.bytes += sentBytes;
    days.set(`${organization} ${day}`, sum);
  }
  if (days.size === 0) return;
  // In one order on every node, so that two batches never wait for each other's rows.
  const ordered = [...days.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await needs.metadata.transaction(async (unit) => {
    if (!(await markBatch(unit, token, needs.clock.now()))) return;
    for (const [, { organization, day, ...sum }] of ordered) {
      await addUsage(unit, { ...NOTHING, organization, day, ...column(sum) });
    }
  });
}

/** Deletes tokens of batches that can no longer be repeated. */
export async function forgetCountedBatches(needs: UsageNeeds): Promise<void> {
  await forgetBatches(needs.metadata, needs.clock.now() - KEPT_MS);
}

const KEPT_MS = 7 * DAY_MS;

export type QuotaState = 'normal' | 'warned' | 'throttled';

export interface IngestUsage {
  readonly today: DayUsage;
  /** The last 30 days that had any, oldest first, today included. */
  readonly days: readonly DayUsage[];
  readonly quota: {
    readonly dailyBytes: number | null;
    readonly state: QuotaState;
    /** When the day turns. */
    readonly resetsAt: string;
  };
}

const SHOWN_DAYS = 30;

export async function readIngestUsage(
  needs: {
    readonly metadata: Pick<Metadata, 'db'>;
    readonly clock: Clock;
    readonly quotaWarnRatio: number;
  },
  organization: OrganizationId,
  { dailyBytes }: Pick<Plan, 'dailyBytes'>,
): Promise<IngestUsage> {
  const now = needs.clock.now();
  const today = dayOf(now);
  const days = await readUsageDays(
    needs.metadata,
    organization,
    dayOf(now - (SHOWN_DAYS - 1) * DAY_MS),
  );
  const usage = days.find(({ day }) => day === today) ?? { ...NOTHING, day: today };
  return {
    today: usage,
    days,
    quota: {
      dailyBytes,
      state: quotaState(usage.bytes, dailyBytes, needs.quotaWarnRatio),
      resetsAt: isoTime(Math.floor(now / DAY_MS + 1) * DAY_MS),
    },
  };
}

export function quotaState(
  bytes: number,
  dailyBytes: number | null,
  warnRatio: number,
): QuotaState {
  if (dailyBytes === null || bytes < dailyBytes * warnRatio) return 'normal';
  return bytes < dailyBytes ? 'warned' : 'throttled';
}

/** Days start at midnight UTC. */
export function dayOf(ms: number): string {
  return isoTime(ms).slice(0, 10);
}
