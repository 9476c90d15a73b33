import type { AlertRuleDraft } from '../../../../../src/contract/alert-rule-settings.ts';

/** The address of the rule editor with a suggested rule in it. */
export function alertLink(rule: AlertRuleDraft): Record<string, string> {
  const { name, query, severity, window, interval, condition } = rule;
  return {
    name,
    q: query ?? '',
    kind: condition.kind,
    ...(severity === undefined ? {} : { severity }),
    ...(window === undefined ? {} : { window: String(window) }),
    ...(interval === undefined ? {} : { interval: String(interval) }),
    ...(condition.kind === 'threshold' ? { op: condition.op, value: String(condition.value) } : {}),
  };
}
