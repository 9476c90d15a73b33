import type { ComparisonOperator, Expression } from './tree.ts';
import type { Writer, Written } from './writer.ts';

/** Longer expressions are named before they stand twice. */
const REPEATED_MAX = 300;

/**
 * Nothing is greater or smaller than what is not a number, or equal to it. For DuckDB it is equal to itself and
 * greater than everything else, so comparisons of floating point numbers say so.
 */
export function compared(
  writer: Writer,
  operator: ComparisonOperator,
  left: Written,
  right: Written,
  written: Expression,
): string {
  const by = operator === '!=' ? '<>' : operator;
  const plain = `(${left.text} ${by} ${right.text})`;
  if (left.type !== 'float' && right.type !== 'float') return plain;
  const known = writer.valueOf(written)?.value;
  if (typeof known === 'number' || typeof known === 'bigint') {
    if (left.type !== 'float' || (operator !== '>' && operator !== '>=')) return plain;
    const value = operator === '>=' ? Number(known) : nextUp(Number(known));
    const least = writer.bind({ type: 'DOUBLE', value }).text;
    return `(${left.text} BETWEEN ${least} AND CAST('inf' AS DOUBLE))`;
  }
  if (left.text.length + right.text.length <= REPEATED_MAX) {
    return comparison(operator, by, left.text, right.text);
  }
  const named = comparison(operator, by, 'pair.one', 'pair.other');
  const pair = `{'one': ${left.text}, 'other': ${right.text}}`;
  return `list_transform([${pair}], lambda pair: ${named})[1]`;
}

function comparison(operator: ComparisonOperator, by: string, left: string, right: string): string {
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

/** The next greater number. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}
