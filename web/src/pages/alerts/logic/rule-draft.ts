/** A rule being edited: in the format of the API, with defaults omitted. */
import { type RuleDefaults, ruleDefaults } from '../../../../../src/contract/alert-rule-form.ts';
import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';
import type {
  AlertRuleChange,
  AlertRuleDraft,
} from '../../../../../src/contract/alert-rule-settings.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { ConditionKind } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';

const { alerts } = LIMITS;

export type RuleDraft = AlertRuleDraft;

export const EMPTY_RULE: RuleDraft = {
  name: '',
  query: '',
  condition: { kind: 'threshold', op: '>', value: 100 },
};

export type Settled = RuleDefaults &
  Pick<RuleDraft, 'name' | 'condition' | 'query' | 'savedSearch'>;

/** Every setting with its effective value. */
export function settledOf(draft: RuleDraft): Settled {
  return { ...ruleDefaults(draft), ...draft };
}

/** The draft with one setting changed; undefined takes it back to the default. */
export function withSetting<Key extends keyof RuleDraft>(
  draft: RuleDraft,
  key: Key,
  value: RuleDraft[Key] | undefined,
): RuleDraft {
  const { [key]: _, ...rest } = draft;
  return (value === undefined ? rest : { ...rest, [key]: value }) as RuleDraft;
}

/** Keeps the settings common to all kinds when another kind is selected. */
export function withKind(draft: RuleDraft, kind: ConditionKind): RuleDraft {
  const { condition, ...rest } = draft;
  if (condition.kind === kind) return draft;
  const by = 'by' in condition && condition.by !== undefined ? { by: condition.by } : {};
  const of = 'of' in condition && condition.of !== undefined ? { of: condition.of } : {};
  return withoutMisfits({ ...rest, condition: firstOf(kind, by, of) });
}

function firstOf(
  kind: ConditionKind,
  by: { readonly by?: string[] },
  of: { readonly of?: string },
): AlertCondition {
  switch (kind) {
    case 'threshold':
      return { kind, op: '>', value: 100, ...of, ...by };
    case 'absence':
      return { kind, scope: by.by === undefined || by.by.length === 0 ? 'all' : 'member', ...by };
    case 'change':
      return { kind, ...of, ...by };
    case 'verdict':
      return { kind, criteria: '' };
  }
}

/** A change condition reads rows by event time, and verdicts cannot run every minute. */
function withoutMisfits(draft: RuleDraft): RuleDraft {
  const { kind } = draft.condition;
  if (kind === 'change') return withSetting(draft, 'basis', undefined);
  const { interval } = draft;
  const isTooOften = interval !== undefined && interval < alerts.verdictIntervalSecondsMin;
  return kind === 'verdict' && isTooOften ? withSetting(draft, 'interval', undefined) : draft;
}

/** Every setting of a rule that its editor has a field for. */
export const RULE_SETTINGS = [
  'name',
  'description',
  'runbook',
  'tags',
  'severity',
  'query',
  'savedSearch',
  'interval',
  'window',
  'basis',
  'delay',
  'lateMax',
  'condition',
  'for',
  'keepFiring',
  'noData',
  'onError',
  'maxGroups',
  'channels',
  'onResolve',
  'renotify',
  'groupWait',
  'throttle',
  'samples',
  'title',
  'body',
  'mutedBy',
] as const satisfies readonly (keyof RuleDraft)[];

/** The initial draft of an existing rule. */
export function draftOf(rule: AlertRule): RuleDraft {
  const settings = Object.fromEntries(RULE_SETTINGS.map((key) => [key, rule[key]]));
  return { ...settings, name: rule.name, condition: rule.condition };
}

/** With the threshold moved, where it has one. */
export function withThreshold(draft: RuleDraft, value: number): RuleDraft {
  const { condition } = draft;
  return condition.kind === 'threshold' ? { ...draft, condition: { ...condition, value } } : draft;
}

/** The request body to create or test a rule: one source, and no empty templates. */
export function bodyOf(draft: RuleDraft): RuleDraft {
  const { query = null, savedSearch = null, title = null, body = null, ...rest } = draft;
  return {
    ...rest,
    name: draft.name.trim(),
    ...(savedSearch === null ? { query: query ?? '' } : { savedSearch }),
    ...(isBlank(title) ? {} : { title }),
    ...(isBlank(body) ? {} : { body }),
  };
}

/** The request body of a change: settings that were reset are explicitly set to their default. */
export function changeOf(draft: RuleDraft, before: RuleDraft, version: number): AlertRuleChange {
  const next = wholeOf(draft);
  const known = wholeOf(before);
  const changed = Object.entries(next).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key]),
  );
  return { ...Object.fromEntries(changed), version };
}

export function isSameRule(left: RuleDraft, right: RuleDraft): boolean {
  return Object.keys(changeOf(left, right, 1)).length === 1;
}

function wholeOf(draft: RuleDraft): Record<string, unknown> {
  const { enabled: _, ...settled } = { enabled: true, ...settledOf(draft) };
  const { query = null, savedSearch = null, title, body } = draft;
  return {
    ...settled,
    name: draft.name.trim(),
    // The other source is explicitly cleared.
    query: savedSearch === null ? (query ?? '') : null,
    savedSearch,
    title: isBlank(title) ? null : title,
    body: isBlank(body) ? null : body,
  };
}

function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === '';
}
