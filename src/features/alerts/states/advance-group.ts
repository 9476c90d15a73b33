import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { GroupKey, MeasuredGroup } from '../conditions/measurement.ts';
import { FRESH, type GroupState, type Progress } from './group-state.ts';
import type { Transition } from './transition.ts';

const { alerts } = LIMITS;

/** What a tick has to say about one group. */
export type Observation =
  | { readonly holds: 'true'; readonly group: MeasuredGroup }
  /** `missing`: the answer is whole and does not have the group. `unknown`: nothing can be told. */
  | { readonly holds: 'safe' | 'between' | 'unknown' | 'missing' };

export interface GroupStep {
  /** Undefined for a group that is normal. */
  readonly next: GroupState | undefined;
  readonly transitions: readonly Transition[];
}

export interface GroupBefore {
  readonly hash: string;
  readonly key: GroupKey;
  /** Undefined when it was normal. */
  readonly known: GroupState | undefined;
}

/** One group, one tick further. */
export function advanceGroup(
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
  /** What has happened at this tick already. */
  readonly told?: readonly Transition[];
}

function withoutMissing(state: GroupState): GroupState {
  return { ...state, progress: { ...state.progress, missingTicks: 0, missingSince: null } };
}

function withProgress(state: GroupState, progress: Partial<Progress>): GroupState {
  return { ...state, progress: { ...state.progress, ...progress } };
}

/** Whether a state has lasted for so many ticks, and so many seconds by the grid of ticks. */
function hasLasted({ settings, before }: Step, ticks: number, seconds: number): boolean {
  const lasted = before.progress.ticks;
  return lasted >= ticks && (lasted - 1) * settings.interval >= seconds;
}

/** The condition holds and has not fired yet. */
function wait(step: Step, group: MeasuredGroup, isFirst: boolean): GroupStep {
  const { settings, at, before } = step;
  const { progress } = before;
  const pending: GroupState = {
    ...withProgress(before, isFirst ? { startedAt: at, ticks: 1 } : { ticks: progress.ticks + 1 }),
    state: 'pending',
  };
  if (!hasLasted({ ...step, before: pending }, settings.fireAfter, settings.for)) {
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

/** The condition began or ceased to hold while an incident is open. */
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
  const isOver =
    !before.progress.isFlapping && hasLasted(step, settings.resolveAfter, settings.keepFiring);
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
