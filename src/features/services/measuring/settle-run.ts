import type { KpiStateRow, ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { reasonInWords, type Standing, standingOf } from '../health/show-reasons.ts';
import type { Kpi } from '../kpi.ts';
import { putKpiStates, readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { namesOf } from '../managing/manage-services.ts';
import { putInOutbox } from './kpi-outbox-table.ts';
import { type KpiIndexRow, serviceRow } from './kpi-row.ts';
import type { NextState } from './next-state.ts';
import { nextDue } from './plan-slots.ts';
import { MEASURING } from './measuring-name.ts';
import type { ServiceRun } from './service-run.ts';
import { updateRun } from './service-runs-table.ts';

export interface Findings {
  readonly next: readonly NextState[];
  /** Sums of days that were over, and the last of these days. */
  readonly days: { readonly rows: readonly KpiIndexRow[]; readonly summedDay: number } | undefined;
  readonly horizon: number;
  /** What the past of new KPIs was is being written: there are days to sum. */
  readonly isBackfill?: true;
}

/**
 * Stores the measurements, their rows and the next due time of the service, all or nothing: of two nodes that worked on
 * the same service, only one leaves results.
 */
export async function settleRun(run: ServiceRun, findings: Findings): Promise<void> {
  const { needs, row, organization, service, now, claim } = run;
  await needs.metadata.transaction(async (unit) => {
    const { id, fence } = row;
    if (!(await unit.lockRow('service_runs', { id, fence }))) throw new ClaimLost(MEASURING, id);
    const present = await readKpis(unit, organization, id);
    const versions = new Map(present.map((kpi) => [kpi.id, kpi.version]));
    // Changed meanwhile: what was measured is of another KPI by now.
    const next = findings.next.filter(({ kpi }) => versions.get(kpi.id) === kpi.version);
    await putKpiStates(
      unit,
      next.map(({ state }) => state),
    );
    const states = await readKpiStates(unit, organization, id);
    const standing = standingOf(present, states);
    const rows = [...next.flatMap((each) => each.rows), ...(findings.days?.rows ?? [])];
    const isNews = rows.length > 0 || standing.state !== row.state;
    if (isNews) rows.push(rowOfService(run, standing));
    await putInOutbox(unit, organization, rows, now);
    await updateRun(unit, organization, service.id, {
      state: standing.state,
      score: standing.score,
      state_since: stateSince(row, standing, states, now),
      ...(findings.days === undefined ? {} : { summed_day: findings.days.summedDay }),
      ...(findings.isBackfill === true ? { summed_day: null } : {}),
    });
    await claim.settle(unit, { dueAt: dueAt(present, states, findings.horizon, now) });
  });
}

function rowOfService({ service, now }: ServiceRun, { state, score, reasons }: Standing) {
  const reason = reasonInWords(reasons);
  return serviceRow({ ...namesOf(service), state, score, reason, at: now });
}

/** The change of a KPI that made the state what it is. */
function stateSince(
  { state, state_since }: ServiceRunRow,
  standing: Standing,
  states: ReadonlyMap<string, KpiStateRow>,
  now: number,
): number {
  if (state === standing.state && state_since !== null) return state_since;
  if (standing.state === 'unknown') return now;
  const changes = [...standing.lost.keys()].flatMap((id) => states.get(id)?.since ?? []);
  return changes.length === 0 ? now : Math.max(...changes);
}

/** Null while there is nothing to measure: adding a KPI wakes the row. */
function dueAt(
  kpis: readonly Kpi[],
  states: ReadonlyMap<string, KpiStateRow>,
  horizon: number,
  now: number,
): number | null {
  const times = kpis.flatMap((kpi) => {
    const state = states.get(kpi.id);
    if (!kpi.isEnabled || state === undefined) return [];
    return state.is_backfilled === 0 ? [now] : [nextDue(kpi, state)];
  });
  if (times.length === 0) return null;
  const earliest = Math.min(...times);
  if (earliest > now) return earliest;
  // Due, but what it is about cannot be found yet: the longer that lasts, the longer it may yet last.
  const { retryMs } = LIMITS.services;
  if (earliest > horizon) return now + Math.min(retryMs, Math.max(SECOND_MS, now - horizon));
  return now;
}
