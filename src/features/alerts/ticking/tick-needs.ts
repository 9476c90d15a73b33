import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertMemberRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Known, MeasuredGroup, Measurement, Tick } from '../conditions/measurement.ts';
import type { Sharing } from '../conditions/share-counts.ts';
import type { Rule } from '../rule.ts';
import type { GroupState } from '../states/advance.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import type { Quiet } from './quiet.ts';
import type { Pace } from './open-pace.ts';
import type { StoreTime } from './store-time.ts';
import type { TickMeters } from './tick-meters.ts';

/** Store queries of one tick; identical queries of several rules run once. */
export interface StoreAsks {
  /** Never throws for what a rule's author or the store did. */
  readonly measureRule: (rule: Rule, tick: Tick, known: Known) => Promise<Measurement>;
  /** A query that shows the events of a group. */
  readonly searchText: (rule: Rule, group: MeasuredGroup) => Promise<string>;
  /** Ids of some of them. */
  readonly findSamples: (rule: Rule, group: MeasuredGroup) => Promise<readonly string[]>;
}

export interface TickNeeds extends SettleNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly log: Log;
  readonly meters: TickMeters;
  /** Called once per tick. */
  readonly openAsks: () => StoreAsks;
  readonly sharing: Sharing;
  /** Spreads the statements of a tick over a moment. */
  readonly pace: Pace;
  readonly quiet: Quiet;
  /** Resolves after the time, or once the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A rule with all state left by its last ticks. */
export interface RuleBefore {
  readonly rule: Rule;
  readonly run: AlertRuleRunRow | undefined;
  readonly groups: readonly GroupState[];
  readonly members: readonly AlertMemberRow[];
}
