/** What became of the events of a trial. */
import type { TestedEvent } from '../../../../../src/contract/pipelines.ts';

export type Fate = 'not matched' | 'unchanged' | 'changed' | 'dropped' | 'failed';

/** The worst that happened counts: a failed step is what one must see. */
export function fateOf(event: TestedEvent): Fate {
  const matched = event.pipelines.filter((pipeline) => pipeline.matched);
  if (matched.length === 0) return 'not matched';
  const outcomes = matched.flatMap(({ steps }) => steps.map(({ outcome }) => outcome));
  if (outcomes.includes('failed')) return 'failed';
  if (event.after === null) return 'dropped';
  return outcomes.includes('changed') ? 'changed' : 'unchanged';
}

export function fatesOf(events: readonly TestedEvent[]): ReadonlyMap<Fate, number> {
  const counts = new Map<Fate, number>();
  for (const event of events) {
    const fate = fateOf(event);
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
  }
  return counts;
}
