/** A new rule as the address of its page: what the search page, a starter or a link brings along. */
import { COMPARISONS, CONDITION_KINDS, SEVERITIES } from '../../../../../src/spec/alerts.ts';
import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { EMPTY_RULE, type RuleDraft } from './rule-draft.ts';

type Texts = Readonly<Record<string, string>>;

const { alerts } = LIMITS;

export function writeGiven(draft: RuleDraft): Record<string, string> {
  const { name, query, severity, window, interval, condition } = draft;
  const by = 'by' in condition ? (condition.by ?? []) : [];
  const of = 'of' in condition ? condition.of : undefined;
  return {
    ...(name === '' ? {} : { name }),
    ...(query === null || query === undefined || query === '' ? {} : { q: query }),
    ...(severity === undefined ? {} : { severity }),
    ...(window === undefined ? {} : { window: String(window) }),
    ...(interval === undefined ? {} : { interval: String(interval) }),
    kind: condition.kind,
    ...(by.length === 0 ? {} : { by: by.map(encodeURIComponent).join(',') }),
    ...(of === undefined ? {} : { of }),
    ...(condition.kind === 'threshold' ? { op: condition.op, value: String(condition.value) } : {}),
  };
}

/** A link can contain anything: invalid values are ignored. */
export function readGiven(given: Texts): RuleDraft {
  const severity = SEVERITIES.find((each) => each === given['severity']);
  const window = wholeOf(given['window'], 1, alerts.windowSecondsMax);
  const interval = wholeOf(given['interval'], alerts.intervalSecondsMin, alerts.intervalSecondsMax);
  return {
    ...EMPTY_RULE,
    name: (given['name'] ?? '').slice(0, alerts.nameCharactersMax),
    query: given['q'] ?? '',
    ...(severity === undefined ? {} : { severity }),
    ...(window === undefined ? {} : { window }),
    ...(interval === undefined ? {} : { interval }),
    condition: conditionOf(given),
  };
}

function conditionOf(given: Texts): AlertCondition {
  const kind = CONDITION_KINDS.find((each) => each === given['kind']) ?? 'threshold';
  const names = (given['by'] ?? '')
    .split(',')
    .map(decoded)
    .filter((name) => name !== '');
  const by = names.length === 0 ? {} : { by: [...new Set(names)].slice(0, alerts.groupFieldsMax) };
  const of = given['of'] === undefined || given['of'] === '' ? {} : { of: given['of'] };
  switch (kind) {
    case 'threshold': {
      const value = Number(given['value'] ?? '');
      const op = COMPARISONS.find((each) => each === given['op']) ?? '>';
      const usual = EMPTY_RULE.condition.kind === 'threshold' ? EMPTY_RULE.condition.value : 0;
      const isNumber = (given['value'] ?? '') !== '' && Number.isFinite(value);
      return { kind, op, value: isNumber ? value : usual, ...of, ...by };
    }
    case 'absence':
      return { kind, scope: names.length === 0 ? 'all' : 'member', ...by };
    case 'change':
      return { kind, ...of, ...by };
    case 'verdict':
      return { kind, criteria: '' };
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

function wholeOf(text: string | undefined, min: number, max: number): number | undefined {
  const number = Number(text ?? '');
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}
