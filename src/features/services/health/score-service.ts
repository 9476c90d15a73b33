/** What the states of its KPIs make of a service. */
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import {
  CRITICAL_BELOW,
  DEGRADED_BELOW,
  type KpiState,
  type MeasuredState,
  POINTS,
  type ServiceState,
} from '../../../spec/services.ts';

export interface ScoredKpi {
  readonly id: string;
  readonly state: KpiState;
  readonly settings: Pick<KpiSettings, 'importance' | 'decisive'>;
}

export interface ServiceScore {
  readonly state: ServiceState;
  /** One decimal; null while nothing is measured. */
  readonly score: number | null;
  /** By the id of a KPI: the points that the score lacks for it. Together they make 100 minus the score. */
  readonly lost: ReadonlyMap<string, number>;
}

/** Unmeasured KPIs neither help nor hurt: they are excluded from the score and reported separately. */
export function scoreService(kpis: readonly ScoredKpi[]): ServiceScore {
  const measured = kpis.flatMap((kpi) =>
    isMeasured(kpi.state) ? [{ ...kpi, state: kpi.state }] : [],
  );
  const weights = measured.reduce((sum, { settings }) => sum + settings.importance, 0);
  if (weights === 0) return { state: 'unknown', score: null, lost: new Map() };
  const exact = measured.map(({ id, state, settings }) => ({
    id,
    lost: (settings.importance * (100 - POINTS[state])) / weights,
  }));
  const score = 100 - exact.reduce((sum, { lost }) => sum + lost, 0);
  const { tenths, all } = inTenths(exact);
  return { state: stateOf(measured, score), score: (1_000 - all) / 10, lost: tenths };
}

export function isMeasured(state: KpiState): state is MeasuredState {
  return Object.hasOwn(POINTS, state);
}

/** Sums of decimals are slightly off, which must not make a service critical. */
const ROUNDING = 1e-9;

function stateOf(
  measured: readonly (ScoredKpi & { readonly state: MeasuredState })[],
  score: number,
): ServiceState {
  const critical = measured.filter(({ state }) => state === 'critical');
  const isDecided = critical.some(({ settings }) => settings.decisive);
  return stateFor(score, critical.length > 0, isDecided);
}

export function stateFor(
  score: number,
  hasCritical: boolean,
  isDecided: boolean,
): Exclude<ServiceState, 'unknown'> {
  if (isDecided || score < CRITICAL_BELOW - ROUNDING) return 'critical';
  return hasCritical || score < DEGRADED_BELOW - ROUNDING ? 'degraded' : 'healthy';
}

/** Rounded so that the parts make the whole: what was cut off most is rounded up first. */
function inTenths(exact: readonly { readonly id: string; readonly lost: number }[]) {
  const all = Math.round(exact.reduce((sum, { lost }) => sum + lost, 0) * 10);
  const parts = exact.map(({ id, lost }) => ({
    id,
    whole: Math.floor(lost * 10 + ROUNDING),
    rest: lost * 10 - Math.floor(lost * 10 + ROUNDING),
  }));
  const missing = all - parts.reduce((sum, { whole }) => sum + whole, 0);
  const raised = new Set(
    parts
      .toSorted((a, b) => b.rest - a.rest || (a.id < b.id ? -1 : 1))
      .slice(0, Math.max(0, missing))
      .map(({ id }) => id),
  );
  const tenths = new Map(
    parts.map(({ id, whole }) => [id, (whole + (raised.has(id) ? 1 : 0)) / 10]),
  );
  return { tenths, all };
}
