/**
 * What an expression gives without any event: the arguments of a macro are all it knows. Every function it has takes
 * time in proportion to its values; expressions for texts are not among them, since they can take for ever.
 */
import type { Call, Comparison, Expression } from './tree/expression.ts';
import { everyExpression } from './walk.ts';

export type Constant = string | number | boolean | null;
export type Constants = ReadonlyMap<string, Constant>;

type Function = (values: readonly Constant[]) => Constant;

const text = (value: Constant | undefined): string => String(value ?? '');

function ofNumber(apply: (value: number) => number): Function {
  return ([value]) => {
    const number = toNumber(value);
    return number === null ? null : apply(number);
  };
}

function ofText(apply: (value: string) => Constant): Function {
  return ([value]) => (value === undefined || value === null ? null : apply(text(value)));
}

const FUNCTIONS: Readonly<Record<string, Function>> = {
  abs: ofNumber(Math.abs),
  ceiling: ofNumber(Math.ceil),
  coalesce: (values) => values.find((value) => value !== null) ?? null,
  false: () => false,
  floor: ofNumber(Math.floor),
  isint: ([value]) => Number.isInteger(toNumber(value)),
  isnotnull: ([value]) => value !== null,
  isnull: ([value]) => value === null,
  isnum: ([value]) => toNumber(value) !== null,
  isstr: ([value]) => typeof value === 'string' && toNumber(value) === null,
  len: ofText((value) => value.length),
  lower: ofText((value) => value.toLowerCase()),
  null: () => null,
  round: ([value, places]) => {
    const number = toNumber(value);
    const digits = Math.min(Math.max(toNumber(places) ?? 0, 0), 15);
    return number === null ? null : Number(number.toFixed(digits));
  },
  tonumber: ([value]) => toNumber(value),
  tostring: ofText((value) => value),
  trim: ofText((value) => value.trim()),
  true: () => true,
  upper: ofText((value) => value.toUpperCase()),
};

/** Those that do not need all of their arguments. */
const LAZY = ['if', 'case'];

/** Why nothing can be computed from an expression; undefined where it can. */
export function constantProblem(expression: Expression): string | undefined {
  for (const each of everyExpression(expression)) {
    if (each.kind !== 'call') continue;
    if (Object.hasOwn(FUNCTIONS, each.function) || LAZY.includes(each.function)) continue;
    const known = [...Object.keys(FUNCTIONS), ...LAZY].toSorted().join(', ');
    return `\`${each.function}\` isn’t supported in macros. Use ${known}.`;
  }
  return undefined;
}

/** A field is the argument of this name. */
export function evaluateConstant(expression: Expression, constants: Constants): Constant {
  const of = (each: Expression): Constant => evaluateConstant(each, constants);
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value;
    case 'field':
      return constants.get(expression.name) ?? null;
    case 'call':
      return call(expression, of);
    case 'negate': {
      const value = toNumber(of(expression.operand));
      return value === null ? null : -value;
    }
    case 'arithmetic':
      return compute(expression.operator, of(expression.left), of(expression.right));
    case 'concatenate': {
      const parts = expression.operands.map(of);
      return parts.includes(null) ? null : parts.map(text).join('');
    }
    case 'compare':
      return compare(expression.operator, of(expression.left), of(expression.right));
    case 'oneOf': {
      const value = of(expression.operand);
      return expression.values.some((each) => compare('=', value, of(each)) === true);
    }
    case 'not':
      return !isTrue(of(expression.operand));
    case 'and':
      return expression.operands.every((each) => isTrue(of(each)));
    case 'or':
      return expression.operands.some((each) => isTrue(of(each)));
    case 'xor':
      return expression.operands.filter((each) => isTrue(of(each))).length % 2 === 1;
  }
}

function call({ function: name, arguments: given }: Call, of: (each: Expression) => Constant) {
  if (name === 'if') {
    const [condition, then, otherwise] = given;
    const chosen = condition !== undefined && isTrue(of(condition)) ? then : otherwise;
    return chosen === undefined ? null : of(chosen);
  }
  if (name === 'case') {
    for (let at = 0; at + 1 < given.length; at += 2) {
      const [condition, value] = given.slice(at, at + 2);
      if (condition !== undefined && value !== undefined && isTrue(of(condition))) return of(value);
    }
    return null;
  }
  return FUNCTIONS[name]?.(given.map(of)) ?? null;
}

function compute(operator: string, left: Constant, right: Constant): Constant {
  const [a, b] = [toNumber(left), toNumber(right)];
  if (operator === '+' && (a === null || b === null)) {
    return left === null || right === null ? null : text(left) + text(right);
  }
  if (a === null || b === null) return null;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default: {
      const value = operator === '/' ? a / b : a % b;
      return Number.isFinite(value) ? value : null;
    }
  }
}

function compare(operator: Comparison['operator'], left: Constant, right: Constant): Constant {
  if (left === null || right === null) return null;
  const [a, b] = [toNumber(left), toNumber(right)];
  const order =
    a !== null && b !== null
      ? Math.sign(a - b)
      : text(left) < text(right)
        ? -1
        : Number(text(left) > text(right));
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function isTrue(value: Constant): boolean {
  return value === true;
}

/** What looks like a number is one: arguments are written as text. */
function toNumber(value: Constant | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
