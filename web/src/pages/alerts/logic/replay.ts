/** What to ask for when the values around an incident are to be seen again. */
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../../../src/spec/units.ts';
import { applyFilter } from '../../../query/text/edit-query.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import { bodyOf, draftOf, type RuleDraft } from './rule-draft.ts';

interface Replay {
  readonly rule: RuleDraft;
  readonly hours: number;
}

/** So many windows before it fired are shown, at least an hour. */
const WINDOWS_BEFORE = 12;

/** Nothing for verdicts, which have no values, and for what lies too long ago. */
export function replayOf(
  rule: AlertRule,
  incident: Pick<AlertIncident, 'group' | 'startedAt'>,
  now: number,
): Replay | undefined {
  if (rule.kind === 'verdict') return undefined;
  const before = Math.max(HOUR_MS, WINDOWS_BEFORE * rule.window * SECOND_MS);
  const hoursNeeded = (now - Date.parse(incident.startedAt)) / HOUR_MS;
  if (hoursNeeded >= LIMITS.alerts.testHoursMax) return undefined;
  const hours = Math.min(LIMITS.alerts.testHoursMax, Math.max(0.1, hoursNeeded + before / HOUR_MS));
  const draft = bodyOf({ ...draftOf(rule), channels: [], mutedBy: [] });
  return { rule: narrowed(draft, incident.group), hours };
}

/** To the events of its group, where the query still has events when the rule counts them. */
function narrowed(draft: RuleDraft, group: AlertIncident['group']): RuleDraft {
  const { query } = draft;
  if (group === null || query === null || query === undefined) return draft;
  if (readFacts(query).isTable) return draft;
  let text = query;
  for (const [field, value] of Object.entries(group)) {
    const filter =
      value === ''
        ? ({ action: 'missing', field } as const)
        : ({ action: 'only', field, value } as const);
    text = applyFilter(text, filter);
  }
  return { ...draft, query: text };
}
