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
  lag: 'some were not searchable yet',
  refusing: 'some were rejected',
  spilling: 'some were queued while the log store was unavailable',
  quota: 'some were queued over the daily quota',
  node_away: 'a node was unavailable',
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
    const detail = `More than ${maxGroups} groups. The remaining groups are not evaluated.`;
    return { health: 'error', detail };
  }
  if (members?.isFull === true) {
    return { health: 'error', detail: 'More sources than this rule can learn.' };
  }
  if (isLearning) return { health: 'learning', detail: 'Not enough data for a baseline yet.' };
  if (hasNoData(rule, measurement)) {
    return { health: 'no_data', detail: 'The query returns no value.' };
  }
  return { health: 'ok', detail: '' };
}
