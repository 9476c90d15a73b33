/** Filters the rules of a list. */
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { Severity } from '../../../../../src/spec/alerts.ts';
import { tellsNobody } from './watch-words.ts';

/** Filters for rules besides text. */
export const RULE_VIEWS = ['all', 'firing', 'unwell', 'untold', 'off'] as const;
export type RuleView = (typeof RULE_VIEWS)[number];

export interface RuleFilter {
  readonly words: string;
  readonly view: RuleView;
  readonly severity: Severity | undefined;
  readonly tag: string | undefined;
}

export const NO_FILTER: RuleFilter = {
  words: '',
  view: 'all',
  severity: undefined,
  tag: undefined,
};

type Found = Pick<
  AlertRule,
  | 'name'
  | 'description'
  | 'query'
  | 'tags'
  | 'severity'
  | 'state'
  | 'health'
  | 'lastTickAt'
  | 'enabled'
  | 'channels'
>;

export function matchesRule(rule: Found, filter: RuleFilter): boolean {
  const { words, view, severity, tag } = filter;
  if (severity !== undefined && rule.severity !== severity) return false;
  if (tag !== undefined && !rule.tags.includes(tag)) return false;
  if (!isInView(rule, view)) return false;
  const text = [rule.name, rule.description, rule.query ?? '', ...rule.tags]
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function isInView(rule: Found, view: RuleView): boolean {
  switch (view) {
    case 'all':
      return true;
    case 'firing':
      return rule.enabled && rule.state !== 'normal' && rule.lastTickAt !== null;
    case 'unwell':
      return rule.enabled && ['no_data', 'behind', 'error'].includes(rule.health);
    case 'untold':
      return rule.enabled && tellsNobody(rule);
    case 'off':
      return !rule.enabled;
  }
}

/** Rules that need attention first, then by name. */
export function sortRules<Rule extends Found>(rules: readonly Rule[]): Rule[] {
  return rules.toSorted(
    (left, right) => rank(left) - rank(right) || compare(left.name, right.name),
  );
}

function rank(rule: Found): number {
  if (!rule.enabled) return 4;
  if (rule.state === 'firing') return 0;
  if (isInView(rule, 'firing')) return 1;
  return isInView(rule, 'unwell') ? 2 : 3;
}

function compare(left: string, right: string): number {
  return left.localeCompare(right, 'en', { sensitivity: 'base', numeric: true });
}
