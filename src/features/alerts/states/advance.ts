import type { RuleHealth } from '../../../spec/alerts.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { groupHash } from '../conditions/group-key.ts';
import type { MeasuredGroup, Measurement } from '../conditions/measurement.ts';
import { advanceGroup, type GroupBefore, type Observation } from './advance-group.ts';
import type { GroupState } from './group-state.ts';
import { healthOf } from './health-of.ts';
import { countsRows, hasNoData, isIncomplete, type Measured, type RuleFacts } from './no-data.ts';
import type { Transition } from './transition.ts';

export interface Advance {
  /** Of all groups that are not normal. */
  readonly groups: readonly GroupState[];
  readonly transitions: readonly Transition[];
  readonly health: RuleHealth;
  /** Why, for people; empty when it is well. */
  readonly detail: string;
}

/**
 * Takes a rule one tick further. It depends on what it is given alone, so a tick that is done again, and a back-test,
 * come to the same.
 */
export function advance(
  rule: RuleFacts,
  groups: readonly GroupState[],
  measurement: Measurement,
  tick: { readonly at: number },
): Advance {
  const { settings } = rule;
  const seen = observe(rule, groups, measurement, tick.at);
  const next: GroupState[] = [];
  const transitions: Transition[] = [];
  const expired = new Set(measurement.kind === 'measured' ? measurement.members?.expired : []);
  for (const [before, observation] of seen) {
    const step = expired.has(before.hash)
      ? { next: undefined, transitions: expire(before.known) }
      : advanceGroup(settings, before, observation, tick.at);
    if (step.next !== undefined) next.push(step.next);
    transitions.push(...step.transitions);
  }
  return { groups: next, transitions, ...healthOf(rule, measurement) };
}

function expire(known: GroupState | undefined): Transition[] {
  if (known?.state !== 'firing' && known?.state !== 'recovering') return [];
  const { hash, incidentId } = known;
  return [{ kind: 'resolved', hash, incidentId, reason: 'member_expired' }];
}

type Seen = [GroupBefore, Observation];

/** Known groups first, then those that are new: the order in which an answer has them. */
function observe(
  rule: RuleFacts,
  groups: readonly GroupState[],
  measurement: Measurement,
  at: number,
): readonly Seen[] {
  const found = new Map<string, MeasuredGroup>();
  if (measurement.kind === 'measured') {
    for (const group of measurement.groups) found.set(group.hash, group);
  }
  const known = new Map(groups.map((group) => [group.hash, group]));
  const whole = wholeRule(rule, measurement, at);
  const seen: Seen[] = groups.map((group) => [
    { hash: group.hash, key: group.key, known: group },
    observationOf(rule, measurement, found.get(group.hash), group, whole),
  ]);
  for (const group of found.values()) {
    if (known.has(group.hash)) continue;
    const before = { hash: group.hash, key: group.key, known: undefined };
    seen.push([before, observationOf(rule, measurement, group, undefined, whole)]);
  }
  const isNew = whole !== undefined && !known.has(whole.hash) && !found.has(whole.hash);
  if (isNew) {
    const before = { hash: whole.hash, key: null, known: undefined };
    seen.push([before, { holds: 'true', group: whole }]);
  }
  return seen;
}

function observationOf(
  rule: RuleFacts,
  measurement: Measurement,
  group: MeasuredGroup | undefined,
  known: GroupState | undefined,
  whole: MeasuredGroup | undefined,
): Observation {
  const isWhole = group === undefined && known?.key === null;
  if (isWhole && whole !== undefined) return { holds: 'true', group: whole };
  if (measurement.kind === 'failed') return { holds: 'unknown' };
  if (group !== undefined) return told(rule, measurement, group);
  if (isIncomplete(measurement)) return { holds: 'unknown' };
  // What stood for the rule itself, since it failed or had no data, is over once it has an answer.
  const hasAnswer = measurement.groups.length > 0 || countsRows(rule);
  if (isWhole && hasAnswer) return { holds: 'safe' };
  return { holds: isSafeWithoutRows(rule) ? 'safe' : 'missing' };
}

function told({ settings }: RuleFacts, measured: Measured, group: MeasuredGroup): Observation {
  const { holds } = group;
  if (holds === 'true') return { holds, group };
  if (isIncomplete(measured)) return { holds: 'unknown' };
  if (holds !== 'unknown') return { holds };
  if (group.value !== null || measured.isLearning) return { holds };
  switch (settings.noData) {
    case 'keep':
      return { holds: 'unknown' };
    case 'resolve':
      return { holds: 'missing' };
    case 'fire':
      return { holds: 'true', group: { ...group, holds: 'true' } };
  }
}

/** Set when the rule as a whole fires: it failed, or has no data, and says so. */
function wholeRule(
  rule: RuleFacts,
  measurement: Measurement,
  at: number,
): MeasuredGroup | undefined {
  const { noData, onError, delay, window } = rule.settings;
  const fires =
    measurement.kind === 'failed'
      ? onError === 'fire'
      : noData === 'fire' && hasNoData(rule, measurement) && measurement.groups.length === 0;
  if (!fires) return undefined;
  const eventsTo = at - delay * SECOND_MS;
  const details = measurement.kind === 'failed' ? { error: measurement.message } : {};
  return {
    key: null,
    hash: groupHash(null),
    value: null,
    holds: 'true',
    eventsFrom: eventsTo - window * SECOND_MS,
    eventsTo,
    details,
  };
}

/**
 * Groups without rows are in no answer, and a count of 0 ends what large counts have begun. Where it would not, it is for
 * the answer to name the group.
 */
function isSafeWithoutRows(rule: RuleFacts): boolean {
  const { condition } = rule.settings;
  if (condition.kind !== 'threshold' || !countsRows(rule)) return false;
  const { op, value, recoverAt } = condition;
  if ((recoverAt ?? 0) < 0) return false;
  return (op === '>' && value >= 0) || (op === '>=' && value > 0);
}
