/** What KPIs that are not there yet would have been measured at. */
import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { SearchStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { isMeasured } from '../health/score-service.ts';
import { askSlots } from '../measuring/ask-slots.ts';
import { judgeSlot, type Measured } from '../measuring/judge-slot.ts';
import { lengthsOf } from '../measuring/plan-slots.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { suggestLimits, type SuggestedLimits } from './suggest-limits.ts';

export interface Past {
  /** By the beginning of the slot, oldest first. */
  readonly slots: ReadonlyMap<number, Measured>;
  readonly suggested: SuggestedLimits;
}

/** Of the last seven days, one for each of the settings, whose slots are equally long. */
export async function measurePast(
  { search, clock }: Pick<ServiceNeeds, 'search' | 'clock'>,
  actor: Actor,
  selector: SearchStage,
  all: readonly KpiSettings[],
  signal: AbortSignal,
): Promise<Past[]> {
  const [first] = all;
  if (first === undefined) return [];
  const now = clock.now();
  const { everyMs } = lengthsOf(first);
  const end = Math.floor(now / everyMs) * everyMs;
  const start = end - Math.floor(LIMITS.services.backfillMs / everyMs) * everyMs;
  const slots: number[] = [];
  for (let from = start; from < end; from += everyMs) slots.push(from);
  const kpis = all.map((settings, at) => ({ id: String(at), settings }));
  const { everySeconds } = first;
  const question = { selector, kpis, everySeconds, slots, now };
  const answers = await askSlots({ search }, actor, question, signal);
  return all.map((settings, at) => {
    const answer = answers.get(String(at));
    if (answer?.kind !== 'slots') {
      throw invalid('measure', answer?.detail ?? 'It returns no values.');
    }
    const measured = new Map(
      [...answer.slots].map(([from, facts]) => [from, judgeSlot(settings, facts)]),
    );
    return { slots: measured, suggested: suggestedBy(settings, [...measured.values()]) };
  });
}

function suggestedBy(
  { better, measure, everySeconds }: KpiSettings,
  slots: readonly Measured[],
): SuggestedLimits {
  const values = slots.flatMap(({ state, value }) =>
    isMeasured(state) && value !== null ? [value] : [],
  );
  const suggested = suggestLimits(values, { better, isShare: measure.kind === 'ratio' });
  if (measure.kind !== 'aggregate' || measure.function !== 'age') return suggested;
  // In a slot with an event nothing is older than the slot.
  const reachable = (limit: number | null) => ((limit ?? 0) < everySeconds ? limit : null);
  return { warning: reachable(suggested.warning), critical: reachable(suggested.critical) };
}
