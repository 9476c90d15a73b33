import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertMemberRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Known, MeasuredGroup, Measurement, Tick } from '../conditions/measurement.ts';
import type { Shared, SharedTick } from '../conditions/share-counts.ts';
import type { Rule } from '../rule.ts';
import type { GroupState } from '../states/advance.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import type { MeasuredTicks } from './quiet.ts';
import type { Pace } from './open-pace.ts';
import type { StoreTime } from './store-time.ts';
import type { TickMeters } from './tick-meters.ts';

export interface TickNeeds extends SettleNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly log: Log;
  readonly meters: TickMeters;
  /** Asks the store. Never throws for what a rule's author or the store did. */
  readonly measureRule: (rule: Rule, tick: Tick, known: Known) => Promise<Measurement>;
  /** Which rules one statement can count for, and those that are asked for one by one, each in a list of its own. */
  readonly shareRules: (rules: readonly Rule[]) => Promise<readonly (readonly Rule[])[]>;
  /** What one statement counts for several of them, by rule; those that are missing are asked for one by one. */
  readonly countShared: (rules: readonly Rule[], tick: SharedTick) => Promise<Shared>;
  /** Spreads the statements of a tick over a moment. */
  readonly pace: Pace;
  /** The condition in words. */
  readonly describeCondition: (rule: Rule) => string;
  /** A query that shows the events of a group. */
  readonly searchText: (rule: Rule, group: MeasuredGroup) => string | Promise<string>;
  /** Ids of some of them. */
  readonly findSamples: (rule: Rule, group: MeasuredGroup) => Promise<readonly string[]>;
  /** Whether it is certain that nothing was stored for an organization from a time on, by the clock of the store. */
  readonly isQuietSince: (organization: OrganizationId, since: number) => boolean;
  readonly measuredTicks: MeasuredTicks;
  /** Waits until every node's news of stored rows is heard. False when it may not be. */
  readonly catchUpNews: () => Promise<boolean>;
  /** Resolves after the time, or once the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A rule with all that its last ticks left behind. */
export interface RuleBefore {
  readonly rule: Rule;
  readonly run: AlertRuleRunRow | undefined;
  readonly groups: readonly GroupState[];
  readonly members: readonly AlertMemberRow[];
}
