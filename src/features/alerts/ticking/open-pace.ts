import { LIMITS } from '../../../spec/limits.ts';

/**
 * Rules of a batch are due at the same instant. So that their statements do not come in one burst, which people's
 * searches would feel, they begin one after the other, and not while somebody searches on this node; all within a
 * moment that the rules can spare.
 */
export interface Pace {
  /** A tick begins that has so many statements, and is so late already. */
  begin(statements: number, lateMs: number): PacedTick;
}

export interface PacedTick {
  /** Resolves when the next statement may begin, or once the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  end(): void;
}

export interface PaceNeeds {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether people's searches run on this node. */
  readonly isBusy: () => boolean;
}

const { spreadMsMax, unhurriedLagMs } = LIMITS.alerts;
/** Between two looks whether people still search. */
const LOOK_MS = 25;

export function openPace({ now, wait, isBusy }: PaceNeeds): Pace {
  let ticks = 0;
  return {
    begin(statements, lateMs) {
      ticks += 1;
      let isOver = false;
      const endsAt = now() + (lateMs >= unhurriedLagMs ? 0 : spreadMsMax);
      let nextAt = now();
      return {
        async next(signal) {
          const at = Math.max(nextAt, now());
          // Where many batches tick at once, each has its part of the time alone.
          const gapMs = spreadMsMax / statements / ticks;
          nextAt = Math.min(at + gapMs, Math.max(endsAt, now()));
          if (at > now()) await wait(at - now(), signal);
          while (isBusy() && now() < endsAt && !signal.aborted) await wait(LOOK_MS, signal);
        },
        end() {
          if (!isOver) ticks -= 1;
          isOver = true;
        },
      };
    },
  };
}
