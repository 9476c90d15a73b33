/** What holds of an alert rule where nobody says anything. The server fills it in, and forms show it. */
import { EVALUATION_MODES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { AlertCondition, SettledCondition } from './alert-conditions.ts';
import type { AlertRuleDraft, AlertRuleSettings } from './alert-rule-settings.ts';

const { alerts } = LIMITS;

export type RuleDefaults = Omit<AlertRuleSettings, 'query' | 'savedSearch' | 'condition'>;

/** Some of it follows from what the draft does say. */
export function ruleDefaults(
  draft: Pick<AlertRuleDraft, 'condition' | 'interval' | 'basis' | 'severity'>,
): RuleDefaults {
  const { kind } = draft.condition;
  const interval =
    kind === 'verdict' ? alerts.verdictIntervalSecondsMin : alerts.intervalSecondsDefault;
  const basis = kind === 'change' ? 'event' : 'arrival';
  return {
    description: '',
    runbook: '',
    tags: [],
    severity: 'warning',
    interval,
    window: Math.max(alerts.windowSecondsDefault, draft.interval ?? interval),
    basis,
    delay: usualDelay(draft.basis ?? basis),
    lateMax: alerts.lateSecondsDefault,
    fireAfter: alerts.fireAfterDefault,
    resolveAfter: alerts.resolveAfterDefault,
    for: 0,
    keepFiring: 0,
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
