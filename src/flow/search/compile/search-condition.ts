import { attributeEquals } from '../../../engines/store/log-fields.ts';
import { float64, join, sql, type Sql, string, strings } from '../../../engines/store/sql.ts';
import {
  type ComparisonOperator,
  type FieldComparison,
  type FieldIn,
  fits,
  type SearchExpression,
  type SearchValue,
  type SubsearchFilter,
} from '../../../language/index.ts';
import { prefixToName } from '../../../spec/reserved-indexes.ts';
import { asNumber, spellings } from './as-number.ts';
import type { CompileContext } from './context.ts';
import { inNetwork, isNetwork } from './network.ts';
import { fieldValue, isAttribute, type Relation } from './relation.ts';
import { compileTerm } from './term.ts';
import { textEquals } from './text-match.ts';
import { attributeIsAmong, isAmongAnyCase, splitSearchValues } from './value-lists.ts';
import { allOf, existsSql, holdsForAny, numberOf, textOf, truth, type Value } from './value.ts';

/** The conditions that the subsearches of an expression have become. */
export type SubsearchConditions = ReadonlyMap<SubsearchFilter, Sql>;

/** A condition that is true or false, never NULL. */
export function searchCondition(
  context: CompileContext,
  relation: Relation,
  expression: SearchExpression,
  subsearches: SubsearchConditions = new Map(),
): Sql {
  const compile = (each: SearchExpression): Sql =>
    searchCondition(context, relation, each, subsearches);
  switch (expression.kind) {
    case 'everything':
      return sql`1`;
    case 'term':
      return compileTerm(relation, expression);
    case 'comparison':
      return compileComparison(context, relation, expression);
    case 'in':
      return compileIn(context, relation, expression);
    case 'not':
      return sql`NOT (${compile(expression.operand)})`;
    case 'and':
      return allOf(expression.operands.map(compile));
    case 'or':
      return sql`(${join(expression.operands.map(compile), ' OR ')})`;
    case 'subsearch':
      return subsearches.get(expression) ?? sql`0`;
  }
}

function compileComparison(
  context: CompileContext,
  relation: Relation,
  { field, operator, value }: FieldComparison,
): Sql {
  return compare(context, relation, field.name, operator, value);
}

function compileIn(context: CompileContext, relation: Relation, { field, values }: FieldIn): Sql {
  const { name } = field;
  const value = fieldValue(relation, name);
  if (isIndexName(relation, name, value)) return isAmongIndexes(context, values);
  const { plain, others } = splitSearchValues(values);
  const conditions = others.map((each) => compare(context, relation, name, '=', each));
  if (plain.length > 0) conditions.unshift(isOneOf(relation, name, value, plain));
  return sql`(${join(conditions, ' OR ')})`;
}

function isOneOf(relation: Relation, name: string, value: Value, wanted: readonly string[]): Sql {
  return isAttribute(relation, name)
    ? attributeIsAmong(name, wanted)
    : isAmongAnyCase(value, wanted);
}

function compare(
  context: CompileContext,
  relation: Relation,
  name: string,
  operator: ComparisonOperator,
  wanted: SearchValue,
): Sql {
  const value = fieldValue(relation, name);
  if (isIndexName(relation, name, value)) return compareIndex(context, operator, wanted);
  const isAny = wanted.pattern.length > 1 && wanted.pattern.every((piece) => piece === '');
  if (isAny) return operator === '=' ? existsSql(value) : sql`0`;
  if (operator === '=') return equals(relation, name, value, wanted);
  if (operator === '!=') return differs(value, wanted);
  return holdsForAny(value, (each) => truth(ordered(each, operator, wanted)));
}

function equals(relation: Relation, name: string, value: Value, wanted: SearchValue): Sql {
  const [only] = wanted.pattern;
  if (isAttribute(relation, name) && wanted.pattern.length === 1) {
    const indexed = spellings(only).map((text) => attributeEquals(name, text));
    const found = indexed.length === 1 ? indexed[0] : undefined;
    const any = found ?? sql`(${join(indexed, ' OR ')})`;
    if (wanted.match === 'case') return sql`(${any} AND ${matchesAny(value, wanted)})`;
    if (!isNetwork(only)) return any;
    return sql`(${any} OR ${holdsForAny(value, (each) => inNetwork(textOf(each), only))})`;
  }
  const condition = matchesAny(value, wanted);
  return value.present === undefined
    ? condition
    : sql`(${value.present.condition} AND ${condition})`;
}

/** A list is found by each of its values, and as the text that it is. */
function matchesAny(value: Value, wanted: SearchValue): Sql {
  const any = holdsForAny(value, (each) => matches(each, wanted));
  return value.mayBeList ? sql`(${any} OR ${matches(value, wanted)})` : any;
}

function differs(value: Value, wanted: SearchValue): Sql {
  if (value.kind === 'multi') {
    return holdsForAny(value, (each) => sql`NOT (${matches(each, wanted)})`);
  }
  const differing = holdsForAny(value, (each) => sql`NOT ${matches(each, wanted)}`);
  return sql`(${existsSql(value)} AND ${differing})`;
}

/** A single value against a literal: as numbers where both are, else as text. */
function matches(value: Value, wanted: SearchValue): Sql {
  const [only] = wanted.pattern;
  const number = wanted.pattern.length === 1 ? asNumber(only) : undefined;
  if (number !== undefined && wanted.match !== 'case') {
    const sameNumber = sql`${numberOf(value)} = ${float64(number)}`;
    if (value.kind === 'number' || value.kind === 'time') return truth(sameNumber);
    return truth(sql`ifNull(${sameNumber}, ${textEquals(textOf(value), wanted)})`);
  }
  const equal = textEquals(textOf(value), wanted);
  // The columns of an event are never NULL, and the store knows plain comparisons better.
  const condition = value.isBase && value.present === undefined ? equal : truth(equal);
  return wanted.pattern.length === 1 && isNetwork(only)
    ? sql`(${condition} OR ${inNetwork(textOf(value), only)})`
    : condition;
}

const OPERATORS = {
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '=': sql`=`,
  '!=': sql`!=`,
} as const satisfies Record<ComparisonOperator, Sql>;

export function operatorSql(operator: ComparisonOperator): Sql {
  return OPERATORS[operator];
}

function ordered(value: Value, operator: ComparisonOperator, wanted: SearchValue): Sql {
  const text = wanted.pattern.join('*');
  const number = asNumber(text);
  const by = OPERATORS[operator];
  const asText = sql`${textOf(value)} ${by} ${string(text)}`;
  if (number === undefined) return asText;
  const asNumbers = sql`${numberOf(value)} ${by} ${float64(number)}`;
  return value.kind === 'number' || value.kind === 'time'
    ? asNumbers
    : sql`ifNull(${asNumbers}, ${asText})`;
}

function isIndexName(relation: Relation, name: string, value: Value): boolean {
  return (name === 'index' || name === '_index') && value.isBase === true && relation.hasBase;
}

/** Decided by the list of indexes, so that the store compares with names it has. */
function compareIndex(
  context: CompileContext,
  operator: ComparisonOperator,
  wanted: SearchValue,
): Sql {
  const named = context.indexes.filter((name) => indexFits(wanted, name));
  if (operator === '=') return sql`index_name IN ${strings(named)}`;
  if (operator === '!=') return sql`index_name NOT IN ${strings(named)}`;
  return truth(sql`index_name ${OPERATORS[operator]} ${string(wanted.pattern.join('*'))}`);
}

function isAmongIndexes({ indexes }: CompileContext, wanted: readonly SearchValue[]): Sql {
  const named = indexes.filter((name) => wanted.some((value) => indexFits(value, name)));
  return sql`index_name IN ${strings(named)}`;
}

/** Internal and restored indexes are found by a name that begins as theirs does. */
export function indexFits(wanted: SearchValue, name: string): boolean {
  const [first, ...rest] = wanted.pattern;
  const lowered = [first, ...rest].map((piece) => piece.toLowerCase());
  const [start = '', ...others] = lowered;
  const prefix = prefixToName(name);
  if (prefix !== undefined && !start.startsWith(prefix)) return false;
  return fits([start, ...others], name);
}
