import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import type { Asking } from './asking.ts';
import { holdsFor, isOfFew } from './compare.ts';
import { findBehind } from './find-behind.ts';
import { keepGroups } from './keep-groups.ts';
import { measureCounts } from './measure-counts.ts';
import type { Known, Measurement } from './measurement.ts';
import { readValues } from './read-values.ts';
import { boundsOf, frontierFor, windowOf } from './tick-window.ts';

export async function measureThreshold(
  asking: Asking,
  condition: ConditionOf<'threshold'>,
  known: Known,
): Promise<Measurement> {
  const { rule, tick, tree } = asking;
  const { settings } = rule;
  if (settings.basis === 'arrival' && isRowwise(tree)) {
    return measureCounts(asking, condition, known);
  }
  const window = windowOf(settings, tick.at);
  const behind = await findBehind(asking, window.from, frontierFor(settings, tick.at));
  const { of, by, op } = condition;
  const values = await readValues(
    asking,
    { of, by, order: isOfFew(op) ? 'least' : 'most' },
    boundsOf(settings, window, tick.at),
  );
  const kept = keepGroups([...values.groups.values()], known.groups, settings.maxGroups);
  const groups = kept.groups.map((group) => ({
    ...group,
    holds: holdsFor(condition, group.value, behind.length > 0),
    eventsFrom: window.from,
    eventsTo: window.to,
  }));
  const isCut = values.isCut || kept.isCut;
  return { kind: 'measured', groups, isCut, behind, isLearning: false };
}
