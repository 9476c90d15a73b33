import type { HealthReason } from '../../../contract/service-health.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import type { Kpi } from '../kpi.ts';
import { textOf } from '../managing/manage-services.ts';
import { passedLimit } from '../measuring/judge-slot.ts';
import { round } from '../measuring/kpi-row.ts';
import { scoreService, type ServiceScore } from './score-service.ts';

export interface Standing extends ServiceScore {
  /** Most lost points first; unmeasured KPIs come last, without points. */
  readonly reasons: readonly HealthReason[];
}

/** State of a service by the latest states of its KPIs; disabled ones do not count. */
export function standingOf(
  kpis: readonly Kpi[],
  states: ReadonlyMap<string, KpiStateRow>,
): Standing {
  const counted = kpis.flatMap((kpi) => {
    const row = states.get(kpi.id);
    return kpi.isEnabled && row !== undefined ? [{ kpi, row }] : [];
  });
  const score = scoreService(
    counted.map(({ kpi, row }) => ({ id: kpi.id, state: row.state, settings: kpi.settings })),
  );
  const reasons = counted
    .filter(({ row }) => row.state !== 'ok')
    .map(({ kpi, row }) => reasonOf(kpi, row, score.lost.get(kpi.id) ?? 0))
    .toSorted((a, b) => b.lost - a.lost || (a.kpi < b.kpi ? -1 : 1));
  return { ...score, reasons };
}

function reasonOf({ id, name, settings }: Kpi, row: KpiStateRow, lost: number): HealthReason {
  const { better, warning, critical, unit } = settings;
  const passed = row.state === 'critical' ? critical : row.state === 'warning' ? warning : null;
  return {
    kpiId: id,
    kpi: name,
    state: row.state,
    value: row.value,
    unit,
    limit: row.value === null ? null : passedLimit(better, passed, row.value),
    lost,
    detail: detailOf(settings, row),
    since: textOf(row.since),
  };
}

/** Why no state is meaningful for the service. */
function detailOf(
  { minimumEvents }: Kpi['settings'],
  { state, detail, total }: KpiStateRow,
): string {
  if (state === 'no_data') return 'No events in the interval.';
  if (state === 'too_few') return `${total ?? 0} events; minimum ${minimumEvents}.`;
  return state === 'not_measured' ? detail : '';
}

/** The most costly reason, in words. */
export function reasonInWords([first]: readonly HealthReason[]): string {
  if (first === undefined) return '';
  const unit = ['', '%'].includes(first.unit) ? first.unit : ` ${first.unit}`;
  if (first.value === null || first.limit === null) return `${first.kpi}: ${first.state}`;
  return `${first.kpi} ${round(first.value)}${unit}, threshold ${round(first.limit)}${unit}`;
}
