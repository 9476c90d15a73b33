import { LIMITS } from '../../../spec/limits.ts';

/**
 * Rules of a batch are due at the same instant. To avoid a burst of statements that would slow down users' searches,
 * they run one after the other across all batches, and none starts while a user's search runs on this node; all within
 * a short time that the rules can spare.
 */
export interface Pace {
  /** Begins a tick with this many statements and this much delay. */
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
/**
 * A late tick waits neither for users' searches nor for a single statement. More concurrency would not finish sooner,
 * and a slow organization has no more than two statements.
 */
const LATE_AT_ONCE = 4;
/** Between two looks whether people still search, or another statement still runs. */
const LOOK_MS = 10;

export function openPace({ now, wait, isBusy }: PaceNeeds): Pace {
  let ticks = 0;
  let running = 0;
  return {
    begin(statements, lateMs) {
      ticks += 1;
      let isOver = false;
      const isLate = lateMs >= unhurriedLagMs;
      const endsAt = now() + (isLate ? 0 : spreadMsMax);
      let nextAt = now();
      return {
        async run(work, signal) {
          const at = Math.max(nextAt, now());
          // If many batches tick at the same time, each gets its share of the time.
          const gapMs = spreadMsMax / statements / ticks;
          nextAt = Math.min(at + gapMs, Math.max(endsAt, now()));
          if (at > now()) await wait(at - now(), signal);
          const givesUpAt = isLate ? now() + spreadMsMax : endsAt;
          const isHeld = (): boolean =>
            isLate ? running >= LATE_AT_ONCE : isBusy() || running > 0;
          while (isHeld() && now() < givesUpAt && !signal.aborted) await wait(LOOK_MS, signal);
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
