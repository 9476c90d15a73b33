import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { EngineHealth } from '../../base/health.ts';

/** One accepted request: the events of one organization, encoded once for the store. */
export interface QueueEntry {
  readonly organization: OrganizationId;
  readonly events: number;
  /** Bytes that the store accepts unchanged. Opaque to the queue, and immutable. */
  readonly payload: Uint8Array;
}

/** The position of an entry: within an organization, entries appended later get higher positions. */
export type QueuePosition = bigint;

/** Bounds of a claim. */
export interface ClaimBounds {
  readonly eventsMax: number;
  readonly bytesMax: number;
  /** Only of these organizations, also among claims that are handed out again; of all when absent. */
  readonly admits?: (organization: OrganizationId) => boolean;
}

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
  /** It, or an entry of it before a replay, was handed out before: some of it may be stored. */
  readonly isRepeated: boolean;
}

/** An entry that could not be stored, kept until someone replays or discards it. */
export interface DeadLetter {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly events: number;
  readonly bytes: number;
  readonly reason: string;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly deadAt: number;
  /** Spilled during an outage of the store: replayed automatically once the store is available. */
  readonly isSpilled: boolean;
}

/** The id that the entry appended at this position has as a dead letter, until it is replayed. */
export function deadLetterId(position: QueuePosition): string {
  return `dl_${position.toString(16).padStart(16, '0')}`;
}

/** All given conditions must match; an empty filter matches every dead letter. */
export interface DeadLetterFilter {
  readonly organization?: OrganizationId;
  readonly ids?: readonly string[];
  readonly spilledOnly?: boolean;
}

export interface DepthOfOrganization {
  readonly events: number;
  readonly bytes: number;
}

export interface QueueDepth {
  readonly events: number;
  readonly bytes: number;
  /** A live view, which changes with the queue. */
  readonly byOrganization: ReadonlyMap<OrganizationId, DepthOfOrganization>;
}

export interface QueueFront {
  /** The position of the oldest entry of each organization that waits or is claimed. */
  readonly oldest: ReadonlyMap<OrganizationId, QueuePosition>;
  /** No entry has a higher position yet, and every later one will. */
  readonly last: QueuePosition;
}

/**
 * Accepted events, kept until a writer has stored them. Events that cannot be written are refused with
 * QUEUE_UNAVAILABLE and a retry delay; the queue recovers automatically once the disk or broker is available again.
 */
export interface IngestQueue extends AsyncDisposable {
  /** Resolves only once the entry would survive a power cut. */
  append(entry: QueueEntry): Promise<QueuePosition>;
  /**
   * Organizations in turn, oldest first within each; at least one entry, then more while they fit both bounds. A claim
   * that was released, or whose holder died, is handed out again, unchanged, before new ones. Undefined if nothing is
   * waiting.
   */
  claim(bounds: ClaimBounds): Promise<Claim | undefined>;
  /** Resolves once something may be claimable, or the signal aborts. */
  waitForWork(signal: AbortSignal): Promise<void>;
  /**
   * The claim is stored: its entries are removed permanently. Does nothing if the claim no longer exists. If this, or
   * one of the next three, is refused, the claim is returned as if it had been released.
   */
  acknowledge(claim: Claim): Promise<void>;
  /** Storing failed: the claim is returned after the delay, with the attempt counted. */
  retryLater(claim: Claim, delayMs: number): Promise<void>;
  /** The store is unavailable: the claim is returned immediately on the next request, without counting an attempt. */
  release(claim: Claim): Promise<void>;
  /** Every entry of the claim becomes a dead letter. */
  deadLetter(claim: Claim, reason: string): Promise<void>;
  /** Moves the oldest unclaimed entries, at least `events` events if there are as many, to the dead letters; returns how many events. */
  spillOldest(events: number, reason: string): Promise<number>;
  /** Oldest first; `after` is the id of the last one already seen. */
  listDeadLetters(
    filter: DeadLetterFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly DeadLetter[]>;
  /** Puts matching dead letters back to the end of the queue, each exactly once; returns how many entries. */
  replayDeadLetters(filter: DeadLetterFilter): Promise<number>;
  /** Removes matching dead letters for good; returns how many entries. */
  discardDeadLetters(filter: DeadLetterFilter): Promise<number>;
  /** What a dead letter carries; undefined when there is none of this organization under the id. */
  readDeadLetter(organization: OrganizationId, id: string): Promise<Uint8Array | undefined>;
  /** Removes everything of an organization, dead letters included. Nothing of it may be appended meanwhile. */
  forgetOrganization(organization: OrganizationId): Promise<void>;
  /** Waiting and claimed entries, without dead letters. Cheap: kept up to date in memory. */
  depth(): QueueDepth;
  /** How many entries that is, of one organization or of all. */
  entries(organization?: OrganizationId): number;
  /** The progress of the queue. Cost grows with the number of organizations and claims: call it only occasionally. */
  front(): QueueFront;
  /** How many nodes share it, this one included: each brings the room of one. */
  nodes(): number;
  /** Tells every node that events are spilled because the store is away, or that it is back. */
  noteSpilling(isSpilling: boolean): void;
  /** Whether any live node spills events. */
  isSpilling(): boolean;
  /** Tells every node that events were refused because they do not fit. */
  noteFull(): void;
  /** How many milliseconds ago that was; Infinity when it never was. */
  sinceFullMs(): number;
  health(): Promise<EngineHealth>;
  /**
   * Writes a snapshot of all its contents into a new file, with which a queue can be opened: it hands out these entries
   * as repeated. Undefined if the queue is on other machines.
   */
  readonly copyTo?: (file: string) => Promise<void>;
}

/** Milliseconds since the caller last observed events of several organizations waiting at the same time. */
export type SinceShared = () => number;

/** Each call looks. */
export function createSinceShared({
  queue,
  clock,
}: {
  readonly queue: Pick<IngestQueue, 'depth'>;
  readonly clock: Clock;
}): SinceShared {
  let sharedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (queue.depth().byOrganization.size > 1) sharedAt = now;
    return now - sharedAt;
  };
}
