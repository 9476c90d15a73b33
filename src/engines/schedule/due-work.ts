import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../spec/units.ts';
import type { Unit } from '../metadata/metadata.ts';

/**
 * What a table needs so that its rows can be worked off when they are due. Two partial indexes serve it:
 * on `due_at` and on `lease_until`, each where it is not null.
 */
export interface DueColumns {
  readonly id: string;
  /** Null once there is nothing more to do. It stays as it is while a node works on the row. */
  readonly due_at: number | null;
  /** Until when the row is left to the node that works on it; null while none does. */
  readonly lease_until: number | null;
  /** The runner that works on it, for people who look into the table too. */
  readonly claimed_by: string | null;
  /** Grows with every claim, so that a late one can be told from the present one. */
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
   * The column that says whose row it is. Owners take turns: whoever has ten thousand due rows gets a second
   * one only when nobody else waits for a first.
   */
  readonly owner?: keyof Row & string;
  /** Rows a node works on at the same time. */
  readonly placesMax: number;
  /** Rows of one owner among them; without it, all. */
  readonly perOwnerMax?: number;
  /** How long a row stays with a node that shows no sign of life. */
  readonly leaseMs: number;
  /** How often due rows are looked for; what is told on `channel` does not wait for it. */
  readonly everyMs: number;
  /** Whoever makes a row due tells it here, in the same transaction. */
  readonly channel?: string;
  readonly attemptsMax: number;
  readonly retryDelayMs: (attempts: number) => number;
  /** The row has waited too long: it is given up rather than tried once more. */
  readonly isTooLate?: (row: Row, now: number) => boolean;
  /**
   * Does what is due and settles the claim, best in the transaction that writes what came of it. When it
   * throws, the row is tried again later, or given up after the last try. It may run again for the same
   * row when a node died, so what it does beside its transaction can bear to be done twice.
   */
  readonly work: (row: Row, claim: Claim) => Promise<void>;
  /** Settles the claim for good: `reason` is what the last try threw. */
  readonly giveUp: (row: Row, claim: Claim, reason: unknown) => Promise<void>;
}

/** The right to work on one row, which lasts as long as the node shows signs of life. */
export interface Claim {
  /** This try included. */
  readonly attempts: number;
  /** Aborts when the claim is lost or the node stops. */
  readonly signal: AbortSignal;
  /**
   * Gives the row back with its next due time, null for never again. Fails the transaction with `ClaimLost`
   * when the row has gone to another node meanwhile or was settled already: of two nodes that worked on the
   * same row one alone leaves anything behind.
   */
  readonly settle: (unit: Unit, next: NextTime) => Promise<void>;
}

export interface NextTime {
  /** When somebody made the row due earlier while it was worked on, that holds instead. */
  readonly dueAt: number | null;
  /** Tries that still count; 0 unless said otherwise. */
  readonly attempts?: number;
}

/** Another node has the row now, or it is gone. */
export class ClaimLost extends Error {
  constructor(work: string, id: string) {
    super(`the claim of ${work} on ${id} was lost`);
    this.name = 'ClaimLost';
  }
}

/** Once something is sent it is worth some patience to write that down: otherwise it is sent again. */
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

/** Thrown by work that no further try will bring about: it is given up at once, for this reason. */
export class Hopeless extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'hopeless', { cause });
    this.name = 'Hopeless';
  }
}
