/** Functions of `stats` over a window of rows: eventstats and streamstats. */
import { sparklineOf } from './sparkline.ts';
import { join, sql, type Sql } from '../../../engines/store/sql.ts';
import {
  type Aggregation,
  columnName,
  type EventstatsStage,
  type GroupKey,
} from '../../../language/index.ts';
import { expandAggregations, levelLiteral, wholeList } from './aggregate.ts';
import { type CompileContext, refuse } from './context.ts';
import { compileExpression } from './expression.ts';
import { keyOf } from './group-by.ts';
import type { Key } from './grouped-rows.ts';
import { fieldValue, type Relation, asSubquery, rowTime, withField } from './relation.ts';
import { countOf, existsSql, multiOf, numberOf, textOf, truth, type Value } from './value.ts';

export function partition(keys: readonly Sql[]): Sql {
  return keys.length === 0 ? sql`` : sql`PARTITION BY ${join(keys, ', ')}`;
}

export function addWindows(
  context: CompileContext,
  open: Relation,
  { aggregations, by }: Pick<EventstatsStage, 'aggregations' | 'by'>,
  windowOf: (keys: readonly Sql[]) => Sql,
): Relation {
  const keys = by.map((key) => windowKey(context, open, key));
  const present = keys.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  const over = sql`OVER (${windowOf(keys.map(({ value }) => value.sql))})`;
  let rows = open;
  const names = keys.map(({ name }) => name);
  for (const aggregation of expandAggregations(open, aggregations, names)) {
    const value = windowValue(context, open, aggregation, over);
    const blank = value.kind === 'multi' ? sql`CAST([], 'Array(String)')` : sql`NULL`;
    const shown =
      present.length === 0 ? value.sql : sql`if(${join(present, ' AND ')}, ${value.sql}, ${blank})`;
    rows = withField(rows, columnName(aggregation), { kind: value.kind, sql: shown });
  }
  return asSubquery(context, rows);
}

/** Every row stays one row: several values in a field are one key together. */
function windowKey(context: CompileContext, open: Relation, key: GroupKey): Key {
  const value = fieldValue(open, key.field.name);
  if (value.kind !== 'multi' || key.span !== undefined) {
    return keyOf({ ...context, readsLists: false }, open, key);
  }
  const name = key.field.name;
  return { name, value: { kind: 'text', sql: textOf(value) }, condition: existsSql(value) };
}

function windowValue(
  context: CompileContext,
  relation: Relation,
  aggregation: Aggregation,
  over: Sql,
): Value {
  const { argument, function: name, trend } = aggregation;
  if (trend !== undefined) {
    return sparklineOf(context, relation, trend, (rows, of) =>
      windowValue(context, rows, of, over),
    );
  }
  if (argument === undefined) return countOf(sql`count() ${over}`);
  const input =
    argument.kind === 'eval'
      ? compileExpression(context, relation, argument.expression)
      : fieldValue(relation, argument.pattern[0]);
  if (input.kind === 'boolean') return countOf(sql`countIf(${truth(input.sql)}) ${over}`);
  const has = existsSql(input);
  const ofList =
    input.kind === 'multi' || input.mayBeList ? ofValues(name, input, over) : undefined;
  if (ofList !== undefined) return ofList;
  const value = numberOf(input);
  const isNumber = sql`isFinite(ifNull(${value}, nan))`;
  const numeric = (by: Sql): Sql => sql`${by}OrNullIf(${value}, ${isNumber}) ${over}`;
  const text = sql`assumeNotNull(toString(${textOf(input)}))`;
  const plain = NUMERIC[name];
  if (plain !== undefined) return number(numeric(plain));
  switch (name) {
    case 'count':
      return countOf(sql`countIf(${has}) ${over}`);
    case 'dc':
    case 'estdc':
      return countOf(sql`uniqExactIf(${text}, ${has}) ${over}`);
    case 'sumsq':
      return number(sql`sumOrNullIf(${value} * ${value}, ${isNumber}) ${over}`);
    case 'min':
    case 'max':
      return extreme(name, input, over);
    case 'range':
      return number(sql`(${numeric(sql`max`)} - ${numeric(sql`min`)})`);
    case 'perc':
    case 'upperperc':
    case 'exactperc':
      return number(percentileOf(aggregation, value, isNumber, over));
    case 'mode':
      return {
        kind: 'any',
        sql: sql`arrayElementOrNull(topKIf(1)(${text}, ${has}) ${over}, 1)`,
      };
    case 'earliest':
    case 'latest':
    case 'earliest_time':
    case 'latest_time':
      return byTime(relation, aggregation, input, over);
    case 'first':
      return { kind: 'any', sql: sql`anyOrNullIf(${text}, ${has}) ${over}` };
    case 'last':
      return { kind: 'any', sql: sql`anyLastOrNullIf(${text}, ${has}) ${over}` };
    case 'values': {
      const found = sql`groupUniqArrayIf(10001)(${text}, ${has}) ${over}`;
      return { kind: 'multi', sql: wholeList(found) };
    }
    case 'list':
      return { kind: 'multi', sql: sql`groupArrayIf(100)(${text}, ${has}) ${over}` };
    default:
      throw refuse(aggregation, `${name}() is not available in this command yet.`);
  }
}

/** Functions that look at each of several values; undefined for every other. */
function ofValues(name: string, input: Value, over: Sql): Value | undefined {
  const list = multiOf(input);
  switch (name) {
    case 'count':
      return countOf(sql`sum(length(${list})) ${over}`);
    case 'dc':
    case 'estdc':
      return countOf(sql`uniqExactArray(${list}) ${over}`);
    case 'values':
      return {
        kind: 'multi',
        sql: wholeList(sql`groupUniqArrayArray(10001)(${list}) ${over}`),
      };
    case 'list':
      return { kind: 'multi', sql: sql`groupArrayArray(100)(${list}) ${over}` };
    default:
      return undefined;
  }
}

/** Functions computed only from the numbers, by their names in the store. */
const NUMERIC: Readonly<Record<string, Sql>> = {
  sum: sql`sum`,
  avg: sql`avg`,
  stdev: sql`stddevSamp`,
  stdevp: sql`stddevPop`,
  var: sql`varSamp`,
  varp: sql`varPop`,
  median: sql`median`,
};

/** Numbers where there are any, else text. */
function extreme(name: 'min' | 'max', input: Value, over: Sql): Value {
  const pick = name === 'min' ? sql`min` : sql`max`;
  const value = numberOf(input);
  const isNumber = sql`isFinite(ifNull(${value}, nan))`;
  const numbers = sql`${pick}OrNullIf(${value}, ${isNumber}) ${over}`;
  if (input.kind === 'number' || input.kind === 'time') return number(numbers);
  const text = sql`assumeNotNull(toString(${textOf(input)}))`;
  const texts = sql`${pick}OrNullIf(${text}, ${existsSql(input)}) ${over}`;
  return { kind: 'any', sql: sql`coalesce(toString(${numbers}), ${texts})` };
}

function percentileOf(aggregation: Aggregation, value: Sql, isNumber: Sql, over: Sql): Sql {
  const { function: name, percentile = 50 } = aggregation;
  const by = name === 'exactperc' ? sql`quantileExactInclusive` : sql`quantileTDigest`;
  return sql`toFloat64(${by}OrNullIf(${levelLiteral(percentile)})(${value}, ${isNumber}) ${over})`;
}

function byTime(relation: Relation, aggregation: Aggregation, input: Value, over: Sql): Value {
  const time = rowTime(relation);
  if (time === undefined) {
    throw refuse(aggregation, `${aggregation.function}() needs rows with _time.`);
  }
  const at = numberOf(time);
  const has = existsSql(input);
  const text = sql`assumeNotNull(toString(${textOf(input)}))`;
  switch (aggregation.function) {
    case 'earliest_time':
      return number(sql`minOrNullIf(${at}, ${has}) ${over}`);
    case 'latest_time':
      return number(sql`maxOrNullIf(${at}, ${has}) ${over}`);
    case 'earliest':
      return { kind: 'any', sql: sql`argMinOrNullIf(${text}, ${at}, ${has}) ${over}` };
    default:
      return { kind: 'any', sql: sql`argMaxOrNullIf(${text}, ${at}, ${has}) ${over}` };
  }
}

function number(statement: Sql): Value {
  return { kind: 'number', sql: statement };
}
