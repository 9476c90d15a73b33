/** The words of services and KPIs, and the figures that their states, scores and objectives are made of. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';

/** `no_data`: nothing was there; `too_few`: not enough to tell; `not_measured`: we failed. None of the three is good. */
export const KPI_STATES = [
  'ok',
  'warning',
  'critical',
  'no_data',
  'too_few',
  'not_measured',
] as const;
export type KpiState = (typeof KPI_STATES)[number];

/** Those that say something about the service; the others leave scores and objectives. */
export const MEASURED_STATES = ['ok', 'warning', 'critical'] as const satisfies readonly KpiState[];
export type MeasuredState = (typeof MEASURED_STATES)[number];

export const SERVICE_STATES = ['healthy', 'degraded', 'critical', 'unknown'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** What a KPI in a state adds to the score of its service. */
export const POINTS: Readonly<Record<MeasuredState, number>> = {
  ok: 100,
  warning: 60,
  critical: 0,
};
/** A service whose score is below is critical, or degraded. */
export const CRITICAL_BELOW = 50;
export const DEGRADED_BELOW = 85;

export const MEASURE_KINDS = ['ratio', 'aggregate', 'query'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** `rate` is events a second; `age` is how many seconds before the end of its time the last event was. */
export const AGGREGATE_FUNCTIONS = [
  'count',
  'rate',
  'age',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'p90',
  'p95',
  'p99',
  'dc',
] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];
/** Those that need no field. */
export const FIELDLESS_FUNCTIONS: ReadonlySet<AggregateFunction> = new Set<AggregateFunction>([
  'count',
  'rate',
  'age',
]);

export const BETTER = ['lower', 'higher', 'range'] as const;
export type Better = (typeof BETTER)[number];

export const EMPTY_MEANINGS = ['no_data', 'zero'] as const;

export const KPI_EVERY_SECONDS = [60, 300, 900, 3_600] as const;

export const SLO_KINDS = ['occurrences', 'timeslices'] as const;
export const SLO_WINDOW_DAYS = [7, 28, 30, 90] as const;

/** The windows that burn is told for. */
export const BURN_WINDOWS = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '3d': 3 * DAY_MS } as const;
export type BurnWindow = keyof typeof BURN_WINDOWS;

/** A signal: so much of the budget would be gone within the long window, and still is being spent in the short one. */
export const BURN_SIGNALS = [
  { long: '1h', shortMs: 5 * MINUTE_MS, short: '5m', budgetShare: 0.02 },
  { long: '6h', shortMs: 30 * MINUTE_MS, short: '30m', budgetShare: 0.05 },
  { long: '3d', shortMs: 6 * HOUR_MS, short: '6h', budgetShare: 0.1 },
] as const satisfies readonly {
  long: BurnWindow;
  shortMs: number;
  short: string;
  budgetShare: number;
}[];

/** Below it an objective says that not enough was measured. */
export const SLO_COVERAGE_MIN = 0.9;

export const KPI_TEMPLATES = [
  'errors',
  'throughput',
  'latency',
  'saturation',
  'freshness',
] as const;
export type KpiTemplateName = (typeof KPI_TEMPLATES)[number];

/** Fields in which events name their service. */
export const SERVICE_FIELDS = ['service', 'service.name'] as const;
export type ServiceField = (typeof SERVICE_FIELDS)[number];

/** Cells of a history strip. */
export const STRIP_CELLS = 96;

/** The index that measurements are written to, and the kinds of its rows. */
export const KPI_INDEX = '_kpi';
export const KPI_ROW_KINDS = ['slot', 'day', 'service'] as const;
