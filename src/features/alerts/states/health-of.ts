import type { GapKind } from '../../../flow/ingest/index.ts';
import type { RuleHealth } from '../../../spec/alerts.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { hasNoData, type RuleFacts } from './no-data.ts';

export interface Health {
  readonly health: RuleHealth;
  /** Why, for people; empty when it is well. */
  readonly detail: string;
}

/** Said of what may be over by now: a window is looked at after it has ended. */
const REASONS: Readonly<Record<GapKind, string>> = {
  lag: 'some waited to be stored',
  refusing: 'some were refused',
  spilling: 'some waited for the store of events',
  quota: 'some were held back by the daily quota',
  node_away: 'a node was away',
};

/** Whether a rule could be evaluated at a tick. */
export function healthOf(rule: RuleFacts, measurement: Measurement): Health {
  if (measurement.kind === 'failed') return { health: 'error', detail: measurement.message };
  const { isCut, behind, isLearning, members } = measurement;
  if (behind.length > 0) {
    const reasons = behind.map((kind) => REASONS[kind]).join(', ');
    return { health: 'behind', detail: `Events may be missing: ${reasons}.` };
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
