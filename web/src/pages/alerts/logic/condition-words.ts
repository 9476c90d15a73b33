/** What makes a rule fire, as a sentence. */
import type {
  AlertCondition,
  SettledCondition,
} from '../../../../../src/contract/alert-conditions.ts';
import { checksIn, settleCondition } from '../../../../../src/contract/alert-rule-form.ts';
import type { Comparison } from '../../../../../src/spec/alerts.ts';
import { countOf, formatCount } from '../../../parts/sizes.ts';
import { oneSpan, spanWords } from './span-words.ts';

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  '>': 'is above',
  '>=': 'is at least',
  '<': 'is below',
  '<=': 'is at most',
  '=': 'is exactly',
  '!=': 'is not',
};

interface Timing {
  readonly window: number;
  readonly interval: number;
  readonly for: number;
}

/** The complete description: what is checked, how often, and when it fires. */
export function ruleWords(
  condition: AlertCondition,
  { window, interval, for: pending }: Timing,
): string {
  const often = `Checked every ${oneSpan(interval)}`;
  const checks = checksIn(pending, interval);
  const patience = checks > 1 ? `, fires after ${checks} consecutive checks` : '';
  return `Fires when ${conditionWords(condition, window)}. ${often}${patience}.`;
}

/** A condition without its interval, as shown in a list. */
export function conditionWords(given: AlertCondition, window: number): string {
  const condition = settleCondition(given);
  const over = `the last ${oneSpan(window)}`;
  switch (condition.kind) {
    case 'threshold': {
      const { of, op, value, by, recoverAt } = condition;
      const back = recoverAt === null ? '' : `; recovers at ${formatCount(recoverAt)}`;
      return `${subjectOf(of, by)} in ${over} ${COMPARISON_WORDS[op]} ${formatCount(value)}${back}`;
    }
    case 'absence': {
      const { by, scope } = condition;
      if (scope === 'all') return `no events arrive for ${spanWords(window)}`;
      return `a known ${listWords(by, 'source')} sends no events for ${spanWords(window)}`;
    }
    case 'change':
      return changeWords(condition, over);
    case 'verdict': {
      const what = condition.fireOn
        .map((item) => (item === 'failed' ? 'fails' : 'is not found'))
        .join(' or ');
      return `any item ${what} when the events of ${over} are evaluated`;
    }
  }
}

function changeWords(
  condition: Extract<SettledCondition, { kind: 'change' }>,
  over: string,
): string {
  const { of, by, direction, compare, percent, periods, minDifference } = condition;
  const turns = { both: 'differs', up: 'rises', down: 'falls' }[direction];
  const amounts = `by at least ${formatCount(percent)}% and ${formatCount(minDifference)}`;
  const earlier = `the median at the same time in the previous ${countOf(periods, compare)}`;
  return `${subjectOf(of, by)} in ${over} ${turns} ${amounts} vs ${earlier}`;
}

function subjectOf(of: string, by: readonly string[]): string {
  const what = of === 'count' ? 'the event count' : of;
  return by.length === 0 ? what : `${what} for any ${listWords(by, '')}`;
}

function listWords(names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  return names.length === 1
    ? (names[0] ?? none)
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
