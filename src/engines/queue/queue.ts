import type { OrganizationId } from '../../base/ids.ts';
import type { EngineHealth } from '../../base/health.ts';

/** What one accepted request leaves behind: the events of one organization, encoded once for the store. */
export interface QueueEntry {
  readonly organization: OrganizationId;
  readonly events: number;
  /** Bytes that the store takes as they are. The queue never looks inside. */
  readonly payload: Uint8Array;
}

/** The position of an entry; entries of one queue are ordered by it. */
export type QueuePosition = bigint;

/**
 * Entries handed to a writer as one unit. Its token and its entries are persisted before it is handed
 * out and never change, so a retry under the same token always carries the same rows.
 */
export interface Claim {
  readonly token: string;
  readonly entries: readonly (QueueEntry & { readonly position: QueuePosition })[];
  readonly events: number;
  readonly bytes: number;
  /** How often storing this claim has failed so far. */
  readonly attempts: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly events: number;
  readonly bytes: number;
  readonly reason: string;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly deadAt: number;
  /** Spilled during an outage of the store: replayed without being asked once the store is back. */
  readonly isSpilled: boolean;
}

export interface DeadLetterFilter {
  readonly organization?: OrganizationId;
  readonly ids?: readonly string[];
  readonly spilledOnly?: boolean;
}

export interface QueueDepth {
  readonly events: number;
  readonly bytes: number;
  readonly byOrganization: ReadonlyMap<
    OrganizationId,
    { readonly events: number; readonly bytes: number }
  >;
}

/** Accepted events, kept until a writer has stored them. */
export interface IngestQueue extends AsyncDisposable {
  /** Resolves only once the entry would survive a power cut. */
  append(entry: QueueEntry): Promise<QueuePosition>;
  /**
   * Oldest first; at least one entry, then more while they fit both bounds. A claim that was released or
   * whose holder died is handed out again, unchanged, before anything new. Undefined when nothing waits.
   */
  claim(bounds: {
    readonly eventsMax: number;
    readonly bytesMax: number;
  }): Promise<Claim | undefined>;
  /** Resolves once something may be claimable, or the signal aborts. */
  waitForWork(signal: AbortSignal): Promise<void>;
  /** The claim is stored: its entries are gone for good. */
  acknowledge(claim: Claim): Promise<void>;
  /** Storing failed: the claim comes back after the delay, with one attempt more. */
  retryLater(claim: Claim, delayMs: number): Promise<void>;
  /** The store is away: the claim comes back at once when asked for, with no attempt used up. */
  release(claim: Claim): Promise<void>;
  /** Every entry of the claim becomes a dead letter. */
  deadLetter(claim: Claim, reason: string): Promise<void>;
  /** Moves the oldest unclaimed entries, at least `events` events of them, to the dead letters. */
  spillOldest(events: number, reason: string): Promise<number>;
  listDeadLetters(
    filter: DeadLetterFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly DeadLetter[]>;
  /** Puts matching dead letters back to the end of the queue; returns how many entries. */
  replayDeadLetters(filter: DeadLetterFilter): Promise<number>;
  discardDeadLetters(filter: DeadLetterFilter): Promise<number>;
  /** Removes everything of an organization, dead letters included. */
  forgetOrganization(organization: OrganizationId): Promise<void>;
  /** What waits or is claimed; dead letters do not count. Cheap: kept up to date in memory. */
  depth(): QueueDepth;
  health(): Promise<EngineHealth>;
}
