import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metrics } from '../../../base/metrics.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createTickMeters } from './tick-meters.ts';

interface Metered {
  readonly metrics: Metrics;
  readonly noted: string[];
  readonly gauges: Map<string, () => unknown>;
  readonly buckets: Map<string, readonly number[]>;
}

function meter(): Metered {
  const noted: string[] = [];
  const gauges = new Map<string, () => unknown>();
  const buckets = new Map<string, readonly number[]>();
  const note = (name: string, value: number, labels: object = {}): void =>
    void noted.push(`${name} ${JSON.stringify(labels)} ${value}`);
  const metrics: Metrics = {
    counter: (name, _help, labels = []) => ({
      add: (value, given) => note(`${name} by ${labels.join()}`, value, given),
    }),
    gauge: (name, _help, read) => void gauges.set(name, read),
    histogram: (name, _help, sizes, labels = []) => {
      buckets.set(name, sizes);
      return { observe: (value, given) => note(`${name} by ${labels.join()}`, value, given) };
    },
  };
  return { metrics, noted, gauges, buckets };
}

test('ticks are metered in seconds', () => {
  const { metrics, noted, gauges, buckets } = meter();
  const meters = createTickMeters(metrics, { behindMs: () => 2_500 });

  meters.ticked('quiet', 3);
  meters.evaluated('change', 1_500);
  meters.shared(7, 2);
  meters.fired(250);
  meters.firedAfter(61_500, true);
  meters.firedAfter(600_000, false);

  assert.deepEqual(noted, [
    'xplain_alert_ticks_total by outcome {"outcome":"quiet"} 3',
    'xplain_alert_evaluation_seconds by kind {"kind":"change"} 1.5',
    'xplain_alert_shared_statements_total by  {} 2',
    'xplain_alert_shared_rules_total by  {} 7',
    'xplain_alert_latency_seconds by  {} 0.25',
    'xplain_alert_ingest_to_firing_seconds by timing {"timing":"default"} 61.5',
    'xplain_alert_ingest_to_firing_seconds by timing {"timing":"custom"} 600',
  ]);
  assert.equal(gauges.get('xplain_alert_frontier_seconds')?.(), 2.5);
  const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];
  const firing = buckets.get('xplain_alert_ingest_to_firing_seconds') ?? [];
  // The target is told exactly.
  assert.ok(firing.includes(LIMITS.targets.alertLatencyMs / 1_000));
  assert.deepEqual([...buckets.values()], [seconds, seconds, firing, seconds]);
});

test('a batch that is early is not late', () => {
  const { metrics, noted, gauges } = meter();
  const meters = createTickMeters(metrics, { behindMs: () => 0 });
  const lag = (): unknown => gauges.get('xplain_alert_lag_seconds')?.();
  const before = lag();

  meters.late(4_000);
  const late = lag();
  meters.late(-1_000);

  assert.deepEqual([before, late, lag()], [0, 4, 0]);
  assert.deepEqual(noted, [
    'xplain_alert_tick_lag_seconds by  {} 4',
    'xplain_alert_tick_lag_seconds by  {} 0',
  ]);
});
