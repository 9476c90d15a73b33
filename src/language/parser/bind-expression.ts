/** Variables in `eval` and `where`: literals, or fields. */
import type { ComparisonOperator, Expression, TextLiteral } from '../tree/expression.ts';
import type { TreeNode } from '../tree/node.ts';
import { everyExpression } from '../walk.ts';
import type { BoundVariable, Parser } from './state.ts';
import { boundField, misplaced, onlyValue } from './variable.ts';

/** In `eval` and `where`: a field, or a literal. Where it has not exactly one value, the comparison around it must know. */
export function boundOperand(parser: Parser, variable: BoundVariable): Expression {
  const { start, end, values } = variable;
  if (variable.use === 'field') {
    return { kind: 'field', name: boundField(parser, variable), start, end };
  }
  const literals = values.map((value): TextLiteral => ({ kind: 'text', value, start, end }));
  const [first = { kind: 'text', value: '', start, end }] = literals;
  parser.bound.set(first, { variable, literals });
  return first;
}

/** A comparison of which one side is a variable with several values, or with none. */
export function boundCompare(
  parser: Parser,
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  place: TreeNode,
): Expression | undefined {
  const [side, operand] = parser.bound.has(right) ? [right, left] : [left, right];
  const found = parser.bound.get(side);
  const values = takeLiterals(parser, side);
  if (found === undefined || values === undefined) return undefined;
  if (values.length === 0) return alwaysTrue(parser, place);
  if (operator !== '=' && operator !== '!=') {
    onlyValue(parser, found.variable, `A comparison with ${operator}`);
  }
  const isOneOf: Expression = { kind: 'oneOf', operand, values, ...place };
  return operator === '=' ? isOneOf : { kind: 'not', operand: isOneOf, ...place };
}

/** Returns the literals of an operand that is a variable with several values or none. */
export function takeLiterals(
  parser: Parser,
  operand: Expression,
): readonly TextLiteral[] | undefined {
  const found = parser.bound.get(operand);
  if (found === undefined || found.literals.length === 1) return undefined;
  parser.bound.delete(operand);
  return found.literals;
}

/** An expression that is true for every row, for a comparison with all values. */
export function alwaysTrue(parser: Parser, place: TreeNode): Expression {
  const all: Expression = {
    kind: 'call',
    function: 'true',
    arguments: [],
    start: place.start,
    end: place.end,
  };
  parser.unlimited.add(all);
  return all;
}

/** For texts that a function reads as a pattern, a format or the like: a value would not mean itself there. */
export function refuseBound(parser: Parser, expression: Expression, what: string): void {
  for (const each of everyExpression(expression)) {
    const found = parser.bound.get(each);
    if (found !== undefined) misplaced(parser, found.variable, `cannot be ${what}`);
  }
}

/** Variables with several values or none have been consumed by now where that is allowed. */
export function requireTaken(parser: Parser): void {
  for (const { variable } of parser.bound.values()) {
    onlyValue(parser, variable, 'A place outside of comparisons with =, != and IN');
  }
  parser.bound.clear();
}
