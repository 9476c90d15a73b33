/** Whether anybody is silent: no event accepted in the window, and none that could be on its way. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import {
  type ArrivalCount,
  type ArrivalCounting,
  countArrivals,
} from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Asking, inBudget } from './asking.ts';
import { findBehind } from './find-behind.ts';
import { groupHash } from './group-key.ts';
import type { Measurement } from './measurement.ts';
import { arrivalBounds, type TickWindow, windowOf } from './tick-window.ts';

export async function measureAbsence(asking: Asking): Promise<Measurement> {
  const window = windowOf(asking.rule.settings, asking.tick.at);
  const behind = await findBehind(asking, window.from, window.to);
  const value = asking.tick.counted?.count ?? (await countAll(asking, window));
  const group = {
    key: null,
    hash: groupHash(null),
    value,
    holds: silenceOf(value, behind.length > 0),
    eventsFrom: window.from,
    eventsTo: window.to,
  };
  return { kind: 'measured', groups: [group], isCut: false, behind, isLearning: false };
}

async function countAll(asking: Asking, window: TickWindow): Promise<number> {
  const { rows } = await countAccepted(asking, window, { by: [], rowsMax: 1 });
  return rows[0]?.count ?? 0;
}

export function silenceOf(count: number, isBehind: boolean): 'true' | 'safe' | 'unknown' {
  if (count > 0) return 'safe';
  return isBehind ? 'unknown' : 'true';
}

/** What came at the door before the window began may still have been stored within it, as long as ingestion was not behind. */
const ON_ITS_WAY_MS = LIMITS.gaps.lagMs;

export function acceptedFrom({ from }: TickWindow): number {
  return from - ON_ITS_WAY_MS;
}

/** Counts what was accepted and stored in a window; events that were held back or replayed are no sign of life. */
export async function countAccepted(
  asking: Asking,
  window: TickWindow,
  counting: Pick<ArrivalCounting, 'by' | 'rowsMax' | 'windows'>,
): Promise<{ readonly rows: readonly ArrivalCount[]; readonly isCut: boolean }> {
  const { needs, actor, tree, tick, rule } = asking;
  const bounds = arrivalBounds(rule.settings, window);
  const arrival = { ...bounds.arrival, receivedFrom: acceptedFrom(window) };
  return inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      { ...bounds, ...times, arrival, query: tree, lateMsMin: 0, order: 'most', ...counting },
      tick.signal,
    ),
  );
}

export type AbsenceCondition = ConditionOf<'absence'>;
