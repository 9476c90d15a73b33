import type { EngineHealth } from '../../base/health.ts';

export interface WindowState {
  readonly isAllowed: boolean;
  /** What the window still takes after this hit. */
  readonly remaining: number;
  /** Milliseconds since 1970 at which the window is empty again if nothing more comes. */
  readonly resetAt: number;
  /** Milliseconds until a further hit could be allowed; 0 when one would be allowed now. */
  readonly retryAfterMs: number;
}

/** Counters that all nodes share: rolling windows for rates, slots for things that run side by side. */
export interface Counters extends AsyncDisposable {
  /** Counts one hit in the rolling window of `key`, unless `limit` hits lie in the last `windowMs`. */
  hit(key: string, limit: number, windowMs: number): Promise<WindowState>;
  /** Takes one of `slots` places, or undefined when all are taken. A place frees itself after `holdMsMax`. */
  acquire(key: string, slots: number, holdMsMax: number): Promise<Slot | undefined>;
  health(): Promise<EngineHealth>;
}

export interface Slot {
  /** Frees the place; a second call does nothing. */
  release(): Promise<void>;
}
