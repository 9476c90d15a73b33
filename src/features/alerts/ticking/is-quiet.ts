import { SECOND_MS } from '../../../spec/units.ts';
import { lastValue, type TickFacts } from '../states/next-run.ts';
import type { RuleBefore, TickNeeds } from './tick-needs.ts';

/**
 * Whether a tick need not ask the store, since its answer is known: a count of rows was 0 at the tick before, and
 * nothing has been stored since that the count could have missed. Any doubt means no.
 *
 * A writer that cannot reach the metadata store stores nevertheless, and nobody hears of it. So no row depends on
 * being heard of: the windows of the ticks at which the store is asked leave no time between them, and such a row is
 * found late instead of never. Rules whose windows do not overlap are always asked for.
 */
export function isQuiet(
  { isQuietSince, measuredTicks }: Pick<TickNeeds, 'isQuietSince' | 'measuredTicks'>,
  { rule, run, groups }: RuleBefore,
  tick: TickFacts,
): boolean {
  const { condition, query, basis, interval, window, delay } = rule.settings;
  const isCount =
    condition.kind === 'threshold' &&
    condition.op === '>' &&
    condition.of === 'count' &&
    condition.value >= 0;
  // Commands could make rows of nothing, and a saved search may be another by now. Rows have the time they say.
  const isPlain = query !== null && !query.includes('|') && basis === 'arrival';
  if (!isCount || !isPlain || groups.length > 0 || run === undefined) return false;
  if (run.version !== rule.version || run.health !== 'ok' || lastValue(run) !== 0) return false;
  const previous = tick.at - interval * SECOND_MS;
  if (run.ticked_at !== previous) return false;
  const measuredAt = measuredTicks.last(rule);
  // The next tick still reaches back to it.
  const isCovered =
    measuredAt !== undefined && tick.at + interval * SECOND_MS <= measuredAt + window * SECOND_MS;
  if (!isCovered) return false;
  return isQuietSince(rule.organization, previous - delay * SECOND_MS);
}
