/**
 * The holding queue: events over a daily quota wait here for up to an hour. When the plan is raised or the day changes,
 * a dedicated writer stores them from here; it only sees released organizations. So an event stays in one queue all its
 * life, with the same guarantees against loss and duplication.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Claim, IngestQueue } from '../../engines/queue/queue.ts';
import type { QuotaVerdict, StoredShare } from '../../guard/limits/index.ts';
import { sharesOf, startWriter, type WriterNeeds } from './start-writer.ts';

export interface HoldingNeeds extends Omit<WriterNeeds, 'queue'> {
  readonly holding: IngestQueue;
  /** Takes over what the store refuses for good, so that it becomes a dead letter that people see. */
  readonly queue: Pick<IngestQueue, 'append'>;
  readonly verdictOf: (organization: OrganizationId) => QuotaVerdict | Promise<QuotaVerdict>;
  /** Counts discarded events. Called before the queue deletes them, possibly more than once. */
  readonly recordDiscarded: (token: string, shares: readonly StoredShare[]) => Promise<void>;
}

interface HoldingState {
  /** Organizations whose events may be stored now. */
  released: ReadonlySet<OrganizationId>;
  /** Acceptance time of the oldest held events per organization, as far as known. */
  readonly fronts: Map<OrganizationId, number>;
}

const LOOK_EVERY_MS = 1_000;
/** Entries examined in parallel, each a claim: few at first, more if all of those were expired. */
const DISCARDED_AT_ONCE_MIN = 16;
const DISCARDED_AT_ONCE_MAX = 256;

/** Starts releasing and discarding on this node. Disposing waits for work in progress. */
export function startHolding(needs: HoldingNeeds): AsyncDisposable {
  const stop = new AbortController();
  const state: HoldingState = { released: new Set(), fronts: new Map() };
  const writer = startWriter({
    ...needs,
    queue: releasedView(needs, state),
    limits: { ...needs.limits, writersPerNode: 1 },
    metrics: underOwnNames(needs.metrics),
  });
  const looking = lookAgainAndAgain(needs, state, stop.signal);
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await writer[Symbol.asyncDispose]();
      await looking;
    },
  };
}

/** The holding queue as the writer sees it: only released entries. */
function releasedView({ holding, queue }: HoldingNeeds, state: HoldingState): IngestQueue {
  const nothing = { events: 0, bytes: 0, byOrganization: new Map() };
  return {
    ...holding,
    claim: async (bounds) => {
      // Of one organization each, so that a claim never waits for the quota of another one.
      for (const organization of state.released) {
        const claim = await holding.claim({ ...bounds, admits: (one) => one === organization });
        if (claim !== undefined) return claim;
      }
      return undefined;
    },
    waitForWork: (signal) => pause(LOOK_EVERY_MS, signal),
    // No batching delay and no spilling: held events are already out of the way.
    depth: () => nothing,
    spillOldest: async () => 0,
    replayDeadLetters: async () => 0,
    deadLetter: async (claim) => {
      for (const { organization, events, payload } of claim.entries) {
        await queue.append({ organization, events, payload });
      }
      await holding.acknowledge(claim);
    },
  };
}

async function lookAgainAndAgain(
  needs: HoldingNeeds,
  state: HoldingState,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await look(needs, state, signal);
    } catch (error) {
      if (!signal.aborted) needs.log.error({ err: error }, 'processing held events failed');
    }
    await pause(LOOK_EVERY_MS, signal);
  }
}

async function look(
  { holding, ...needs }: HoldingNeeds,
  state: HoldingState,
  signal: AbortSignal,
): Promise<void> {
  const held = [...holding.depth().byOrganization.keys()];
  const released = new Set<OrganizationId>();
  for (const organization of held) {
    if ((await needs.verdictOf(organization)) === 'open') released.add(organization);
  }
  state.released = released;
  for (const organization of state.fronts.keys()) {
    if (!holding.depth().byOrganization.has(organization)) state.fronts.delete(organization);
  }
  for (const organization of held) {
    if (released.has(organization)) continue;
    await discardExpired({ ...needs, holding }, state, organization, signal);
  }
}

/** Discards events held for too long, oldest first. */
async function discardExpired(
  needs: HoldingNeeds,
  state: HoldingState,
  organization: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  const expiresAt = (): number =>
    (state.fronts.get(organization) ?? -Infinity) + needs.limits.quotaHoldMsMax;
  let atOnce = DISCARDED_AT_ONCE_MIN;
  while (!signal.aborted && expiresAt() <= needs.clock.now()) {
    const claims = await claimOldest(needs.holding, organization, atOnce);
    if (claims.length === 0) return;
    const fates = await Promise.all(claims.map((claim) => discardOrPutBack(needs, claim)));
    const kept = fates.filter((acceptedAt) => acceptedAt !== undefined);
    if (kept.length > 0) state.fronts.set(organization, Math.min(...kept));
    else atOnce = DISCARDED_AT_ONCE_MAX;
  }
}

/** One entry each: only the payload tells how long it has been held. */
async function claimOldest(
  holding: IngestQueue,
  organization: OrganizationId,
  atOnce: number,
): Promise<Claim[]> {
  const bounds = { eventsMax: 1, bytesMax: 1, admits: (one: string) => one === organization };
  const asked = Array.from({ length: atOnce }, () => holding.claim(bounds));
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value !== undefined ? [answer.value] : [],
  );
}

/** Undefined if the entry is gone, otherwise its acceptance time. */
async function discardOrPutBack(needs: HoldingNeeds, claim: Claim): Promise<number | undefined> {
  const { holding, limits, clock, log } = needs;
  const shares = sharesOf(claim);
  const acceptedAt = Math.max(...shares.map((share) => share.acceptedAt));
  if (clock.now() - acceptedAt < limits.quotaHoldMsMax) {
    await holding.release(claim);
    return acceptedAt;
  }
  try {
    await needs.recordDiscarded(claim.token, shares);
  } catch (error) {
    // Entries that could not be counted are not discarded; the next pass retries.
    await holding.release(claim);
    throw error;
  }
  await holding.acknowledge(claim);
  const organization = claim.entries[0]?.organization;
  log.warn({ organization, events: claim.events }, 'events over the daily quota discarded');
  return undefined;
}

/** Two writers must not count under one name. */
function underOwnNames(metrics: Metrics): Metrics {
  const rename = (name: string): string => name.replace(/^xplain_writer_/, 'xplain_held_writer_');
  return {
    counter: (name, ...rest) => metrics.counter(rename(name), ...rest),
    gauge: (name, ...rest) => metrics.gauge(rename(name), ...rest),
    histogram: (name, ...rest) => metrics.histogram(rename(name), ...rest),
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
