import { organizationId } from '../../../base/ids.ts';
import type { ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import { type Claim, ClaimLost, type DueWork } from '../../../engines/schedule/schedule.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { findService, RUNS_CHANNEL } from '../managing/services-table.ts';
import { type Answer, measuringActor } from './ask-slots.ts';
import { backfill } from './backfill.ts';
import { awaitHorizon, type Horizon } from './find-horizon.ts';
import { askedOf, plansOf } from './find-due-services.ts';
import type { MeasureNeeds } from './measure-needs.ts';
import { lateState, nextState, type NextState } from './next-state.ts';
import { isLate, type KpiPlan, neededFor } from './plan-slots.ts';
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
  // Deleted in this moment: so is the row.
  if (service === undefined) throw new ClaimLost(MEASURING, row.id);
  const kpis = all.filter(({ isEnabled }) => isEnabled);
  const needed = neededFor(kpis, states);
  const horizon = await awaitHorizon(needs, organization, needed, claim.signal);
  const now = clock.now();
  const run: ServiceRun = { needs, row, organization, service, kpis, states, now, claim };
  try {
    if (Number.isFinite(horizon.at)) return await measure(run, horizon);
  } catch (error) {
    if (error instanceof ClaimLost || claim.signal.aborted) throw error;
    if (!(error instanceof StoreUnavailable)) throw error;
    needs.log.warn({ err: error, organization, service: row.id }, 'measurement will be retried');
    return settleLate(run, { at: -Infinity, why: 'The log store is unavailable.' });
  }
  return settleLate(run, horizon);
}

async function measure(run: ServiceRun, horizon: Horizon): Promise<void> {
  const { kpis, states, now } = run;
  const isNew = kpis.some(({ id }) => states.get(id)?.is_backfilled === 0);
  // The past is measured once: not while events of it still wait.
  if (isNew && now - horizon.at >= LIMITS.services.lateMs) return settleLate(run, horizon);
  if (await backfill(run, horizon)) return;
  const plans = plansOf(kpis, states, { now, horizon: horizon.at });
  const answers = await ask(run, plans, horizon);
  const next = plans.flatMap((plan): NextState[] => {
    const found = answers.get(plan.kpi.id);
    if (found !== undefined) {
      const about = { service: run.service.name, horizon: found.horizon };
      return [nextState(plan, found.answer, about)];
    }
    return isLate(plan.kpi, plan.state, now) ? [late(plan, horizon, now)] : [];
  });
  const days = await sumDays(run, horizon);
  await settleRun(run, { next, days, horizon: horizon.at });
  const measured = plans.filter(({ kpi }) => answers.has(kpi.id));
  run.needs.meters.measured(measured, run.needs.clock.now());
}

/** An answer, and up to when events could be found when it was given. */
interface Found {
  readonly answer: Answer;
  readonly horizon: number;
}

async function ask(
  run: ServiceRun,
  plans: readonly KpiPlan[],
  horizon: Horizon,
): Promise<Map<string, Found>> {
  const { needs, organization, service, now, claim } = run;
  const actor = measuringActor(organization);
  const answers = new Map<string, Found>();
  const note = (found: ReadonlyMap<string, Answer>, at: number): void => {
    for (const [id, answer] of found) answers.set(id, { answer, horizon: at });
  };
  for (const asked of askedOf(service, plans, now)) {
    const shared = await needs.sharing.share(run, asked, horizon);
    if (shared !== undefined) note(shared.answers, Math.min(shared.horizon, horizon.at));
    const kpis = asked.kpis.filter(({ id }) => shared?.answers.has(id) !== true);
    if (kpis.length === 0) continue;
    note(await needs.askSlots(actor, { ...asked, kpis }, claim.signal), horizon.at);
  }
  return answers;
}

function late({ kpi, state }: KpiPlan, { why }: Horizon, now: number): NextState {
  return { kpi, state: lateState(state, why, now), rows: [] };
}

/** Nothing can be measured now: KPIs that have waited too long report it. */
async function settleLate(run: ServiceRun, horizon: Horizon): Promise<void> {
  const { kpis, states, now } = run;
  const next = kpis.flatMap((kpi): NextState[] => {
    const state = states.get(kpi.id);
    if (state === undefined || !isLate(kpi, state, now)) return [];
    return [{ kpi, state: lateState(state, horizon.why, now), rows: [] }];
  });
  await settleRun(run, { next, days: undefined, horizon: horizon.at });
}
