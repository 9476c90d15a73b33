import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { ResolvedReason, RuleHealth } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { groupHash } from '../conditions/groups.ts';
import type { GroupKey, MeasuredGroup, Measurement } from '../conditions/measurement.ts';
import {
  countsRows,
  hasNoData,
  healthOf,
  isIncomplete,
  type Measured,
  type RuleFacts,
} from './next-run.ts';

/**
 * State of a group that is not normal. `closed` was resolved manually and waits until the condition was false once;
 * `resting` is normal again, and kept for a while to detect flapping.
 */
export interface GroupState {
  readonly hash: string;
  readonly key: GroupKey;
  readonly state: 'pending' | 'firing' | 'recovering' | 'closed' | 'resting';
  readonly progress: Progress;
  /** Of its open incident. */
  readonly incidentId: string | null;
}

/** State carried to the next tick. Ticks without a result are not counted. */
export interface Progress {
  /** The tick at which the condition first held. */
  readonly startedAt: number;
  /** Ticks in a row in this state. */
  readonly ticks: number;
  /** Ticks in a row at which the answer did not have the group, and the first of them. */
  readonly missingTicks: number;
  readonly missingSince: number | null;
  /** The last ticks at which the condition became true or false, oldest first. */
  readonly changes: readonly number[];
  /** Ticks since the last of them. */
  readonly calmTicks: number;
  readonly isFlapping: boolean;
}

export const FRESH: Progress = {
  startedAt: 0,
  ticks: 0,
  missingTicks: 0,
  missingSince: null,
  changes: [],
  calmTicks: 0,
  isFlapping: false,
};

/** What a tick changes about a group, beyond what the group remembers for itself. */
export type Transition =
  | {
      readonly kind: 'fired';
      readonly hash: string;
      readonly key: GroupKey;
      /** The tick at which the condition first held. */
      readonly startedAt: number;
      readonly group: MeasuredGroup;
    }
  | {
      readonly kind: 'resolved';
      readonly hash: string;
      /** Null in a back-test, which opens no incidents. */
      readonly incidentId: string | null;
      readonly reason: ResolvedReason;
    }
  /** For the timeline only: no channel is notified. */
  | {
      readonly kind: 'began_recovering' | 'fires_again' | 'began_flapping' | 'calmed_down';
      readonly hash: string;
      readonly incidentId: string | null;
    };

export interface Advance {
  /** Of all groups that are not normal. */
  readonly groups: readonly GroupState[];
  readonly transitions: readonly Transition[];
  readonly health: RuleHealth;
  /** Why, for people; empty when it is well. */
  readonly detail: string;
}

/**
 * Advances a rule by one tick. Depends only on its arguments, so repeating a tick, or a back-test, gives the same
 * result.
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
  if (group !== undefined) return observed(rule, measurement, group);
  if (isIncomplete(measurement)) return { holds: 'unknown' };
  // What stood for the rule itself, since it failed or had no data, is over once it has an answer.
  const hasAnswer = measurement.groups.length > 0 || countsRows(rule);
  if (isWhole && hasAnswer) return { holds: 'safe' };
  return { holds: isSafeWithoutRows(rule) ? 'safe' : 'missing' };
}

function observed({ settings }: RuleFacts, measured: Measured, group: MeasuredGroup): Observation {
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

/** Defined if the rule as a whole fires: it failed or has no data, and is set to fire then. */
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

const { alerts } = LIMITS;

/** Result of a tick for one group. */
type Observation =
  | { readonly holds: 'true'; readonly group: MeasuredGroup }
  /** `missing`: the result is complete and lacks the group. `unknown`: nothing can be concluded. */
  | { readonly holds: 'safe' | 'between' | 'unknown' | 'missing' };

interface GroupStep {
  /** Undefined for a group that is normal. */
  readonly next: GroupState | undefined;
  readonly transitions: readonly Transition[];
}

interface GroupBefore {
  readonly hash: string;
  readonly key: GroupKey;
  /** Undefined when it was normal. */
  readonly known: GroupState | undefined;
}

/** One group, one tick further. */
function advanceGroup(
  settings: AlertRuleSettings,
  { hash, key, known }: GroupBefore,
  seen: Observation,
  at: number,
): GroupStep {
  const before: GroupState = known ?? {
    hash,
    key,
    state: 'resting',
    progress: FRESH,
    incidentId: null,
  };
  if (seen.holds === 'unknown') return { next: known, transitions: [] };
  const found = seen.holds !== 'missing';
  const step = { settings, at, before: found ? withoutMissing(before) : before };
  switch (before.state) {
    case 'resting':
      return seen.holds === 'true' ? wait(step, seen.group, true) : rest(step);
    case 'pending':
      if (seen.holds === 'true') return wait(step, seen.group, false);
      return found ? rest(step) : miss(step);
    case 'closed':
      if (seen.holds === 'safe') return rest(step);
      return found ? { next: step.before, transitions: [] } : miss(step);
    case 'firing':
      if (seen.holds === 'safe') return recover(step);
      return found ? stayCalm(step) : miss(step);
    case 'recovering':
      if (seen.holds === 'true') return fireAgain(step);
      return found ? resolveWhenOver(countOn(step)) : miss(step);
  }
}

interface Step {
  readonly settings: AlertRuleSettings;
  readonly at: number;
  readonly before: GroupState;
  /** Transitions that already occurred at this tick. */
  readonly told?: readonly Transition[];
}

function withoutMissing(state: GroupState): GroupState {
  return { ...state, progress: { ...state.progress, missingTicks: 0, missingSince: null } };
}

function withProgress(state: GroupState, progress: Partial<Progress>): GroupState {
  return { ...state, progress: { ...state.progress, ...progress } };
}

/** Whether a state has lasted for a number of seconds, on the grid of ticks. */
function hasLasted({ settings, before }: Step, seconds: number): boolean {
  return (before.progress.ticks - 1) * settings.interval >= seconds;
}

/** The condition is met and the rule has not fired yet. */
function wait(step: Step, group: MeasuredGroup, isFirst: boolean): GroupStep {
  const { settings, at, before } = step;
  const { progress } = before;
  const pending: GroupState = {
    ...withProgress(before, isFirst ? { startedAt: at, ticks: 1 } : { ticks: progress.ticks + 1 }),
    state: 'pending',
  };
  if (!hasLasted({ ...step, before: pending }, settings.for)) {
    return { next: pending, transitions: [] };
  }
  const { hash, key } = before;
  const { startedAt } = pending.progress;
  const changes = changesUntil(step, [...progress.changes, at]);
  const firing = withProgress(pending, { changes, calmTicks: 0, ticks: 1, isFlapping: false });
  return {
    next: { ...firing, state: 'firing' },
    transitions: [{ kind: 'fired', hash, key, startedAt, group }],
  };
}

/** Normal again. The group is remembered as long as its changes count. */
function rest(step: Step): GroupStep {
  const { before } = step;
  const changes = changesUntil(step, before.progress.changes);
  if (changes.length === 0) return { next: undefined, transitions: step.told ?? [] };
  const next: GroupState = {
    ...before,
    state: 'resting',
    progress: { ...FRESH, changes },
    incidentId: null,
  };
  return { next, transitions: step.told ?? [] };
}

function changesUntil({ settings, at }: Step, changes: readonly number[]): readonly number[] {
  const oldest = at - alerts.flappingTicks * settings.interval * SECOND_MS;
  return changes.filter((tick) => tick > oldest).slice(-alerts.flappingChanges);
}

function recover(step: Step): GroupStep {
  const changed = change(step, 'began_recovering');
  return resolveWhenOver({ ...changed, before: { ...changed.before, state: 'recovering' } });
}

function fireAgain(step: Step): GroupStep {
  const { before, told = [] } = change(step, 'fires_again');
  return { next: { ...before, state: 'firing' }, transitions: told };
}

/** The condition became true or false while an incident is open. */
function change(step: Step, kind: 'began_recovering' | 'fires_again'): Step {
  const { at, before } = step;
  const { hash, incidentId, progress } = before;
  const changes = changesUntil(step, [...progress.changes, at]);
  const isFlapping = progress.isFlapping || changes.length >= alerts.flappingChanges;
  const told: Transition[] = [];
  // What flaps would fill the timeline.
  if (!progress.isFlapping) told.push({ kind, hash, incidentId });
  if (isFlapping && !progress.isFlapping) told.push({ kind: 'began_flapping', hash, incidentId });
  const next = withProgress(before, { changes, calmTicks: 0, ticks: 1, isFlapping });
  return { ...step, before: next, told };
}

function stayCalm(step: Step): GroupStep {
  const { before, told = [] } = countOn(step);
  return { next: before, transitions: told };
}

/** One more tick in the same state, with an incident open. */
function countOn(step: Step): Step {
  const { before } = step;
  const { hash, incidentId, progress } = before;
  const calmTicks = progress.calmTicks + 1;
  const ticks = progress.ticks + 1;
  const isOver = progress.isFlapping && calmTicks >= alerts.calmTicks;
  if (!isOver) return { ...step, before: withProgress(before, { ticks, calmTicks }) };
  const calm = withProgress(before, { ticks, calmTicks, changes: [], isFlapping: false });
  return { ...step, before: calm, told: [{ kind: 'calmed_down', hash, incidentId }] };
}

function resolveWhenOver(step: Step): GroupStep {
  const { settings, before, told = [] } = step;
  const isOver = !before.progress.isFlapping && hasLasted(step, settings.keepFiring);
  if (!isOver) return { next: before, transitions: told };
  const { hash, incidentId } = before;
  return rest({
    ...step,
    told: [...told, { kind: 'resolved', hash, incidentId, reason: 'condition_over' }],
  });
}

/** The answer is whole and does not have the group any more. */
function miss(step: Step): GroupStep {
  const { settings, at, before } = step;
  const { progress, hash, incidentId } = before;
  const missingTicks = progress.missingTicks + 1;
  const missingSince = progress.missingSince ?? at;
  const isSoon = settings.noData === 'resolve' || before.state === 'pending';
  const isGone = isSoon
    ? missingTicks >= alerts.groupGoneTicks
    : at - missingSince >= alerts.groupGoneMs;
  if (!isGone) {
    return { next: withProgress(before, { missingTicks, missingSince }), transitions: [] };
  }
  const isOpen = before.state === 'firing' || before.state === 'recovering';
  const transitions: Transition[] = isOpen
    ? [{ kind: 'resolved', hash, incidentId, reason: 'group_gone' }]
    : [];
  return { next: undefined, transitions };
}
