/**
 * Counters for what is limited: rolling windows for rates, slots for things that run side by side. With
 * `memory/` each node counts by itself; with `shared/` all nodes count together.
 */
import type { EngineHealth } from '../../base/health.ts';

/**
 * At once where this process counts, a promise where another machine does. Both can be awaited; the hot
 * path of ingest looks first and saves itself the wait.
 */
export type Soon<T> = T | Promise<T>;

export interface WindowState {
  /** Whether the hit was counted; for a peek, whether it would be. */
  readonly isAllowed: boolean;
  /** What the window still takes. */
  readonly remaining: number;
  /** Milliseconds since 1970 at which the window is empty again if nothing more comes. */
  readonly resetAt: number;
  /** Milliseconds until a further hit of the same cost could be allowed; 0 when it would be now. */
  readonly retryAfterMs: number;
}

export interface Counters extends AsyncDisposable {
  /**
   * Counts a hit of `cost` in the rolling window of `key`, unless it would make more than `limit` in the
   * last `windowMs`. A refused hit counts nothing; one that costs more than the limit is always refused.
   * Exact to the millisecond, and never fooled by a clock that is set back. Any text is a safe key.
   */
  hit(key: string, limit: number, windowMs: number, cost?: number): Soon<WindowState>;
  /** What a hit of 1 would be told now. Counts nothing. */
  peek(key: string, limit: number, windowMs: number): Soon<WindowState>;
  /** Takes one of `slots` places, or undefined when all are taken. A place frees itself after `holdMsMax`. */
  acquire(key: string, slots: number, holdMsMax: number): Soon<Slot | undefined>;
  health(): Promise<EngineHealth>;
}

export interface Slot extends AsyncDisposable {
  /** Frees the place; a second call does nothing. */
  release(): Soon<void>;
}
