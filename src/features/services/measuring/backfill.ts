/** Measures the past of new KPIs in one go. */
import { LIMITS } from '../../../spec/limits.ts';
import type { Kpi } from '../kpi.ts';
import { readSelector } from '../managing/check-searches.ts';
import { type Answer, isWhole, measuringActor } from './ask-slots.ts';
import type { Horizon } from './find-horizon.ts';
import { recordOf } from './kpi-row.ts';
import { nextState, type NextState } from './next-state.ts';
import { lengthsOf } from './plan-slots.ts';
import type { ServiceRun } from './service-run.ts';
import { settleRun } from './settle-run.ts';

/** Records that are put into the queue together. */
const RECORDS_AT_ONCE = 2_000;

/** True if there was work: then the run is over, and due slots follow immediately. */
export async function backfill(run: ServiceRun, horizon: Horizon): Promise<boolean> {
  const { needs, organization, kpis, states, now } = run;
  const waiting = kpis.filter(({ id }) => states.get(id)?.is_backfilled === 0);
  const [first] = waiting;
  if (first === undefined) return false;
  // KPIs with equal slot length and end; the others follow in the next run.
  const begun = states.get(first.id)?.measured_to ?? 0;
  const alike = waiting.filter(
    ({ id, settings }) =>
      settings.everySeconds === first.settings.everySeconds &&
      states.get(id)?.measured_to === begun,
  );
  const { everyMs } = lengthsOf(first.settings);
  const start = Math.ceil((now - LIMITS.services.backfillMs) / everyMs) * everyMs;
  const slots: number[] = [];
  for (let from = start; from + everyMs <= begun; from += everyMs) slots.push(from);
  const answers = await needs.askSlots(
    measuringActor(organization),
    {
      selector: readSelector(run.service.selector),
      kpis: alike.filter(({ settings }) => isWhole(settings)),
      everySeconds: first.settings.everySeconds,
      slots,
      now,
    },
    run.claim.signal,
  );
  const next = alike.map((kpi) => pastOf(run, kpi, answers.get(kpi.id), slots, horizon));
  const records = next.flatMap(({ rows }) => rows.map((row) => recordOf(organization, row, now)));
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    await needs.append(organization, records.slice(from, from + RECORDS_AT_ONCE));
  }
  const settled = next.map((each) => ({ ...each, rows: [] }));
  await settleRun(run, { next: settled, days: undefined, horizon: horizon.at, isBackfill: true });
  return true;
}

/** From the first slot with something in it on: before that there was nothing to measure. */
function pastOf(
  { states, service }: ServiceRun,
  kpi: Kpi,
  answer: Answer | undefined,
  slots: readonly number[],
  horizon: Horizon,
): NextState {
  const state = states.get(kpi.id);
  if (state === undefined) throw new Error('a KPI without a state was to be measured');
  const done = { ...state, is_backfilled: 1 };
  if (answer?.kind !== 'slots') return { kpi, state: done, rows: [] };
  const first = slots.findIndex((from) => !isEmpty(answer.slots.get(from)));
  const fresh = first < 0 ? [] : slots.slice(first);
  const plan = { kpi, state: done, unrevised: [], fresh, again: [] };
  return nextState(plan, answer, { service: service.name, horizon: horizon.at });
}

function isEmpty(
  facts: { readonly total: number | null; readonly value: number | null } | undefined,
) {
  return facts === undefined || (facts.total === null ? facts.value === null : facts.total === 0);
}
