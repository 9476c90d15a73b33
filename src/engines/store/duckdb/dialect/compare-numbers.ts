import type { ComparisonOperator } from './tree.ts';
import type { Written } from './writer.ts';

/**
 * NaN is not greater than, smaller than or equal to anything. In DuckDB it is equal to itself and greater than
 * everything else, so comparisons of floating point numbers must handle it explicitly.
 */
export function compared(
  operator: ComparisonOperator,
  left: Written,
  right: Written,
  /** One of them is a number that is written or bound. */
  isKnown: boolean,
): string {
  const by = operator === '!=' ? '<>' : operator;
  if (left.type !== 'float' && right.type !== 'float') {
    return `(${left.text} ${by} ${right.text})`;
  }
  if (isKnown) return comparedByDifference(operator, left.text, right.text);
  if (left.text.length + right.text.length <= REPEATED_MAX) {
    return comparedTwice(operator, by, left.text, right.text);
  }
  const pair = `{'one': ${left.text}, 'other': ${right.text}}`;
  const named = comparedTwice(operator, by, 'pair.one', 'pair.other');
  return `list_transform([${pair}], lambda pair: ${named})[1]`;
}

/** Longer expressions get a name before they are repeated. */
const REPEATED_MAX = 240;

/** The difference is not a number either, and so never below zero. One of the two is no infinite number. */
function comparedByDifference(operator: ComparisonOperator, left: string, right: string): string {
  switch (operator) {
    case '=':
      return `(${left} = ${right})`;
    case '!=':
      return `(${left} <> ${right})`;
    case '<':
    case '<=':
      return `((${left} - ${right}) ${operator} 0)`;
    case '>':
      return `((${right} - ${left}) < 0)`;
    case '>=':
      return `((${right} - ${left}) <= 0)`;
  }
}

function comparedTwice(
  operator: ComparisonOperator,
  by: string,
  left: string,
  right: string,
): string {
  switch (operator) {
    case '!=':
      return `(${left} <> ${right} OR isnan(${left}))`;
    case '<':
    case '<=':
      return `(${left} ${by} ${right} AND NOT isnan(${right}))`;
    case '=':
    case '>':
    case '>=':
      return `(${left} ${by} ${right} AND NOT isnan(${left}))`;
  }
}
