/** Result of a rule at a tick. Depends only on the rule's version, the tick, stored rows and gaps. */
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import type { GapKind } from '../../../flow/ingest/index.ts';
import type { PartCount } from '../../../flow/search/index.ts';

export interface Tick {
  /** On the grid of the rule's batch, by the time of the store, in milliseconds since 1970. */
  readonly at: number;
  /** Backtests: by event time, whatever was stored before it counts, also what came after the tick. */
  readonly storedBy?: number;
  /** For all statements together, from the moment each has its slot. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What one statement for several rules has counted for this one already. */
  readonly counted?: PartCount | undefined;
}

/** State left by earlier ticks. */
export interface Known {
  readonly members: readonly AlertMemberRow[];
  /** Empty before the first tick. */
  readonly memory: string;
  /** Hashes of the groups that are not normal. */
  readonly groups: ReadonlySet<string>;
}

/** Names of fields and their values; null where a rule has one group. */
export type GroupKey = Readonly<Record<string, string>> | null;

export type Measurement =
  | {
      readonly kind: 'measured';
      readonly groups: readonly MeasuredGroup[];
      /** There were more groups than the rule tells apart: nothing is known of those that are missing. */
      readonly isCut: boolean;
      /** Why events of the window may be missing: then nothing resolves. Empty when none are. */
      readonly behind: readonly GapKind[];
      /** The condition cannot be evaluated yet, e.g. because too few periods are filled. */
      readonly isLearning: boolean;
      /** State to keep until the next tick; undefined leaves it unchanged. */
      readonly memory?: string;
      readonly members?: MemberChanges;
    }
  /** The statement failed or cannot be made; `code` is one of the error codes. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface MeasuredGroup {
  readonly key: GroupKey;
  /** Names the group within its rule. */
  readonly hash: string;
  /** Null when there is no value, e.g. the average of no rows. */
  readonly value: number | null;
  /**
   * Whether the condition is met: `true`; `safe`, not met and past `recoverAt`; `between` the two, where the previous
   * state remains; `unknown`, since events may be missing.
   */
  readonly holds: 'true' | 'safe' | 'between' | 'unknown';
  /** When the rows became searchable on which it rests, half open. */
  readonly eventsFrom: number;
  readonly eventsTo: number;
  /** Further facts for people: earlier values, findings. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface MemberChanges {
  /** Members to write: new ones, and those whose last sign of life is worth storing. */
  readonly seen: readonly SeenMember[];
  /** Hashes of those that have been silent for too long. */
  readonly expired: readonly string[];
  /** There are more than the rule learns. */
  readonly isFull: boolean;
}

export interface SeenMember {
  readonly key: GroupKey;
  readonly hash: string;
  readonly windowsSeen: number;
  /** The rule names it itself. */
  readonly isExpected: boolean;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}
