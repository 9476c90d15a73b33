import type { Metrics } from '../../../base/metrics.ts';
import type { ConditionKind } from '../../../spec/alerts.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { StoreTime } from './store-time.ts';

/** What became of a tick of a rule. */
export type TickOutcome = 'measured' | 'failed' | 'quiet' | 'paused' | 'dropped' | 'skipped';

export interface TickMeters {
  ticked(outcome: TickOutcome, count: number): void;
  evaluated(kind: ConditionKind, ms: number): void;
  /** Records how many rules were counted by how many shared statements. */
  shared(rules: number, statements: number): void;
  /** How late a batch was with its tick. */
  late(ms: number): void;
  /** Time from the end of the rule's window until it fired. */
  fired(ms: number): void;
  /** At most so long from when the row that decided became searchable until a rule fired. */
  firedAfter(ms: number, hasDefaultTiming: boolean): void;
}

const FIRING_SECONDS = [
  1, 5, 10, 20, 30, 45, 60, 65, 70, 80, 90, 105, 120, 150, 180, 300, 600, 3_600,
];
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

export function createTickMeters(
  metrics: Metrics,
  storeTime: Pick<StoreTime, 'behindMs'>,
): TickMeters {
  let lagMs = 0;
  const ticks = metrics.counter(
    'xplain_alert_ticks_total',
    'Alert rule checks on this node, by outcome.',
    ['outcome'],
  );
  const evaluations = metrics.histogram(
    'xplain_alert_evaluation_seconds',
    'Duration of an alert rule check.',
    SECONDS,
    ['kind'],
  );
  const sharedStatements = metrics.counter(
    'xplain_alert_shared_statements_total',
    'Statements shared by several rules.',
  );
  const sharedRules = metrics.counter(
    'xplain_alert_shared_rules_total',
    'Rule checks served by a shared statement.',
  );
  const latency = metrics.histogram(
    'xplain_alert_latency_seconds',
    'Time from the end of a rule window until it fired.',
    SECONDS,
  );
  const sinceIngestion = metrics.histogram(
    'xplain_alert_ingest_to_firing_seconds',
    'Maximum time from when the triggering event became searchable until a rule fired, by rule timing: `default` or `custom`.',
    FIRING_SECONDS,
    ['timing'],
  );
  const lags = metrics.histogram(
    'xplain_alert_tick_lag_seconds',
    'Lag of rule batches behind their schedule.',
    SECONDS,
  );
  metrics.gauge(
    'xplain_alert_lag_seconds',
    'Lag of the last check on this node.',
    () => lagMs / SECOND_MS,
  );
  metrics.gauge(
    'xplain_alert_frontier_seconds',
    'Lag of the frontier (events searchable) behind the store’s clock, when last checked.',
    () => storeTime.behindMs() / SECOND_MS,
  );
  return {
    ticked: (outcome, count) => ticks.add(count, { outcome }),
    evaluated: (kind, ms) => evaluations.observe(ms / SECOND_MS, { kind }),
    shared: (rules, statements) => {
      sharedStatements.add(statements);
      sharedRules.add(rules);
    },
    late: (ms) => {
      lagMs = Math.max(0, ms);
      lags.observe(lagMs / SECOND_MS);
    },
    fired: (ms) => latency.observe(ms / SECOND_MS),
    firedAfter: (ms, hasDefaultTiming) =>
      sinceIngestion.observe(ms / SECOND_MS, { timing: hasDefaultTiming ? 'default' : 'custom' }),
  };
}
