import { organizationId } from '../../../src/base/ids.ts';
import { settleHolds } from '../../../src/contract/alert-rule-form.ts';
import type { AlertRuleSettings } from '../../../src/contract/alert-rule-settings.ts';
import type {
  MeasuredGroup,
  Measurement,
} from '../../../src/features/alerts/conditions/measurement.ts';
import { groupHash } from '../../../src/features/alerts/conditions/groups.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';

type Condition = AlertRuleSettings['condition'];

/** More than five, unless a test says otherwise. */
export function threshold(
  facts: Partial<Extract<Condition, { kind: 'threshold' }>> = {},
): Condition {
  return { kind: 'threshold', of: 'count', op: '>', value: 5, by: [], recoverAt: null, ...facts };
}

/** What holds unless a test says otherwise. */
export const EXAMPLE_SETTINGS: AlertRuleSettings = {
  description: '',
  runbook: '',
  tags: [],
  severity: 'warning',
  query: 'level=error',
  savedSearch: null,
  interval: 60,
  window: 300,
  basis: 'arrival',
  delay: 0,
  lateMax: 86_400,
  condition: threshold(),
  for: 0,
  fireAfter: 1,
  keepFiring: 0,
  resolveAfter: 2,
  noData: 'keep',
  onError: 'keep',
  maxGroups: 100,
  channels: [],
  onResolve: true,
  renotify: null,
  groupWait: 10,
  throttle: 60,
  samples: 3,
  title: null,
  body: null,
  mutedBy: [],
};

/** A rule with the defaults, but for what a test is about. */
export function exampleRule(
  settings: Partial<AlertRuleSettings> = {},
  rule: Partial<Rule> = {},
): Rule {
  return {
    id: 'alr_example',
    organization: organizationId('org_example'),
    name: 'Errors',
    version: 1,
    isEnabled: true,
    snoozedUntil: null,
    createdBy: 'ada@example.com',
    changedAt: 0,
    ...rule,
    settings: settleHolds({ ...EXAMPLE_SETTINGS, ...settings }),
  };
}

/** Of one group; without a name, of the only one that a rule has. */
export function measuredGroup(
  holds: MeasuredGroup['holds'],
  host?: string,
  facts: Partial<MeasuredGroup> = {},
): MeasuredGroup {
  const key = host === undefined ? null : { host };
  return {
    key,
    hash: groupHash(key),
    value: holds === 'true' ? 9 : 0,
    holds,
    eventsFrom: 0,
    eventsTo: 0,
    ...facts,
  };
}

export function measured(
  groups: readonly MeasuredGroup[],
  facts: Partial<Extract<Measurement, { kind: 'measured' }>> = {},
): Measurement {
  return { kind: 'measured', groups, isCut: false, behind: [], isLearning: false, ...facts };
}

export const failedMeasurement: Measurement = {
  kind: 'failed',
  code: 'QUERY_TIMEOUT',
  message: 'The query took too long.',
};
