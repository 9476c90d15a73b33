import { takesRegex } from '../functions/eval-functions.ts';
import { isBareName } from '../parser/lexer.ts';
import { encodeName, encodeRegex, encodeText } from '../quoting.ts';
import type { Expression } from '../tree/expression.ts';

/** Precedence of each kind; an operand of lower precedence is put into parentheses. */
const STRENGTH: Readonly<Record<Expression['kind'], number>> = {
  xor: 1,
  or: 2,
  and: 3,
  not: 4,
  compare: 5,
  oneOf: 5,
  concatenate: 6,
  arithmetic: 7,
  negate: 9,
  number: 10,
  text: 10,
  field: 10,
  call: 10,
};

export function printExpression(expression: Expression, isExplicit = false): string {
  const print = (operand: Expression, least: number): string => {
    const text = printExpression(operand, isExplicit);
    const isTight = isExplicit ? isPlain(operand, expression) : strengthOf(operand) >= least;
    return isTight ? text : `(${text})`;
  };
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return encodeText(expression.value);
    case 'field':
      return isBareName(expression.name) ? expression.name : encodeName(expression.name);
    case 'call':
      return `${expression.function}(${printArguments(expression, isExplicit)})`;
    case 'negate':
      return `-${print(expression.operand, STRENGTH.negate)}`;
    case 'not':
      return `NOT ${print(expression.operand, STRENGTH.not)}`;
    case 'arithmetic':
      return printArithmetic(expression, print);
    case 'compare': {
      const least = STRENGTH.compare + 1;
      return `${print(expression.left, least)}${comparison(expression.operator)}${print(expression.right, least)}`;
    }
    case 'oneOf': {
      const values = expression.values.map((value) => printExpression(value, isExplicit));
      return `${print(expression.operand, STRENGTH.oneOf + 1)} IN (${values.join(', ')})`;
    }
    case 'concatenate':
      return expression.operands.map((each) => print(each, STRENGTH.concatenate + 1)).join(' . ');
    case 'and':
    case 'or':
    case 'xor': {
      const least = STRENGTH[expression.kind] + 1;
      const parts = expression.operands.map((each) => print(each, least));
      return parts.join(` ${expression.kind.toUpperCase()} `);
    }
  }
}

/** Written out in full, only comparisons right below AND and OR go without parentheses. */
function isPlain(operand: Expression, parent: Expression): boolean {
  const isLogical = parent.kind === 'and' || parent.kind === 'or' || parent.kind === 'xor';
  const isTest = operand.kind === 'compare' || operand.kind === 'oneOf';
  return strengthOf(operand) >= STRENGTH.negate || (isLogical && isTest);
}

/** People write `a=b` closely, but `a > b` with air. */
function comparison(operator: string): string {
  return operator === '=' || operator === '!=' ? operator : ` ${operator} `;
}

function strengthOf(expression: Expression): number {
  const isProduct = expression.kind === 'arithmetic' && '*/%'.includes(expression.operator);
  return isProduct ? 8 : STRENGTH[expression.kind];
}

function printArithmetic(
  expression: Extract<Expression, { kind: 'arithmetic' }>,
  print: (operand: Expression, least: number) => string,
): string {
  const strength = strengthOf(expression);
  // Operators of equal precedence are left-associative, so only the right side needs parentheses.
  const left = print(expression.left, strength);
  const right = print(expression.right, strength + 1);
  return `${left} ${expression.operator} ${right}`;
}

function printArguments(call: Extract<Expression, { kind: 'call' }>, isExplicit: boolean): string {
  const list = call.arguments.map((argument, position) =>
    argument.kind === 'text' && takesRegex(call.function, position)
      ? encodeRegex(argument.value)
      : printExpression(argument, isExplicit),
  );
  return list.join(', ');
}
