import type { SettledCondition } from '../../../contract/alert-conditions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';

/** What makes a rule fire, in words: `count > 5 in 5 minutes, by host`. */
export function describeCondition({ settings }: { readonly settings: RuleWords }): string {
  const within = describeSeconds(settings.window);
  const { condition } = settings;
  switch (condition.kind) {
    case 'threshold': {
      const { of, op, value } = condition;
      return `${of} ${op} ${value} in ${within}${byWords(condition)}`;
    }
    case 'absence':
      return condition.scope === 'all'
        ? `no events in ${within}`
        : `no events from a known source in ${within}${byWords(condition)}`;
    case 'change': {
      const { of, percent, minDifference, compare, periods } = condition;
      const earlier = `the median of the last ${periods} ${compare}s`;
      const amount = `${percent}% and ${minDifference}`;
      return `${of} in ${within} ${CHANGES[condition.direction]} ${earlier} by at least ${amount}${byWords(condition)}`;
    }
    case 'verdict': {
      const statuses = condition.fireOn.map((status) => status.replace('_', ' ')).join(' or ');
      return `an evaluated item is ${statuses} in ${within}`;
    }
  }
}

type RuleWords = Pick<Rule['settings'], 'window' | 'condition'>;

const CHANGES = { both: 'differs from', up: 'is above', down: 'is below' } as const;

function byWords({ by }: Extract<SettledCondition, { by: unknown }>): string {
  return by.length === 0 ? '' : `, by ${by.join(', ')}`;
}

const UNITS = [
  ['day', DAY_MS / SECOND_MS],
  ['hour', HOUR_MS / SECOND_MS],
  ['minute', MINUTE_MS / SECOND_MS],
  ['second', 1],
] as const;

/** In the largest unit that it is a whole number of. */
function describeSeconds(seconds: number): string {
  const [name, size] = UNITS.find(([, each]) => seconds % each === 0) ?? UNITS[3];
  const amount = seconds / size;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}
