/**
 * Counters for limits: rolling windows for rates, slots for concurrency. With `memory/` each node counts alone; with
 * `shared/` all nodes share the counts.
 */
import type { EngineHealth } from '../../base/health.ts';

/**
 * Synchronous for in-process counters, a promise for shared ones. Both can be awaited; the hot path of ingest checks
 * first to avoid the await.
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
  /** The result that a hit of 1 would get now. Counts nothing. */
  peek(key: string, limit: number, windowMs: number): Soon<WindowState>;
  /** Acquires one of `slots` slots; undefined if all are in use. A slot expires after `holdMsMax`. */
  acquire(key: string, slots: number, holdMsMax: number): Soon<Slot | undefined>;
  health(): Promise<EngineHealth>;
}

export interface Slot extends AsyncDisposable {
  /** Releases the slot. Idempotent. */
  release(): Soon<void>;
}
