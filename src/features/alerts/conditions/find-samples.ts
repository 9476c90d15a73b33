import { AppError } from '../../../base/errors.ts';
import { findEventIds } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Rule } from '../rule.ts';
import { inBudget, startAsking } from './asking.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import { eventsOfGroup, type GroupEvents } from './events-of-group.ts';
import { narrowTree } from './narrow-tree.ts';

const { sampleIdsMax, sampleMsMax } = LIMITS.alerts;

/** Ids of some events that a group rests on, newest first. None where they cannot be found: an incident goes without. */
export async function findSamples(
  needs: ConditionNeeds,
  rule: Rule,
  group: GroupEvents,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const { kind } = rule.settings.condition;
  if (kind === 'absence') return [];
  if (kind === 'verdict') return evidenceOf(group);
  try {
    const tree = narrowTree(await needs.trees.of(needs.metadata, rule), group.key);
    if (tree.stages.length === 0) return [];
    const tick = { at: group.eventsTo, timeoutMs: sampleMsMax, signal };
    const asking = startAsking(needs, rule, tree, tick);
    const bounds = eventsOfGroup(rule, group);
    return await inBudget(asking, (times) =>
      findEventIds(
        needs.search,
        asking.actor,
        { ...bounds, ...times, query: tree, rowsMax: sampleIdsMax },
        signal,
      ),
    );
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

function evidenceOf({ details }: GroupEvents): string[] {
  const evidence = details?.['evidence'];
  return Array.isArray(evidence) ? evidence.map(String).slice(0, sampleIdsMax) : [];
}
