import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import {
  ruleDefaults,
  settleCondition,
  settleHolds,
  usualDelay,
} from '../../../contract/alert-rule-form.ts';
import type {
  AlertRuleChange,
  AlertRuleDraft,
  AlertRuleSettings,
} from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';

const { alerts } = LIMITS;

/** Returns all settings of a new rule with their effective values. */
export function settleDraft(draft: AlertRuleDraft): AlertRuleSettings {
  const { name: _name, enabled: _enabled, ...named } = draft;
  const settings = {
    ...ruleDefaults(draft),
    ...named,
    query: draft.query ?? null,
    savedSearch: draft.savedSearch ?? null,
    tags: trimmed(draft.tags ?? []),
    condition: settleCondition(draft.condition),
  };
  return requireBounds(settleHolds(settings));
}

/**
 * Returns the effective settings after a change. Settings it does not name stay, unless they conflict with the new
 * ones.
 */
export function settleChange(
  before: AlertRuleSettings,
  change: AlertRuleChange,
): AlertRuleSettings {
  const { version: _version, name: _name, condition: changed, ...named } = change;
  const condition = changed === undefined ? before.condition : settleCondition(changed);
  const isComparison = condition.kind === 'change' && before.condition.kind !== 'change';
  const basis = named.basis ?? (isComparison ? 'event' : before.basis);
  const hasNewQuery = typeof named.query === 'string' && named.savedSearch === undefined;
  const hasNewSearch = typeof named.savedSearch === 'string' && named.query === undefined;
  const settings = {
    ...before,
    ...named,
    ...changedHold(before, named, 'for', 'fireAfter'),
    ...changedHold(before, named, 'keepFiring', 'resolveAfter'),
    ...(hasNewQuery ? { savedSearch: null } : {}),
    ...(hasNewSearch ? { query: null } : {}),
    tags: trimmed(named.tags ?? before.tags),
    basis,
    delay: named.delay ?? (basis === before.basis ? before.delay : usualDelay(basis)),
    condition,
  };
  return requireBounds(settleHolds(settings));
}

/** Seconds and checks express the same setting: an unchanged value does not override a changed one. */
function changedHold(
  before: AlertRuleSettings,
  named: Omit<AlertRuleChange, 'version' | 'name' | 'condition'>,
  seconds: 'for' | 'keepFiring',
  checks: 'fireAfter' | 'resolveAfter',
): Partial<Record<typeof seconds | typeof checks, number>> {
  const { [seconds]: newSeconds = before[seconds], [checks]: newChecks = before[checks] } = named;
  if (newChecks === before[checks]) return { [seconds]: newSeconds, [checks]: 1 };
  return { [seconds]: newSeconds === before[seconds] ? 0 : newSeconds, [checks]: newChecks };
}

/** Whether the rule now evaluates something else, so that earlier results no longer apply. */
export function isEvaluatedOtherwise(before: AlertRuleSettings, after: AlertRuleSettings): boolean {
  const fields = [
    'query',
    'savedSearch',
    'condition',
    'window',
    'basis',
    'delay',
    'lateMax',
  ] as const;
  return fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function trimmed(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

/** What no schema can tell, since it is about several fields. Each field for itself is within its bounds. */
function requireBounds(settings: AlertRuleSettings): AlertRuleSettings {
  const { query, savedSearch, interval, window, basis, condition } = settings;
  const problems: ErrorDetail[] = [];
  if (query === null && savedSearch === null) {
    problems.push({ path: 'query', message: 'Set `query` or `savedSearch`.' });
  }
  if (query !== null && savedSearch !== null) {
    problems.push({
      path: 'savedSearch',
      message: 'Set either `query` or `savedSearch`, not both.',
    });
  }
  if (window < interval) {
    const message = `Must be at least the check interval (${interval} seconds). Otherwise events in between are never evaluated.`;
    problems.push({ path: 'window', message });
  }
  if (condition.kind === 'verdict' && interval < alerts.verdictIntervalSecondsMin) {
    const message = `Must be at least ${alerts.verdictIntervalSecondsMin} for an evaluation.`;
    problems.push({ path: 'interval', message });
  }
  if (condition.kind === 'change' && basis !== 'event') {
    const message = 'Change conditions use event time. Omit `basis`, or set it to `event`.';
    problems.push({ path: 'basis', message });
  }
  if (problems.length === 0) return settings;
  throw new AppError('VALIDATION_ERROR', 'Invalid input.', { details: problems });
}
