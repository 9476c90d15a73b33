/** What holds of an alert rule where nobody says anything. The server fills it in, and forms show it. */
import { EVALUATION_MODES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { AlertCondition, SettledCondition } from './alert-conditions.ts';
import type { AlertRuleDraft, AlertRuleSettings } from './alert-rule-settings.ts';

const { alerts } = LIMITS;

export type RuleDefaults = Omit<AlertRuleSettings, 'query' | 'savedSearch' | 'condition'>;

/** Some of it follows from what the draft does say. */
export function ruleDefaults(
  draft: Pick<AlertRuleDraft, 'condition' | 'interval' | 'basis' | 'severity' | 'resolveAfter'>,
): RuleDefaults {
  const { kind } = draft.condition;
  const interval =
    kind === 'verdict' ? alerts.verdictIntervalSecondsMin : alerts.intervalSecondsDefault;
  const every = draft.interval ?? interval;
  const basis = kind === 'change' ? 'event' : 'arrival';
  return {
    description: '',
    runbook: '',
    tags: [],
    severity: 'warning',
    interval,
    window: Math.max(alerts.windowSecondsDefault, every),
    basis,
    delay: usualDelay(draft.basis ?? basis),
    lateMax: alerts.lateSecondsDefault,
    fireAfter: 1,
    for: (alerts.fireAfterDefault - 1) * every,
    resolveAfter: 1,
    keepFiring: draft.resolveAfter === undefined ? (alerts.resolveAfterDefault - 1) * every : 0,
    noData: 'keep',
    onError: 'keep',
    maxGroups: alerts.groupsDefault,
    channels: [],
    onResolve: true,
    renotify: null,
    groupWait: draft.severity === 'critical' ? 0 : alerts.groupWaitSecondsDefault,
    throttle: alerts.throttleSecondsDefault,
    samples: alerts.samplesDefault,
    title: null,
    body: null,
    mutedBy: [],
  };
}

type Holds = Pick<
  AlertRuleSettings,
  'interval' | 'for' | 'fireAfter' | 'keepFiring' | 'resolveAfter'
>;

/**
 * How long a condition is met before it fires, and not met before it resolves, is kept in seconds: `for` and `keepFiring`.
 * `fireAfter` and `resolveAfter` say the same in checks in a row; where they ask for more, they decide.
 */
export function settleHolds<Settings extends Holds>(settings: Settings): Settings {
  const { interval } = settings;
  const pending = secondsOf(settings.for, settings.fireAfter, interval);
  const keepFiring = secondsOf(settings.keepFiring, settings.resolveAfter, interval);
  return {
    ...settings,
    for: pending,
    fireAfter: checksIn(pending, interval),
    keepFiring,
    resolveAfter: checksIn(keepFiring, interval),
  };
}

function secondsOf(seconds: number, checks: number, interval: number): number {
  return checks > checksIn(seconds, interval) ? (checks - 1) * interval : seconds;
}

/** How many checks in a row it takes until a state has lasted that long. */
export function checksIn(seconds: number, interval: number): number {
  return Math.ceil(seconds / interval) + 1;
}

export function usualDelay(basis: AlertRuleSettings['basis']): number {
  return basis === 'event' ? alerts.delaySecondsOfEventBasis : alerts.delaySecondsDefault;
}

/** Every field of a condition with the value that holds. */
export function settleCondition(condition: AlertCondition): SettledCondition {
  switch (condition.kind) {
    case 'threshold':
      return { of: 'count', by: [], recoverAt: null, ...condition };
    case 'absence':
      return {
        by: [],
        minSeen: alerts.memberWindowsDefault,
        learn: alerts.memberLearnSecondsDefault,
        expire: alerts.memberExpireSecondsDefault,
        expected: [],
        maxMembers: alerts.ruleMembersDefault,
        ...condition,
      };
    case 'change':
      return {
        of: 'count',
        by: [],
        direction: 'both',
        percent: alerts.changePercentDefault,
        minDifference: alerts.changeDifferenceDefault,
        compare: 'week',
        periods: alerts.changePeriodsDefault,
        ...condition,
      };
    case 'verdict': {
      const { mode = EVALUATION_MODES[0] } = condition;
      return {
        expectedItems: [],
        model: null,
        rows: alerts.verdictRowsDefault,
        fireOn: usualFireOn(mode),
        minConfidence: alerts.verdictConfidenceDefault,
        creditsPerDay: alerts.verdictCreditsPerDayDefault,
        ...condition,
        mode,
      };
    }
  }
}

type Verdict = Extract<SettledCondition, { kind: 'verdict' }>;

/** A verdict without expected items can miss none of them. */
export function usualFireOn(mode: Verdict['mode'] | undefined): Verdict['fireOn'] {
  return mode === 'generic_verdict' ? ['failed'] : ['failed', 'not_found'];
}
