/** Computes the result of measuring a KPI: its new state, and the rows for its slots. */
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import type { Answer } from './ask-slots.ts';
import { judgeSlot, type Measured, NOT_MEASURED } from './judge-slot.ts';
import { type KpiIndexRow, slotRow } from './kpi-row.ts';
import { type KpiPlan, lengthsOf, revisedAt, type Unrevised } from './plan-slots.ts';

export interface NextState {
  readonly kpi: KpiPlan['kpi'];
  readonly state: KpiStateRow;
  readonly rows: readonly KpiIndexRow[];
}

export function nextState(
  plan: KpiPlan,
  answer: Answer,
  { service, horizon }: { readonly service: string; readonly horizon: number },
): NextState {
  const { kpi, fresh, again } = plan;
  const { everyMs } = lengthsOf(kpi.settings);
  const at = (from: number): Measured | undefined => measuredAt(plan, answer, from);
  const rows: KpiIndexRow[] = [];
  let { state } = plan;
  const waiting: Unrevised[] = plan.unrevised.filter(({ from }) => !again.includes(from));
  for (const before of plan.unrevised) {
    const measured = again.includes(before.from) ? at(before.from) : undefined;
    if (measured === undefined || answer.kind === 'failed' || isSame(before, measured)) continue;
    rows.push(slotRow({ kpi, service, from: before.from, revision: 2, measured }));
    const isLast = before.from + everyMs === state.measured_to;
    if (isLast) state = moved(state, before.from, measured, '');
  }
  for (const from of fresh) {
    const measured = at(from);
    state = { ...state, measured_to: from + everyMs };
    if (measured === undefined) continue;
    rows.push(slotRow({ kpi, service, from, revision: 1, measured }));
    const detail = answer.kind === 'failed' ? answer.detail : '';
    state = { ...moved(state, from, measured, detail), first_slot: state.first_slot ?? from };
    if (revisedAt(kpi.settings, from) > horizon) waiting.push({ from, ...measured });
  }
  return { kpi, state: { ...state, unrevised: JSON.stringify(waiting) }, rows };
}

/** Undefined if the slot was not queried. */
function measuredAt({ kpi }: KpiPlan, answer: Answer, from: number): Measured | undefined {
  if (answer.kind === 'failed') return NOT_MEASURED;
  const facts = answer.slots.get(from);
  return facts === undefined ? undefined : judgeSlot(kpi.settings, facts);
}

function moved(state: KpiStateRow, from: number, measured: Measured, detail: string): KpiStateRow {
  const since = state.state === measured.state && state.since !== null ? state.since : from;
  return { ...state, ...measured, detail, since };
}

function isSame(a: Measured, b: Measured): boolean {
  return a.state === b.state && a.value === b.value && a.good === b.good && a.total === b.total;
}

/** Nothing could be measured because of the platform itself. */
export function lateState(state: KpiStateRow, detail: string, now: number): KpiStateRow {
  if (state.state === 'not_measured') return { ...state, detail };
  return { ...state, ...NOT_MEASURED, detail, since: now };
}
