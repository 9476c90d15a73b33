import { print, type Query, type TimeTerm } from '../../../language/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import { eventsOfGroup, type GroupEvents } from './events-of-group.ts';
import { narrowTree } from './narrow-tree.ts';
import type { WindowBounds } from './tick-window.ts';

/** A query that shows the events of a group, with the exact times at which they were stored. Empty when there is none. */
export async function searchText(
  needs: Pick<ConditionNeeds, 'trees' | 'metadata'>,
  rule: Rule,
  group: GroupEvents,
): Promise<string> {
  const tree = await needs.trees.of(needs.metadata, rule);
  const narrow = narrowTree(tree, group.key);
  const shown = narrow.stages.length === 0 ? tree : narrow;
  return print(withBounds(shown, eventsOfGroup(rule, group)));
}

function withBounds(query: Query, { from, to, stored }: WindowBounds): Query {
  const [first, ...others] = query.stages;
  if (first?.kind !== 'search' && first?.kind !== 'tstats') return query;
  const bounds = {
    earliest: termOf(from),
    latest: termOf(to),
    indexEarliest: stored.from === undefined ? undefined : termOf(stored.from),
    indexLatest: stored.to === undefined ? undefined : termOf(stored.to),
  };
  return { ...query, stages: [{ ...first, ...bounds }, ...others] };
}

/** The language writes seconds. */
function termOf(ms: number): TimeTerm {
  const whole = Math.floor(ms / SECOND_MS) * SECOND_MS;
  return { kind: 'time', time: { kind: 'epoch', ms: whole }, start: 0, end: 0 };
}
