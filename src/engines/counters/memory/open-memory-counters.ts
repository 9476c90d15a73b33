import type { Clock } from '../../../base/clock.ts';
import type { Limits } from '../../../spec/limits.ts';
import { boundedKey } from '../bounded-key.ts';
import type { Counters, Slot, WindowState } from '../counters.ts';
import { countHit, peekHit } from './rolling-window.ts';
import { freeSlot, takeSlot, type SlotTable } from './slot-table.ts';
import {
  createWindowTable,
  findWindow,
  isCrowded,
  windowFor,
  type WindowTable,
} from './window-table.ts';

export interface MemoryCountersNeeds {
  readonly clock: Clock;
  readonly limits: Limits['counters'];
}

/** The same port with synchronous results. */
export interface MemoryCounters extends Counters {
  hit(key: string, limit: number, windowMs: number, cost?: number): WindowState;
  peek(key: string, limit: number, windowMs: number): WindowState;
  acquire(key: string, slots: number, holdMsMax: number): Slot | undefined;
}

/** Counters of this process only. */
export function openMemoryCounters({ clock, limits }: MemoryCountersNeeds): MemoryCounters {
  const tables = new Map<number, WindowTable>();
  const slots: SlotTable = new Map();

  function tableFor(windowMs: number): WindowTable {
    const known = tables.get(windowMs);
    if (known !== undefined) return known;
    const made = createWindowTable(windowMs);
    tables.set(windowMs, made);
    return made;
  }

  return {
    hit(key, limit, windowMs, cost = 1) {
      const now = Math.floor(clock.now());
      const name = boundedKey(key, limits.keyCharactersMax);
      const window = windowFor(tableFor(windowMs), limits, name, now);
      return countHit(window, { now, limit, windowMs, cost });
    },

    peek(key, limit, windowMs) {
      const now = Math.floor(clock.now());
      const name = boundedKey(key, limits.keyCharactersMax);
      const window = findWindow(tableFor(windowMs), limits, name, now);
      if (window !== undefined) return peekHit(window, { now, limit, windowMs, cost: 1 });
      return {
        isAllowed: limit >= 1,
        remaining: limit,
        resetAt: now,
        retryAfterMs: limit >= 1 ? 0 : windowMs,
      };
    },

    acquire(key, slotsMax, holdMsMax) {
      const name = boundedKey(key, limits.keyCharactersMax);
      const time = { now: clock.now(), holdMsMax };
      const place = takeSlot(slots, name, slotsMax, time, limits.keysMax);
      if (place === undefined) return undefined;
      const release = () => freeSlot(slots, name, place);
      return { release, [Symbol.asyncDispose]: async () => release() };
    },

    async health() {
      const now = clock.now();
      const crowded = [...tables.values()].some((table) => isCrowded(table, now));
      if (!crowded) return { state: 'up' };
      return {
        state: 'degraded',
        note: `More than ${limits.keysMax} callers within a minute. Additional callers share their limits.`,
      };
    },

    async [Symbol.asyncDispose]() {
      tables.clear();
      slots.clear();
    },
  };
}
