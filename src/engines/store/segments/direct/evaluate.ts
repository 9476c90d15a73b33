/** Evaluates expressions of our statements, as far as answers without the engine need them. */
import type { BoundValue } from '../../duckdb/dialect/translate.ts';
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import type {
  Call,
  Chain,
  Comparison,
  Expression,
  ParameterUse,
} from '../../duckdb/dialect/tree.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../spec/units.ts';
import { compareValues, isTrue, NotDirect, type Value } from './value.ts';

export interface Scope {
  /** Throws `NotDirect` for a name that it does not know. */
  readonly valueOf: (name: string) => Value;
  readonly parameter: (use: ParameterUse) => BoundValue;
  /** Called before each step; throws `NotDirect` when other work has waited long enough. */
  readonly spend: Spend;
  /** Evaluates aggregations and windows; provided by the code that has the rows. */
  readonly call?: (call: Call) => Value | undefined;
}

export type Spend = (steps: number) => void;

export function evaluate(expression: Expression, scope: Scope): Value {
  scope.spend(1);
  switch (expression.kind) {
    case 'number':
      return Number(expression.text);
    case 'text':
    case 'boolean':
      return expression.value;
    case 'null':
      return null;
    case 'parameter':
      return parameterIn(expression, scope);
    case 'name':
      return scope.valueOf(expression.name);
    case 'compare':
      return compare(expression, scope);
    case 'and':
      return expression.operands.every((each) => isTrue(evaluate(each, scope)));
    case 'or':
      return expression.operands.some((each) => isTrue(evaluate(each, scope)));
    case 'not':
      return negated(evaluate(expression.operand, scope));
    case 'in': {
      const value = evaluate(expression.value, scope);
      if (value === null) return null;
      const list = listOf(evaluate(expression.within, scope));
      scope.spend(list.length);
      return list.includes(value) !== expression.isNegated;
    }
    case 'chain':
      return calculate(expression, scope);
    case 'call':
      return scope.call?.(expression) ?? callFunction(expression, scope);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    default:
      throw new NotDirect(expression.kind);
  }
}

function parameterIn(use: ParameterUse, { parameter, spend }: Scope): Value {
  const bound = parameter(use);
  if (Array.isArray(bound.value)) spend(bound.value.length);
  return parameterValue(bound);
}

export function parameterValue({ type, value }: BoundValue): Value {
  if (type === 'TIMESTAMP_MS') return new Date(value);
  if (typeof value === 'bigint') return safe(Number(value));
  if (typeof value === 'object') {
    return value.map((each) => (typeof each === 'bigint' ? safe(Number(each)) : each));
  }
  return value;
}

function safe(number: number): number {
  if (!Number.isSafeInteger(number)) throw new NotDirect('numbers beyond 2^53');
  return number;
}

function negated(value: Value): Value {
  return value === null ? null : !isTrue(value);
}

function listOf(value: Value): readonly Value[] {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return value;
  throw new NotDirect('what is no list');
}

function compare({ operator, left, right }: Comparison, scope: Scope): Value {
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  if (a === null || b === null) return null;
  if (typeof a !== typeof b) throw new NotDirect('values of different types');
  const order = compareValues(a, b);
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

/** Uses whole numbers, so that the result equals the engine's to the last bit; a division uses doubles. */
function calculate({ first, rest }: Chain, scope: Scope): Value {
  let result = numberOf(evaluate(first, scope));
  for (const { operator, operand } of rest) {
    const other = numberOf(evaluate(operand, scope));
    if (result === null || other === null) return null;
    switch (operator) {
      case '+':
        result += other;
        break;
      case '-':
        result -= other;
        break;
      case '*':
        result *= other;
        break;
      case '/':
        result /= other;
        break;
      default:
        throw new NotDirect(operator);
    }
  }
  return result;
}

function numberOf(value: Value): number | null {
  if (value === null || typeof value === 'number') return value;
  throw new NotDirect('arithmetic on other values');
}

type Compute = (values: readonly Value[], spend: Spend) => Value;

const FUNCTIONS: Readonly<Record<string, Compute>> = {
  toFloat64: ([value = null]) => numberOf(value),
  toInt64: ([value = null]) => wholeNumber(value),
  assumeNotNull: ([value = null]) => value,
  lowerUTF8: ([value = null]) => (typeof value === 'string' ? lowerText(value) : value),
  toStartOfMinute: ([value = null]) => new Date(Math.floor(timeOf(value) / MINUTE_MS) * MINUTE_MS),
  toUnixTimestamp: ([value = null]) => Math.floor(timeOf(value) / SECOND_MS),
  fromUnixTimestamp64Milli: ([value = null]) => new Date(wholeNumber(value)),
  intDiv: ([value = null, by = null]) => {
    const [a, b] = [wholeNumber(value), wholeNumber(by)];
    return a < 0 || b <= 0 ? refuse('such a division') : Math.floor(a / b);
  },
  ifNull: ([value = null, instead = null]) => value ?? instead,
  startsWith: ([value = null, start = null]) =>
    typeof value === 'string' && typeof start === 'string'
      ? value.startsWith(start)
      : refuse('startsWith'),
  // If it throws, the engine reports the error.
  throwIf: ([value = null]) => (isTrue(value) ? refuse('errors of statements') : 0),
  toFloat64OrZero: ([value = null]) =>
    typeof value === 'string' && WHOLE.test(value) ? Number(value) : refuse('toFloat64OrZero'),
  isNull: ([value = null]) => value === null,
  isNotNull: ([value = null]) => value !== null,
  arrayConcat: (lists, spend) => {
    for (const list of lists) spend(listOf(list).length);
    return lists.flatMap((list) => listOf(list));
  },
  range: ([count = null], spend) => {
    const length = bounded(wholeNumber(count));
    spend(length);
    return Array.from({ length }, (_, i) => i);
  },
};

const WHOLE = /^-?\d{1,15}$/;

/** More buckets than a chart may have are no matter for this. */
const LIST_MAX = 20_000;

function bounded(count: number): number {
  return count > LIST_MAX ? refuse('long lists') : count;
}

function refuse(what: string): never {
  throw new NotDirect(what);
}

function wholeNumber(value: Value): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse('such numbers');
}

function timeOf(value: Value): number {
  return value instanceof Date ? value.getTime() : refuse('what is no time');
}

function callFunction({ name, arguments: given, over, parameters }: Call, scope: Scope): Value {
  if (over !== undefined || parameters.length > 0) throw new NotDirect(name);
  if (name === 'multiIf' || name === 'if') return choose(given, scope);
  if (name === 'arrayMap') return mapList(given, scope);
  if (name === 'toString') return textOf(given, scope);
  const compute = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (compute === undefined) throw new NotDirect(name);
  return compute(
    given.map((each) => evaluate(each, scope)),
    scope.spend,
  );
}

function textOf([only]: readonly Expression[], scope: Scope): Value {
  const value = only === undefined ? null : evaluate(only, scope);
  if (value === null || typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : refuse('toString');
}

function choose(given: readonly Expression[], scope: Scope): Value {
  for (let i = 0; i + 1 < given.length; i += 2) {
    const [condition, value] = [given[i], given[i + 1]];
    if (condition === undefined || value === undefined) break;
    if (isTrue(evaluate(condition, scope))) return evaluate(value, scope);
  }
  const otherwise = given.at(-1);
  return otherwise === undefined ? null : evaluate(otherwise, scope);
}

function mapList([lambda, list]: readonly Expression[], scope: Scope): Value {
  if (lambda?.kind !== 'lambda' || list === undefined) throw new NotDirect('arrayMap');
  const [variable] = lambda.names;
  if (lambda.names.length !== 1) throw new NotDirect('arrayMap');
  return listOf(evaluate(list, scope)).map((item) =>
    evaluate(lambda.body, {
      ...scope,
      valueOf: (name) => (name === variable ? item : scope.valueOf(name)),
    }),
  );
}

/** All names that an expression reads. */
export function namesIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  visit(expression, (each) => {
    if (each.kind === 'name') names.add(each.name);
  });
  return names;
}

export function visit(expression: Expression, see: (each: Expression) => void): void {
  see(expression);
  for (const each of childrenOf(expression)) visit(each, see);
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'compare':
      return [expression.left, expression.right];
    case 'and':
    case 'or':
      return expression.operands;
    case 'not':
    case 'negate':
      return [expression.operand];
    case 'in':
      return [expression.value, expression.within];
    case 'like':
      return [expression.value, expression.pattern];
    case 'chain':
      return [expression.first, ...expression.rest.map(({ operand }) => operand)];
    case 'call':
      return [...expression.parameters, ...expression.arguments];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'lambda':
      return [expression.body];
    case 'subscript':
      return [expression.value, expression.index];
    case 'element':
      return [expression.value];
    case 'query':
      throw new NotDirect('queries in expressions');
    default:
      return [];
  }
}
