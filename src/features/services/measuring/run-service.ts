import { organizationId } from '../../../base/ids.ts';
import type { ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import { type Claim, ClaimLost, type DueWork } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readSelector } from '../managing/check-searches.ts';
import { readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { findService, RUNS_CHANNEL } from '../managing/services-table.ts';
import { type Answer, measuringActor, StoreAway } from './ask-slots.ts';
import { backfill } from './backfill.ts';
import { findHorizon, type Horizon } from './find-horizon.ts';
import type { MeasureNeeds } from './measure-needs.ts';
import { lateState, nextState, type NextState } from './next-state.ts';
import { isLate, type KpiPlan, planKpi } from './plan-slots.ts';
import { MEASURING } from './measuring-name.ts';
import { settleRun } from './settle-run.ts';
import type { ServiceRun } from './service-run.ts';
import { sumDays } from './sum-days.ts';

/** Measures the KPIs of a service whose slots are over. */
export function measureServices(needs: MeasureNeeds): DueWork<ServiceRunRow> {
  const { measuredPerNode, measuredPerOrganization, retryMs } = LIMITS.services;
  return {
    name: MEASURING,
    table: 'service_runs',
    owner: 'organization_id',
    placesMax: measuredPerNode,
    perOwnerMax: measuredPerOrganization,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    channel: RUNS_CHANNEL,
    // Nothing that happens to a service may end its measuring.
    attemptsMax: Number.MAX_SAFE_INTEGER,
    retryDelayMs: () => retryMs,
    work: (row, claim) => runService(needs, row, claim),
    giveUp: (row, claim) =>
      needs.metadata.transaction((unit) => claim.settle(unit, { dueAt: row.due_at })),
  };
}

async function runService(needs: MeasureNeeds, row: ServiceRunRow, claim: Claim): Promise<void> {
  const { metadata, clock } = needs;
  const organization = organizationId(row.organization_id);
  const [service, all, states] = await Promise.all([
    findService(metadata, organization, row.id),
    readKpis(metadata, organization, row.id),
    readKpiStates(metadata, organization, row.id),
  ]);
  const now = clock.now();
  // Deleted in this moment: so is the row.
  if (service === undefined) throw new ClaimLost(MEASURING, row.id);
  const kpis = all.filter(({ isEnabled }) => isEnabled);
  const run: ServiceRun = { needs, row, organization, service, kpis, states, now, claim };
  const horizon = await findHorizon(needs, organization, now);
  try {
    if (Number.isFinite(horizon.at)) return await measure(run, horizon);
  } catch (error) {
    if (error instanceof ClaimLost || claim.signal.aborted) throw error;
    if (!(error instanceof StoreAway)) throw error;
    needs.log.warn({ err: error, organization, service: row.id }, 'measuring is done again');
    return settleLate(run, { at: -Infinity, why: 'The store of events is away.' });
  }
  return settleLate(run, horizon);
}

async function measure(run: ServiceRun, horizon: Horizon): Promise<void> {
  const { kpis, states, now } = run;
  const isNew = kpis.some(({ id }) => states.get(id)?.is_backfilled === 0);
  // The past is measured once: not while events of it still wait.
  if (isNew && now - horizon.at >= LIMITS.services.lateMs) return settleLate(run, horizon);
  if (await backfill(run, horizon)) return;
  const plans = kpis.flatMap((kpi) => {
    const state = states.get(kpi.id);
    return state === undefined
      ? []
      : [planKpi(kpi, state, { now, horizon: horizon.at }, kpis.length)];
  });
  const answers = await ask(run, plans);
  const next = plans.flatMap((plan): NextState[] => {
    const answer = answers.get(plan.kpi.id);
    if (answer !== undefined) {
      return [nextState(plan, answer, { service: run.service.name, horizon: horizon.at })];
    }
    return isLate(plan.kpi, plan.state, now) ? [late(plan, horizon, now)] : [];
  });
  const days = await sumDays(run, horizon);
  await settleRun(run, { next, days, horizon: horizon.at });
  const measured = plans.filter(({ kpi }) => answers.has(kpi.id));
  run.needs.meters.measured(measured, run.needs.clock.now());
}

/** All KPIs whose slots are equally long share one statement. */
async function ask(run: ServiceRun, plans: readonly KpiPlan[]): Promise<Map<string, Answer>> {
  const { needs, organization, service, now, claim } = run;
  const due = plans.filter(({ fresh, again }) => fresh.length + again.length > 0);
  const answers = new Map<string, Answer>();
  if (due.length === 0) return answers;
  const selector = readSelector(service.selector);
  const actor = measuringActor(organization);
  for (const [everySeconds, alike] of Map.groupBy(due, ({ kpi }) => kpi.settings.everySeconds)) {
    const slots = new Set(alike.flatMap(({ fresh, again }) => [...fresh, ...again]));
    const question = {
      selector,
      kpis: alike.map(({ kpi }) => kpi),
      everySeconds,
      slots: [...slots].toSorted((a, b) => a - b),
      now,
    };
    const found = await needs.askSlots(actor, question, claim.signal);
    for (const [id, answer] of found) answers.set(id, answer);
  }
  return answers;
}

function late({ kpi, state }: KpiPlan, { why }: Horizon, now: number): NextState {
  return { kpi, state: lateState(state, why, now), rows: [] };
}

/** Nothing can be measured now: whoever waits for too long says so. */
async function settleLate(run: ServiceRun, horizon: Horizon): Promise<void> {
  const { kpis, states, now } = run;
  const next = kpis.flatMap((kpi): NextState[] => {
    const state = states.get(kpi.id);
    if (state === undefined || !isLate(kpi, state, now)) return [];
    return [{ kpi, state: lateState(state, horizon.why, now), rows: [] }];
  });
  await settleRun(run, { next, days: undefined, horizon: horizon.at });
}
