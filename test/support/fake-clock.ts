import type { Clock } from '../../src/base/clock.ts';

/** A clock that stands still until a test moves it; also backwards. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function fakeClock(startMs = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let now = startMs;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
