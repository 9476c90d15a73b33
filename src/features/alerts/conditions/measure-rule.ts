import { AppError } from '../../../base/errors.ts';
import { safeStack } from '../../../base/safe-stack.ts';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { GapKind } from '../../../flow/ingest/index.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import type { Rule } from '../rule.ts';
import {
  type Asking,
  boundsOf,
  findBehind,
  frontierFor,
  seenBy,
  startAsking,
  type TickWindow,
  windowOf,
} from './asking.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import { holdsFor, isOfFew, keepGroups } from './groups.ts';
import { measureAbsence, measureMembers } from './measure-absence.ts';
import { measureChange } from './measure-change.ts';
import { measureCounts } from './measure-counts.ts';
import { measureVerdict } from './measure-verdict.ts';
import type { Known, Measurement, Tick } from './measurement.ts';
import { readValues, type Values } from './read-values.ts';

/**
 * Measures a rule at a tick, once everything before its `frontierFor` is visible. Except for verdicts, repeated
 * measurements of a tick give the same result. Throws only the abort reason of `tick.signal`: any other error is
 * returned as a result.
 */
export async function measureRule(
  needs: ConditionNeeds,
  rule: Rule,
  tick: Tick,
  known: Known,
): Promise<Measurement> {
  try {
    const tree = await needs.trees.of(needs.metadata, rule);
    return await measure(await startAsking(needs, rule, tree, tick), known);
  } catch (error) {
    tick.signal.throwIfAborted();
    if (error instanceof AppError) {
      return { kind: 'failed', code: error.code, message: error.message };
    }
    needs.log.error({ err: new Error(safeStack(error)), rule: rule.id }, 'alert rule not measured');
    return { kind: 'failed', code: 'INTERNAL', message: "The rule couldn't be evaluated." };
  }
}

async function measure(asking: Asking, known: Known): Promise<Measurement> {
  const { condition } = asking.rule.settings;
  switch (condition.kind) {
    case 'threshold':
      return measureThreshold(asking, condition, known);
    case 'absence':
      if (!isRowwise(asking.tree)) throw notOfEvents();
      return condition.scope === 'all'
        ? measureAbsence(asking)
        : measureMembers(asking, condition, known);
    case 'change':
      return measureChange(asking, condition, known);
    case 'verdict':
      return measureVerdict(asking, condition, known);
  }
}

/** A saved search that was changed since. */
function notOfEvents(): AppError {
  const message = 'The query of a no-data rule must return events.';
  return new AppError('QUERY_SYNTAX_ERROR', message);
}

async function measureThreshold(
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
    boundsOf(settings, window, seenBy(tick)),
  );
  return measuredValues(settings, condition, { values, known: known.groups, window, behind });
}

interface Found {
  readonly values: Values;
  /** Hashes of the groups that are not normal. */
  readonly known: ReadonlySet<string>;
  readonly window: TickWindow;
  readonly behind: readonly GapKind[];
}

export function measuredValues(
  { maxGroups }: Pick<AlertRuleSettings, 'maxGroups'>,
  condition: ConditionOf<'threshold'>,
  { values, known, window, behind }: Found,
): Measurement {
  const kept = keepGroups([...values.groups.values()], known, maxGroups);
  const groups = kept.groups.map((group) => ({
    ...group,
    holds: holdsFor(condition, group.value, behind.length > 0),
    eventsFrom: window.from,
    eventsTo: window.to,
  }));
  const isCut = values.isCut || kept.isCut;
  return { kind: 'measured', groups, isCut, behind, isLearning: false };
}
