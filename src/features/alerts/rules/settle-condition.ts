import type { AlertCondition, SettledCondition } from '../../../contract/alert-conditions.ts';
import { EVALUATION_MODES } from '../../../spec/evaluation.ts';
import { LIMITS } from '../../../spec/limits.ts';

const { alerts } = LIMITS;

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
        fireOn: mode === 'generic_verdict' ? ['failed'] : ['failed', 'not_found'],
        minConfidence: alerts.verdictConfidenceDefault,
        creditsPerDay: alerts.verdictCreditsPerDayDefault,
        ...condition,
        mode,
      };
    }
  }
}
