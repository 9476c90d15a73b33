/** What became of the events of a trial. */
import type { TestedEvent } from '../../../../../src/contract/pipelines.ts';

export type Fate = 'not matched' | 'unchanged' | 'changed' | 'dropped' | 'failed';

/** The worst outcome wins: a failed step must be visible. */
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

export interface UnmaskedKind {
  readonly kind: string;
  readonly fields: readonly string[];
  /** Number of events with it. */
  readonly count: number;
}

/** What the masks of a trial have left, by kind, the most frequent first. */
export function unmaskedKinds(events: readonly TestedEvent[]): UnmaskedKind[] {
  const kinds = [...new Set(events.flatMap(({ unmasked }) => unmasked.map(({ kind }) => kind)))];
  return kinds
    .map((kind) => {
      const found = events.map(({ unmasked }) => unmasked.filter((each) => each.kind === kind));
      const fields = [...new Set(found.flat().map(({ field }) => field))];
      return { kind, fields, count: found.filter(({ length }) => length > 0).length };
    })
    .toSorted((left, right) => right.count - left.count);
}
