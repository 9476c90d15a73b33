import { LIMITS } from '../../../spec/limits.ts';

/**
 * Rules of a batch are due at the same instant. So that their statements do not come in one burst, which people's
 * searches would feel, they run one after the other, whatever batch they are of, and none begins while somebody
 * searches on this node; all within a moment that the rules can spare.
 */
export interface Pace {
  /** A tick begins that has so many statements, and is so late already. */
  begin(statements: number, lateMs: number): PacedTick;
}

export interface PacedTick {
  /** Runs the next statement when it may begin, or once the signal aborts. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
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
/** Between two looks whether people still search, or another statement still runs. */
const LOOK_MS = 10;

export function openPace({ now, wait, isBusy }: PaceNeeds): Pace {
  let ticks = 0;
  let running = 0;
  return {
    begin(statements, lateMs) {
      ticks += 1;
      let isOver = false;
      const endsAt = now() + (lateMs >= unhurriedLagMs ? 0 : spreadMsMax);
      let nextAt = now();
      return {
        async run(work, signal) {
          const at = Math.max(nextAt, now());
          // Where many batches tick at once, each has its part of the time alone.
          const gapMs = spreadMsMax / statements / ticks;
          nextAt = Math.min(at + gapMs, Math.max(endsAt, now()));
          if (at > now()) await wait(at - now(), signal);
          const isHeld = (): boolean => isBusy() || running > 0;
          while (isHeld() && now() < endsAt && !signal.aborted) await wait(LOOK_MS, signal);
          running += 1;
          try {
            return await work();
          } finally {
            running -= 1;
          }
        },
        end() {
          if (!isOver) ticks -= 1;
          isOver = true;
        },
      };
    },
  };
}
