import type { GroupKey } from '../conditions/measurement.ts';

/**
 * What is known of a group that is not normal. `closed` was resolved by hand and waits until the condition was false
 * once; `resting` is normal again, and remembered for a while to find out whether it flaps.
 */
export interface GroupState {
  readonly hash: string;
  readonly key: GroupKey;
  readonly state: 'pending' | 'firing' | 'recovering' | 'closed' | 'resting';
  readonly progress: Progress;
  /** Of its open incident. */
  readonly incidentId: string | null;
}

/** What the next tick goes on from. Ticks at which nothing could be told count nowhere. */
export interface Progress {
  /** The tick at which the condition first held. */
  readonly startedAt: number;
  /** Ticks in a row in this state. */
  readonly ticks: number;
  /** Ticks in a row at which the answer did not have the group, and the first of them. */
  readonly missingTicks: number;
  readonly missingSince: number | null;
  /** The last ticks at which it began or ceased to hold, oldest first. */
  readonly changes: readonly number[];
  /** Ticks since the last of them. */
  readonly calmTicks: number;
  readonly isFlapping: boolean;
}

export const FRESH: Progress = {
  startedAt: 0,
  ticks: 0,
  missingTicks: 0,
  missingSince: null,
  changes: [],
  calmTicks: 0,
  isFlapping: false,
};
