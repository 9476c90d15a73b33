/** The measured value of a slot, and its meaning. */
import type { KpiLimit, KpiSettings } from '../../../contract/kpi-settings.ts';
import type { KpiState } from '../../../spec/services.ts';

/** Store results for one slot. */
export interface SlotFacts {
  /** Null where there is no number. */
  readonly value: number | null;
  readonly good: number | null;
  /** Number of events the value is based on; null if they were not counted. */
  readonly total: number | null;
}

export interface Measured extends SlotFacts {
  readonly state: KpiState;
}

export const NOT_MEASURED: Measured = {
  state: 'not_measured',
  value: null,
  good: null,
  total: null,
};

type Judging = Pick<
  KpiSettings,
  'better' | 'warning' | 'critical' | 'minimumEvents' | 'emptyMeans' | 'measure'
>;

/** A missing value is never zero, unless users have configured that. */
export function judgeSlot(settings: Judging, facts: SlotFacts): Measured {
  const { value, good, total } = facts;
  const isEmpty = total === null ? value === null : total === 0;
  if (isEmpty) {
    if (settings.emptyMeans === 'no_data') return { ...facts, value: null, state: 'no_data' };
    return { state: stateOf(settings, 0), value: 0, good: good ?? 0, total: total ?? 0 };
  }
  if (value === null) return { ...facts, state: 'no_data' };
  if (total !== null && total < settings.minimumEvents) return { ...facts, state: 'too_few' };
  return { ...facts, state: stateOf(settings, value) };
}

/** Reaching a limit is still within it. */
function stateOf(
  { better, warning, critical }: Pick<KpiSettings, 'better' | 'warning' | 'critical'>,
  value: number,
): 'ok' | 'warning' | 'critical' {
  if (isBeyond(better, critical, value)) return 'critical';
  return isBeyond(better, warning, value) ? 'warning' : 'ok';
}

function isBeyond(better: KpiSettings['better'], limit: KpiLimit, value: number): boolean {
  return passedLimit(better, limit, value) !== null;
}

/** The bound of a limit that a value exceeds; null if within. */
export function passedLimit(
  better: KpiSettings['better'],
  limit: KpiLimit,
  value: number,
): number | null {
  if (limit === null) return null;
  if (Array.isArray(limit)) {
    const [low = -Infinity, high = Infinity] = limit;
    if (value < low) return low;
    return value > high ? high : null;
  }
  const isPassed = better === 'higher' ? value < limit : value > limit;
  return isPassed ? limit : null;
}

/** Whether a measured slot spends error budget: beyond its critical limit, or beyond the only one it has. */
export function isBadSlot({ critical }: Pick<KpiSettings, 'critical'>, state: KpiState): boolean {
  return state === 'critical' || (critical === null && state === 'warning');
}
