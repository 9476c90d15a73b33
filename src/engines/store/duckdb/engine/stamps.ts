/** The times that rows are stored at, and up to when all of them are visible. */
import type { Clock } from '../../../../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../spec/units.ts';

export interface Stamp extends Disposable {
  /** Milliseconds since 1970, in whole seconds. */
  readonly storedAt: number;
}

export interface Stamps {
  /** For a transaction that begins; given back when its rows are visible, or never will be. */
  take(): Stamp;
  frontier(): number;
}

/** A clock that is set back by more was wrong before, and is not waited for. */
const STEP_BACK_MS_MAX = MINUTE_MS;

/** `newest` is the last stamp of the previous run: a clock set back slightly does not go below it. */
export function createStamps(clock: Clock, newest: number): Stamps {
  let last = newest;
  const now = (): number => {
    const second = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
    if (second > last || last - second > STEP_BACK_MS_MAX) last = second;
    return last;
  };
  const underWay = new Set<Stamp>();
  return {
    take() {
      const stamp: Stamp = { storedAt: now(), [Symbol.dispose]: () => underWay.delete(stamp) };
      underWay.add(stamp);
      return stamp;
    },
    frontier: () => Math.min(now(), ...Array.from(underWay, ({ storedAt }) => storedAt)),
  };
}
