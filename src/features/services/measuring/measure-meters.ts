import type { Metrics } from '../../../base/metrics.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { type KpiPlan, lengthsOf } from './plan-slots.ts';

export interface MeasureMeters {
  /** These slots were measured and noted by `now`. */
  measured(plans: readonly KpiPlan[], now: number): void;
}

const SECONDS = [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3_600];

export function createMeasureMeters(metrics: Metrics): MeasureMeters {
  let lagMs = 0;
  const slots = metrics.counter(
    'xplain_kpi_slots_total',
    'KPI intervals measured by this node, by type: first measurement or later correction.',
    ['kind'],
  );
  const lags = metrics.histogram(
    'xplain_kpi_slot_lag_seconds',
    'Time from the end of a KPI interval plus its delay until it was recorded.',
    SECONDS,
  );
  metrics.gauge(
    'xplain_kpi_lag_seconds',
    'Maximum lag of the KPI intervals of the service that this node measured last.',
    () => lagMs / SECOND_MS,
  );
  return {
    measured(plans, now) {
      const found = plans.flatMap(({ kpi, fresh }) => {
        const { everyMs, delayMs } = lengthsOf(kpi.settings);
        return fresh.map((from) => Math.max(0, now - (from + everyMs + delayMs)));
      });
      const again = plans.reduce((sum, plan) => sum + plan.again.length, 0);
      if (again > 0) slots.add(again, { kind: 'again' });
      if (found.length === 0) return;
      slots.add(found.length, { kind: 'first' });
      for (const ms of found) lags.observe(ms / SECOND_MS);
      lagMs = Math.max(...found);
    },
  };
}
