import type { Call } from './call-target.ts';

/** The platform to check, and what the probe may do there. */
export interface Target {
  readonly url: string;
  readonly ingestKey: string | undefined;
  readonly readKey: string | undefined;
  readonly token: string | undefined;
  /** The rule that trial lines must make fire; without one alerts are not set up. */
  readonly alertRule: string | undefined;
  /** Addresses of others: when none of them answers either, the probe itself is cut off. */
  readonly controls: readonly string[];
  /** Tells the lines of this probe from those of others. */
  readonly probeId: string;
}

/** Time and chance are handed in, so that a test can move them. */
export interface RoundNeeds {
  readonly call: Call;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  readonly wallClock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly newNonce: () => string;
}
