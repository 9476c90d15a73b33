import type { Clock } from '../../../base/clock.ts';
import { SECOND_MS } from '../../../spec/units.ts';

/** The time of the store, as known to this node. Rules follow it, regardless of the node's clock. */
export interface StoreTime {
  /** Everything stored before it can be found. Rejects while the store is away. */
  frontier(): Promise<number>;
  /** Never far ahead of the clock of the store. */
  now(): number;
  /** How long the frontier has not moved, or could not be read. */
  stuckMs(): number;
  /** How far the last frontier read is behind the store's own time. */
  behindMs(): number;
}

/**
 * The frontier does not move while a row is being stored, so the best of several readings shows the clock difference.
 */
const READINGS_KEPT = 32;
/** A reading is good for as long: batches that tick together share it. */
const READING_MS = SECOND_MS / 5;

export function openStoreTime(store: { frontier(): Promise<number> }, clock: Clock): StoreTime {
  const ahead: number[] = [];
  let reading: { readonly at: number; readonly frontier: Promise<number> } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let failingSince: number | undefined;

  async function read(): Promise<number> {
    const frontier = await ask();
    const now = clock.now();
    // A frontier that has not moved does not show the time.
    if (frontier <= last) return frontier;
    ahead.push(frontier - now);
    if (ahead.length > READINGS_KEPT) ahead.shift();
    last = frontier;
    return frontier;
  }

  async function ask(): Promise<number> {
    try {
      const frontier = await store.frontier();
      failingSince = undefined;
      return frontier;
    } catch (error) {
      failingSince ??= clock.now();
      throw error;
    }
  }

  const storeNow = (): number => clock.now() + (ahead.length === 0 ? 0 : Math.max(...ahead));
  const behindMs = (): number => Math.max(0, storeNow() - Math.max(last, 0));
  return {
    frontier() {
      const now = clock.now();
      if (reading === undefined || Math.abs(now - reading.at) >= READING_MS) {
        reading = { at: now, frontier: read() };
        // The next caller retries a failed read.
        reading.frontier.catch(() => (reading = undefined));
      }
      return reading.frontier;
    },
    now: storeNow,
    stuckMs: () => (failingSince === undefined ? behindMs() : clock.now() - failingSince),
    behindMs,
  };
}
