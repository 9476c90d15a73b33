/** What holds of a KPI where nobody says anything. The server fills it in, and forms show it. */
import { LIMITS } from '../spec/limits.ts';
import { type AggregateFunction, FIELDLESS_FUNCTIONS } from '../spec/services.ts';
import type { KpiSettings, Measure } from './kpi-settings.ts';

const limits = LIMITS.services;

/** Some of it follows from what is measured. */
export function kpiDefaults(measure: Measure): Omit<KpiSettings, 'measure'> {
  return {
    unit: usualUnit(measure),
    better: 'lower',
    warning: null,
    critical: null,
    everySeconds: limits.everySecondsDefault,
    delaySeconds: limits.delaySecondsDefault,
    minimumEvents: isOfCounts(measure) ? 0 : limits.minimumEventsDefault,
    emptyMeans: 'no_data',
    importance: limits.importanceDefault,
    decisive: false,
    slo: null,
  };
}

export const SLO_DEFAULTS = { windowDays: 30, kind: 'occurrences' } as const;

const UNITS: Partial<Readonly<Record<AggregateFunction, string>>> = { rate: '/s', age: 's' };

/** What stands behind the value. */
export function usualUnit(measure: Measure): string {
  if (measure.kind === 'ratio') return '%';
  return measure.kind === 'aggregate' ? (UNITS[measure.function] ?? '') : '';
}

/** How many events there are is itself what is measured: few of them tell something. */
function isOfCounts(measure: Measure): boolean {
  return measure.kind === 'aggregate' && FIELDLESS_FUNCTIONS.has(measure.function);
}
