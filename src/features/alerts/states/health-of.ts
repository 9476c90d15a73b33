import type { RuleHealth } from '../../../spec/alerts.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { hasNoData, type RuleFacts } from './no-data.ts';

export interface Health {
  readonly health: RuleHealth;
  /** Why, for people; empty when it is well. */
  readonly detail: string;
}

/** Whether a rule could be evaluated at a tick. */
export function healthOf(rule: RuleFacts, measurement: Measurement): Health {
  if (measurement.kind === 'failed') return { health: 'error', detail: measurement.message };
  const { isCut, behind, isLearning, members } = measurement;
  if (behind.length > 0) {
    return { health: 'behind', detail: `Events may be missing: ${behind.join(', ')}.` };
  }
  if (isCut) {
    const { maxGroups } = rule.settings;
    const detail = `There are more than ${maxGroups} groups: those beyond are not looked at.`;
    return { health: 'error', detail };
  }
  if (members?.isFull === true) {
    return { health: 'error', detail: 'There are more members than this rule learns.' };
  }
  if (isLearning) return { health: 'learning', detail: 'There is not enough to compare with yet.' };
  if (hasNoData(rule, measurement)) {
    return { health: 'no_data', detail: 'The query finds no value.' };
  }
  return { health: 'ok', detail: '' };
}
