import { float64, int64, join, sql, uint32, type Sql } from '../../../../engines/store/sql.ts';
import { computedOnce } from '../computed-once.ts';
import { refuse } from '../context.ts';
import { positionOf } from '../numbered-rows.ts';
import { countOf, multiOf, numberOf, wholeOf, type Value } from '../value.ts';
import { argument, type CompileFunction, type FunctionCall } from './function.ts';

/** Where the engine has a number for it; elsewhere it would fail, or give one that is none. */
const isFinite = (x: Sql): Sql => sql`isFinite(${x})`;
const isRatio = (x: Sql): Sql => sql`abs(${x}) <= 1`;
/** The hyperbolic functions of larger ones are no numbers. */
const isSmall = (x: Sql): Sql => sql`abs(${x}) <= 710`;

export const MATH_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  sum: (given) => ofNumbers(given, (numbers) => sql`arraySum(${numbers})`),
  avg: (given) => ofNumbers(given, (numbers) => sql`arraySum(${numbers}) / length(${numbers})`),
  exact: (given) => number(numberAt(given, 0)),
  random,
  sin: within(isFinite, (x) => sql`sin(${x})`),
  cos: within(isFinite, (x) => sql`cos(${x})`),
  tan: within(isFinite, (x) => sql`tan(${x})`),
  asin: within(isRatio, (x) => sql`asin(${x})`),
  acos: within(isRatio, (x) => sql`acos(${x})`),
  atan: within(isFinite, (x) => sql`atan(${x})`),
  atan2: ofTwo((y, x) => sql`atan2(${y}, ${x})`),
  hypot: ofTwo((x, y) => sql`sqrt(${x} * ${x} + ${y} * ${y})`),
  sinh: within(isSmall, (x) => sql`sinh(${x})`),
  cosh: within(isSmall, (x) => sql`cosh(${x})`),
  tanh: within(isFinite, (x) => sql`tanh(${x})`),
  asinh: within(isFinite, (x) => sql`asinh(${x})`),
  acosh: within(
    (x) => sql`${x} >= 1 AND isFinite(${x})`,
    (x) => sql`acosh(${x})`,
  ),
  atanh: within(
    (x) => sql`abs(${x}) < 1`,
    (x) => sql`atanh(${x})`,
  ),
  bit_and: (given) => combined(given, (a, b) => sql`bitAnd(${a}, ${b})`),
  bit_or: (given) => combined(given, (a, b) => sql`bitOr(${a}, ${b})`),
  bit_xor: (given) => combined(given, (a, b) => sql`bitXor(${a}, ${b})`),
  bit_not: (given) => {
    const mask = given.call.arguments.length > 1 ? bitsAt(given, 1) : sql`${int64(BITS_MAX)}`;
    return countOf(sql`bitXor(bitAnd(${bitsAt(given, 0)}, ${mask}), ${mask})`);
  },
  bit_shift_left: (given) => {
    const by = wholeAt(given, 1, SHIFT_MAX);
    const kept = sql`toInt64(pow(2, greatest(0, ${int64(BITS)} - ${by})) - 1)`;
    return number(sql`(toFloat64(bitAnd(${bitsAt(given, 0)}, ${kept})) * pow(2, ${by}))`);
  },
  bit_shift_right: (given) => {
    const by = wholeAt(given, 1, SHIFT_MAX);
    return number(sql`floor(toFloat64(${bitsAt(given, 0)}) / pow(2, ${by}))`);
  },
};

/** So many bits of a number are exact. */
const BITS = 53;
const BITS_MAX = Number.MAX_SAFE_INTEGER;
const SHIFT_MAX = 63;
const RANDOM_COUNT = 2 ** 31;

function number(statement: Sql): Value {
  return { kind: 'number', sql: statement };
}

function numberAt(given: FunctionCall, position: number): Sql {
  return numberOf(argument(given, position));
}

function within(isValid: (x: Sql) => Sql, compute: (x: Sql) => Sql): CompileFunction {
  return (given) => {
    const x = numberAt(given, 0);
    return number(compute(sql`if(${isValid(x)}, ${x}, NULL)`));
  };
}

function ofTwo(compute: (first: Sql, second: Sql) => Sql): CompileFunction {
  return (given) => {
    const computed = number(compute(numberAt(given, 0), numberAt(given, 1)));
    return computedOnce(given.context, computed, ({ sql: result }) =>
      number(sql`if(isFinite(${result}), ${result}, NULL)`),
    );
  };
}

/** All numbers among the values of the arguments; NULL where there is none. */
function ofNumbers(given: FunctionCall, compute: (numbers: Sql) => Sql): Value {
  const values = given.call.arguments.map((_, i) => argument(given, i));
  const isList = ({ kind, mayBeList }: Value): boolean => kind === 'multi' || mayBeList === true;
  const singles = values.filter((value) => !isList(value)).map(numberOf);
  const lists = values
    .filter(isList)
    .map((value) => sql`arrayMap(v -> toFloat64OrNull(v), ${multiOf(value)})`);
  const all = [...(singles.length === 0 ? [] : [sql`[${join(singles, ', ')}]`]), ...lists];
  const joined = sql`arrayConcat(${join(all, ', ')})`;
  const numbers = sql`arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), ${joined}))`;
  return computedOnce(given.context, { kind: 'multi', sql: numbers }, ({ sql: each }) =>
    number(sql`if(empty(${each}), NULL, ${compute(each)})`),
  );
}

function bitsAt(given: FunctionCall, position: number): Sql {
  return wholeAt(given, position, BITS_MAX);
}

/** A whole number up to `max`; NULL for any other value. */
function wholeAt(given: FunctionCall, position: number, max: number): Sql {
  const x = numberAt(given, position);
  const isWhole = sql`${x} >= 0 AND ${x} <= ${float64(max)} AND ${x} = trunc(${x})`;
  return sql`if(${isWhole}, ${wholeOf(x)}, NULL)`;
}

function combined(given: FunctionCall, combine: (a: Sql, b: Sql) => Sql): Value {
  const [first = sql`NULL`, ...others] = given.call.arguments.map((_, i) => bitsAt(given, i));
  return countOf(others.reduce(combine, first));
}

/**
 * The same for a row however often the store computes it, and in the next page of a result: a hash of the event, or of
 * the number of a row that is none.
 */
function random({ context, relation, call }: FunctionCall): Value {
  const row = relation.hasBase ? sql`row_id` : positionOf(relation);
  if (row === undefined) {
    throw refuse(call, 'random() can only be used in eval and where.');
  }
  const hash = sql`sipHash64(${row}, ${float64(context.now)}, ${uint32(call.start)})`;
  return countOf(sql`${hash} % ${uint32(RANDOM_COUNT)}`);
}
