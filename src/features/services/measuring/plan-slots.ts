/** Which slots of a KPI are to be measured now, and when it is due again. Times are milliseconds since 1970. */
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Kpi } from '../kpi.ts';
import { isWhole, SINGLE_SLOTS_MAX } from './ask-slots.ts';
import type { Measured } from './judge-slot.ts';

const { revisedAfterMs, catchUpMs, lateMs, rowsPerRunMax } = LIMITS.services;

/** A slot as first measured, which is still to be checked again. */
export interface Unrevised extends Measured {
  readonly from: number;
}

export interface KpiPlan {
  readonly kpi: Kpi;
  readonly state: KpiStateRow;
  readonly unrevised: readonly Unrevised[];
  /** Beginnings of the slots that are measured for the first time, oldest first. */
  readonly fresh: readonly number[];
  /** And of those that are measured again. */
  readonly again: readonly number[];
}

export interface PlanTimes {
  readonly now: number;
  /** All events before this time that arrived promptly can be found. */
  readonly horizon: number;
}

export function planKpi(
  kpi: Kpi,
  state: KpiStateRow,
  times: PlanTimes,
  kpisInAll: number,
): KpiPlan {
  const unrevised = JSON.parse(state.unrevised) as Unrevised[];
  const again = unrevised
    .filter(({ from }) => revisedAt(kpi.settings, from) <= times.horizon)
    .map(({ from }) => from);
  const most = Math.max(1, Math.floor(rowsPerRunMax / Math.max(1, kpisInAll)));
  const max = isWhole(kpi.settings) ? most : Math.min(most, SINGLE_SLOTS_MAX);
  return { kpi, state, unrevised, fresh: freshSlots(kpi, state, times).slice(0, max), again };
}

function freshSlots({ settings }: Kpi, state: KpiStateRow, { now, horizon }: PlanTimes): number[] {
  const { everyMs, delayMs } = lengthsOf(settings);
  const end = Math.floor((horizon - delayMs) / everyMs) * everyMs;
  const oldest = Math.ceil((now - catchUpMs) / everyMs) * everyMs;
  const begin = Math.max(state.measured_to, oldest);
  const slots: number[] = [];
  for (let from = begin; from + everyMs <= end; from += everyMs) slots.push(from);
  return slots;
}

export function lengthsOf({
  everySeconds,
  delaySeconds,
}: Pick<KpiSettings, 'everySeconds' | 'delaySeconds'>) {
  return { everyMs: everySeconds * SECOND_MS, delayMs: delaySeconds * SECOND_MS };
}

/** When a slot is measured again. */
export function revisedAt(settings: KpiSettings, from: number): number {
  const { everyMs, delayMs } = lengthsOf(settings);
  return from + everyMs + delayMs + revisedAfterMs;
}

/** Time of the next check of the KPI. */
export function nextDue(
  { settings }: Kpi,
  state: Pick<KpiStateRow, 'measured_to' | 'unrevised'>,
): number {
  const { everyMs, delayMs } = lengthsOf(settings);
  const unrevised = JSON.parse(state.unrevised) as Unrevised[];
  return Math.min(
    state.measured_to + everyMs + delayMs,
    ...unrevised.map(({ from }) => revisedAt(settings, from)),
  );
}

/** How far events must be found so that the first of some KPIs can be measured; any time, where the past of one is missing. */
export function neededFor(kpis: readonly Kpi[], states: ReadonlyMap<string, KpiStateRow>): number {
  const times = kpis.flatMap((kpi) => {
    const state = states.get(kpi.id);
    if (state === undefined) return [];
    return state.is_backfilled === 0 ? [-Infinity] : [nextDue(kpi, state)];
  });
  return times.length === 0 ? -Infinity : Math.min(...times);
}

/** Whether it waits for longer than anybody would call punctual. */
export function isLate({ settings }: Kpi, state: KpiStateRow, now: number): boolean {
  const { everyMs, delayMs } = lengthsOf(settings);
  return state.measured_to + everyMs + delayMs + lateMs <= now;
}
