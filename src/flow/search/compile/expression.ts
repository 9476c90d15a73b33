/** What `eval` and `where` compute, as SQL. Anything that cannot be computed is NULL, never an error. */
import { float64, join, lengthOf, sql, string, type Sql } from '../../../engines/store/sql.ts';
import { fieldsOf } from '../../../language/index.ts';
import type {
  Arithmetic,
  Call,
  Comparison,
  ComparisonOperator,
  Expression,
  OneOf,
} from '../../../language/index.ts';
import { concatenated } from './bounded-values.ts';
import { nameValues } from './computed-once.ts';
import { refuse, type CompileContext } from './context.ts';
import { compareValues, isNumber } from './compare-values.ts';
import { CONDITION_FUNCTIONS } from './functions/condition-functions.ts';
import type { CompileFunction } from './functions/function.ts';
import { JSON_FUNCTIONS } from './functions/json-functions.ts';
import { MATH_FUNCTIONS } from './functions/math-functions.ts';
import { MULTIVALUE_FUNCTIONS } from './functions/multivalue-functions.ts';
import { NUMBER_FUNCTIONS } from './functions/number-functions.ts';
import { TEXT_FUNCTIONS } from './functions/text-functions.ts';
import { TIME_FUNCTIONS } from './functions/time-functions.ts';
import { fieldValue, knownName, type Relation } from './relation.ts';
import { isAmongByCase, splitLiterals } from './value-lists.ts';
import { operatorSql } from './search-condition.ts';
import { conditionOf, numberOf, textOf, truth, type Value } from './value.ts';

const FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  ...CONDITION_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...MATH_FUNCTIONS,
  ...TIME_FUNCTIONS,
  ...MULTIVALUE_FUNCTIONS,
};

/** Longer statements are refused by the store. */
const CHARACTERS_MAX = 50_000;

export function compileExpression(
  context: CompileContext,
  relation: Relation,
  expression: Expression,
): Value {
  const value = compileNode(context, relation, expression);
  if (value.isBase || value.isColumn || expression.kind === 'text') return value;
  if (lengthOf(value.sql) > CHARACTERS_MAX) {
    throw refuse(expression, 'This expression is too large. Compute parts of it with eval first.');
  }
  return value;
}

/** Each part of an expression is compiled once and computed once, however often it is used. */
function compileNode(context: CompileContext, relation: Relation, expression: Expression): Value {
  const parts = new Map<Expression, Value>();
  const names = nameValues(context);
  const compile = (each: Expression): Value => {
    const known = parts.get(each);
    if (known !== undefined) return known;
    const value = names.named(compileExpression(context, relation, each));
    parts.set(each, value);
    return value;
  };
  return names.written(writeNode(context, relation, expression, compile));
}

function writeNode(
  context: CompileContext,
  relation: Relation,
  expression: Expression,
  compile: (each: Expression) => Value,
): Value {
  switch (expression.kind) {
    case 'number':
      return { kind: 'number', sql: sql`${float64(expression.value)}` };
    case 'text':
      return { kind: 'text', sql: sql`${string(expression.value)}` };
    case 'field':
      return fieldValue(relation, expression.name);
    case 'call':
      return compileCall(context, relation, expression, compile);
    case 'negate':
      return { kind: 'number', sql: sql`(-${numberOf(compile(expression.operand))})` };
    case 'arithmetic':
      return arithmetic(relation, expression, compile);
    case 'concatenate': {
      const parts = expression.operands.map((each) => [each, compile(each)] as const);
      return { kind: 'text', sql: concatenated(relation, parts) };
    }
    case 'compare':
      return compareExpression(expression, compile);
    case 'oneOf':
      return { kind: 'boolean', sql: isOneOf(expression, compile) };
    case 'not':
      return { kind: 'boolean', sql: sql`NOT (${conditionOf(compile(expression.operand))})` };
    case 'and':
    case 'or': {
      const operands = expression.operands.map(
        (operand) => sql`(${conditionOf(compile(operand))})`,
      );
      const joined = join(operands, expression.kind === 'and' ? ' AND ' : ' OR ');
      return { kind: 'boolean', sql: sql`(${joined})` };
    }
    case 'xor': {
      const operands = expression.operands.map((operand) => conditionOf(compile(operand)));
      return { kind: 'boolean', sql: sql`xor(${join(operands, ', ')})` };
    }
  }
}

function isOneOf({ operand, values }: OneOf, compile: (each: Expression) => Value): Sql {
  const left = compile(operand);
  const { plain, others } =
    left.kind === 'boolean' ? { plain: [], others: values } : splitLiterals(values);
  const same = others.map((value) => compareValues('=', left, compile(value), value));
  if (plain.length > 0) same.unshift(isAmongByCase(left, plain));
  return sql`(${join(same, ' OR ')})`;
}

/** For contexts where only true counts. */
export function compileCondition(
  context: CompileContext,
  relation: Relation,
  expression: Expression,
): Sql {
  return truth(conditionOf(compileExpression(context, relation, expression)));
}

function compileCall(
  context: CompileContext,
  relation: Relation,
  call: Call,
  compile: (each: Expression) => Value,
): Value {
  const write = FUNCTIONS[call.function];
  if (write === undefined) throw refuse(call, `${call.function}() is not available yet.`);
  return write({
    context,
    relation,
    call,
    compile,
    compileOn: (rows, each) => compileExpression(context, rows, each),
  });
}

function arithmetic(
  relation: Relation,
  { operator, ...given }: Arithmetic,
  compile: (each: Expression) => Value,
): Value {
  const left = compile(given.left);
  const right = compile(given.right);
  const a = numberOf(left);
  const b = numberOf(right);
  switch (operator) {
    case '+': {
      const isNumeric = isNumber(left) || isNumber(right);
      if (isNumeric) return { kind: 'number', sql: sql`(${a} + ${b})` };
      const joined = concatenated(relation, [
        [given.left, left],
        [given.right, right],
      ]);
      return { kind: 'any', sql: sql`ifNull(toString(${a} + ${b}), ${joined})` };
    }
    case '-':
      return { kind: 'number', sql: sql`(${a} - ${b})` };
    case '*':
      return { kind: 'number', sql: sql`(${a} * ${b})` };
    case '/':
      return { kind: 'number', sql: sql`(${a} / nullIf(${b}, 0))` };
    case '%':
      return { kind: 'number', sql: sql`(${a} - trunc(${a} / nullIf(${b}, 0)) * ${b})` };
  }
}

function compareExpression(
  { operator, left, right }: Comparison,
  compile: (each: Expression) => Value,
): Value {
  const a = compile(left);
  const b = compile(right);
  // Two quoted strings are compared as strings, even if they look like numbers.
  if (left.kind === 'text' && right.kind === 'text') {
    return { kind: 'boolean', sql: sql`(${textOf(a)} ${operatorSql(operator)} ${textOf(b)})` };
  }
  if (left.kind === 'text' || left.kind === 'number') {
    return { kind: 'boolean', sql: compareValues(FLIPPED[operator], b, a, left) };
  }
  return { kind: 'boolean', sql: compareValues(operator, a, b, right) };
}

const FLIPPED = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
} as const satisfies Record<ComparisonOperator, ComparisonOperator>;

/** Whether an expression names a field that is itself an expression still, and would be repeated. */
export function namesComputed(relation: Relation, expression: Expression): boolean {
  return fieldsOf(expression).some(({ name }) => {
    const value = relation.fields.get(knownName(relation, name));
    return value !== undefined && value.isBase !== true && value.isColumn !== true;
  });
}
