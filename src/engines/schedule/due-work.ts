import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../spec/units.ts';
import type { Unit } from '../metadata/metadata.ts';

/**
 * What a table needs so that its rows can be worked off when they are due. Two partial indexes serve it:
 * on `due_at` and on `lease_until`, each where it is not null.
 */
export interface DueColumns {
  readonly id: string;
  /** Null if there is nothing more to do. Unchanged while a node works on the row. */
  readonly due_at: number | null;
  /** Until when the row is reserved for the node that works on it; null if there is none. */
  readonly lease_until: number | null;
  /** The runner that works on it, for people who look into the table too. */
  readonly claimed_by: string | null;
  /** Increases with every claim, so that a former holder can be distinguished from the current one. */
  readonly fence: number;
  /** Tries since the row was last settled for good, the present one included. */
  readonly attempts: number;
}

/** One kind of due work: where its rows are, and what to do with one. */
export interface DueWork<Row extends DueColumns> {
  /** Unique; in the log, in the metrics, and in `claimed_by`. */
  readonly name: string;
  readonly table: string;
  /**
   * The column with the owner of the row. Owners take turns: one with ten thousand due rows gets a second one only when
   * no other owner waits for a first.
   */
  readonly owner?: keyof Row & string;
  /** Rows a node works on at the same time. */
  readonly placesMax: number;
  /** Rows of one owner among them; without it, all. */
  readonly perOwnerMax?: number;
  /** How long a row stays with a node that shows no sign of life. */
  readonly leaseMs: number;
  /** Polling interval for due rows; notifications on `channel` take effect immediately. */
  readonly everyMs: number;
  /** Notify this channel, in the same transaction, when making a row due. */
  readonly channel?: string;
  readonly attemptsMax: number;
  readonly retryDelayMs: (attempts: number) => number;
  /** The row has waited too long: it is given up rather than tried once more. */
  readonly isTooLate?: (row: Row, now: number) => boolean;
  /**
   * Does the work and settles the claim, preferably in the transaction that writes the result. If it throws, the row is
   * retried later, or given up after the last attempt. It may run again for the same row if a node died, so side
   * effects outside its transaction must be idempotent.
   */
  readonly work: (row: Row, claim: Claim) => Promise<void>;
  /** Settles the claim permanently: `reason` is the error of the last attempt. */
  readonly giveUp: (row: Row, claim: Claim, reason: unknown) => Promise<void>;
}

/** The right to work on one row, which lasts as long as the node shows signs of life. */
export interface Claim {
  /** This try included. */
  readonly attempts: number;
  /** Aborts when the claim is lost or the node stops. */
  readonly signal: AbortSignal;
  /**
   * Releases the row with its next due time, null for never. Fails the transaction with `ClaimLost` if another node has
   * taken the row meanwhile or it was already settled: if two nodes work on the same row, only one has any effect.
   */
  readonly settle: (unit: Unit, next: NextTime) => Promise<void>;
}

export interface NextTime {
  /** Ignored if the row was made due earlier while it was being processed. */
  readonly dueAt: number | null;
  /** Attempts that still count; 0 by default. */
  readonly attempts?: number;
}

/** Another node has claimed the row, or it no longer exists. */
export class ClaimLost extends Error {
  constructor(work: string, id: string) {
    super(`the claim of ${work} on ${id} was lost`);
    this.name = 'ClaimLost';
  }
}

/** After something was sent, recording it is worth several attempts: otherwise it is sent again. */
export async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt >= 5 || error instanceof ClaimLost) throw error;
    }
    await sleep(SECOND_MS);
  }
}

/** Thrown by work that could not even begin, since what it needs is away: it comes again and uses up no try. */
export class NotNow extends Error {
  readonly delayMs: number;

  constructor(message: string, delayMs: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'NotNow';
    this.delayMs = delayMs;
  }
}

/** Thrown by work that cannot succeed on a retry: it is given up immediately, with this reason. */
export class Hopeless extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'hopeless', { cause });
    this.name = 'Hopeless';
  }
}
