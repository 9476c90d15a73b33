/** The functions of `stats` and its kin. */
import {
  float64,
  identifier,
  sql,
  type Sql,
  LIST_TOO_LONG,
  string,
} from '../../../engines/store/sql.ts';
import {
  columnName,
  fits,
  hasWildcard,
  renameByStars,
  type Aggregation,
  type Trend,
} from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { compileExpression } from './expression.ts';
import { sparklineOf } from './sparkline.ts';
import { EVENT_ORDER, fieldValue, rowTime, type OrderKey, type Relation } from './relation.ts';
import {
  asList,
  asSingle,
  countOf,
  existsSql,
  looksLikeListOf,
  multiOf,
  numberOf,
  textOf,
  truth,
  type Value,
} from './value.ts';

export interface CompiledAggregation {
  readonly name: string;
  readonly value: Value;
  /** What a group without rows shows. */
  readonly empty: 0 | null;
  /** Sums of parts give the whole. */
  readonly isAdditive: boolean;
  /** Whether, in a group, a value treated as a single value is a list. */
  readonly guard?: Sql;
}

export interface AggregateOptions {
  /** Length of a bucket in seconds, for counts per unit of time. */
  readonly bucketSeconds?: number;
}

/**
 * The distinct values of one group, sorted. A longer list would be cut, and results computed from it would be wrong, so
 * the store fails instead.
 */
export function wholeList(list: Sql): Sql {
  return sql`arraySort(arraySlice(${list}, 1, 10000 + throwIf(length(${list}) > 10000, ${string(LIST_TOO_LONG)})))`;
}

/** Whether it applies to every field that matches a pattern. */
export function hasPattern({ argument }: Aggregation): boolean {
  return argument?.kind === 'fields' && hasWildcard(argument.pattern);
}

/**
 * Expands aggregations over a pattern of fields to one per matching field. As in other tools, the `keys` of the groups
 * are excluded, and so are names with a leading underscore unless the pattern has it.
 */
export function expandAggregations(
  relation: Relation,
  aggregations: readonly Aggregation[],
  keys: readonly string[],
): Aggregation[] {
  return aggregations.flatMap((each) => {
    const { argument } = each;
    if (argument?.kind !== 'fields' || !hasWildcard(argument.pattern)) return [each];
    if (relation.others !== undefined) {
      const rows = each.function === 'count' ? ' `count` alone counts rows.' : '';
      throw refuse(
        argument,
        `Wildcards only match known fields. List the fields, or use \`table\` first.${rows}`,
      );
    }
    const { pattern } = argument;
    const isMeant = (name: string): boolean =>
      fits(pattern, name) &&
      !keys.includes(name) &&
      (pattern[0].startsWith('_') || !name.startsWith('_'));
    const names = [...relation.fields.keys()].filter(isMeant);
    // Next to other aggregations it expands to none, as in Splunk; alone it would leave nothing to compute.
    if (names.length === 0 && aggregations.every(hasPattern)) {
      throw refuse(argument, 'No field matches this pattern.');
    }
    return names.map((name) => ({
      ...each,
      argument: { ...argument, pattern: [name] as const },
      as:
        each.as === undefined
          ? undefined
          : ([renameByStars(name, pattern, each.as) ?? name] as const),
    }));
  });
}

export function compileAggregation(
  context: CompileContext,
  relation: Relation,
  aggregation: Aggregation,
  options: AggregateOptions = {},
): CompiledAggregation {
  const { argument } = aggregation;
  const name = columnName(aggregation);
  if (aggregation.trend !== undefined) {
    return sparkline(context, relation, aggregation, aggregation.trend);
  }
  if (argument === undefined) {
    if (aggregation.function !== 'count') throw refuse(aggregation, `${name} needs a field.`);
    return { name, value: countOf(sql`count()`), empty: 0, isAdditive: true };
  }
  const input =
    argument.kind === 'eval'
      ? compileExpression(context, relation, argument.expression)
      : fieldValue(relation, argument.pattern[0]);
  const takesLists = input.mayBeList === true && !OF_WHOLE_VALUES.has(aggregation.function);
  const read = takesLists ? (context.readsLists ? asList(input) : asSingle(input)) : input;
  const value = aggregate(relation, aggregation, read, options);
  const isAdditive = ['count', 'sum', 'sumsq'].includes(aggregation.function);
  return {
    name,
    value,
    empty: COUNTS.has(aggregation.function) ? 0 : null,
    isAdditive,
    ...(takesLists && !context.readsLists
      ? { guard: sql`countIf(${looksLikeListOf(input)}) > 0` }
      : {}),
  };
}

function sparkline(
  context: CompileContext,
  relation: Relation,
  aggregation: Aggregation,
  trend: Trend,
): CompiledAggregation {
  const value = sparklineOf(context, relation, trend, (rows, of) => {
    return compileAggregation(context, rows, of).value;
  });
  const { guard } = compileAggregation(context, relation, trend.of);
  const facts = { name: columnName(aggregation), value, empty: null, isAdditive: false } as const;
  return guard === undefined ? facts : { ...facts, guard };
}

/** They return a value as it is, or test whether there is one, so it does not matter whether it is a list. */
const OF_WHOLE_VALUES: ReadonlySet<string> = new Set([
  'first',
  'last',
  'earliest',
  'latest',
  'earliest_time',
  'latest_time',
  'rate',
]);

/** Of nothing there are none. */
export const COUNTS: ReadonlySet<string> = new Set(['count', 'dc', 'estdc']);

function aggregate(
  relation: Relation,
  aggregation: Aggregation,
  input: Value,
  { bucketSeconds = 1 }: AggregateOptions,
): Value {
  const { function: name } = aggregation;
  if (input.kind === 'boolean') {
    if (name === 'sum') {
      return number(numeric({ kind: 'number', sql: sql`if(${truth(input.sql)}, 1, 0)` }, sql`sum`));
    }
    if (name !== 'count') throw refuse(aggregation, `${name}() can’t aggregate a condition.`);
    return countOf(sql`countIf(${truth(input.sql)})`);
  }
  switch (name) {
    case 'count':
      if (input.kind === 'multi') return countOf(sql`sum(length(${input.sql}))`);
      return countOf(sql`countIf(${existsSql(input)})`);
    case 'dc':
      return countOf(
        input.kind === 'multi'
          ? sql`uniqExactArray(${input.sql})`
          : sql`uniqExactIf(${presentText(input)}, ${existsSql(input)})`,
      );
    case 'estdc':
      return countOf(
        input.kind === 'multi'
          ? sql`uniqArray(${input.sql})`
          : sql`uniqIf(${presentText(input)}, ${existsSql(input)})`,
      );
    case 'values':
      return {
        kind: 'multi',
        sql: wholeList(sql`groupUniqArrayArray(10001)(${multiOf(input)})`),
      };
    case 'mode': {
      const most =
        input.kind === 'multi'
          ? sql`topKArray(1)(${input.sql})`
          : sql`topKIf(1)(${presentText(input)}, ${existsSql(input)})`;
      return { kind: 'any', sql: sql`arrayElementOrNull(${most}, 1)` };
    }
    case 'min':
    case 'max':
      return extreme(name, input);
    case 'first':
    case 'last':
    case 'list':
      return byPosition(relation, aggregation, input);
    case 'earliest':
    case 'latest':
    case 'earliest_time':
    case 'latest_time':
    case 'rate':
      return byTime(relation, aggregation, input);
    case 'per_second':
    case 'per_minute':
    case 'per_hour':
    case 'per_day': {
      const units = { per_second: 1, per_minute: 60, per_hour: 3600, per_day: 86_400 }[name];
      return number(sql`${numeric(input, sql`sum`)} * ${float64(units / bucketSeconds)}`);
    }
    default:
      return numericAggregate(aggregation, input);
  }
}

function number(statement: Sql): Value {
  return { kind: 'number', sql: statement };
}

function presentText(input: Value): Sql {
  return input.present?.sql ?? sql`assumeNotNull(${textOf(input)})`;
}

/** A function over the values that are numbers; NULL when there is none. */
function numeric(input: Value, name: Sql): Sql {
  if (input.kind === 'multi') return sql`${name}ArrayOrNull(${numbersOf(input.sql)})`;
  const value = numberOf(input);
  return sql`${name}OrNullIf(${value}, isFinite(ifNull(${value}, nan)))`;
}

/** Those of a list that are numbers. */
function numbersOf(list: Sql): Sql {
  return sql`arrayFilter(v -> isFinite(ifNull(v, nan)), arrayMap(v -> toFloat64OrNull(v), ${list}))`;
}

function numericAggregate(aggregation: Aggregation, input: Value): Value {
  const { function: name, percentile = 50 } = aggregation;
  switch (name) {
    case 'sum':
    case 'avg':
      return number(numeric(input, name === 'sum' ? sql`sum` : sql`avg`));
    case 'sumsq': {
      if (input.kind === 'multi') {
        return number(sql`sumArrayOrNull(arrayMap(v -> v * v, ${numbersOf(input.sql)}))`);
      }
      const value = numberOf(input);
      return number(numeric({ kind: 'number', sql: sql`(${value} * ${value})` }, sql`sum`));
    }
    case 'range':
      return number(sql`${numeric(input, sql`max`)} - ${numeric(input, sql`min`)}`);
    case 'median':
      return number(percentileOf(input, sql`quantileTDigest`, 50));
    case 'perc':
    case 'upperperc':
      return number(percentileOf(input, sql`quantileTDigest`, percentile));
    case 'exactperc':
      return number(percentileOf(input, sql`quantileExactInclusive`, percentile));
    case 'stdev':
      return number(spread(input, sql`stddevSamp`));
    case 'stdevp':
      return number(spread(input, sql`stddevPop`));
    case 'var':
      return number(spread(input, sql`varSamp`));
    case 'varp':
      return number(spread(input, sql`varPop`));
    default:
      throw refuse(aggregation, `${name}() is not available yet.`);
  }
}

function spread(input: Value, name: Sql): Sql {
  const value = numeric(input, name);
  return sql`if(isFinite(${value}), ${value}, NULL)`;
}

function percentileOf(input: Value, name: Sql, percentile: number): Sql {
  if (input.kind === 'multi') {
    return sql`${name}ArrayOrNull(${levelLiteral(percentile)})(${numbersOf(input.sql)})`;
  }
  const value = numberOf(input);
  return sql`${name}OrNullIf(${levelLiteral(percentile)})(${value}, isFinite(ifNull(${value}, nan)))`;
}

/** Written digit by digit, because the engine accepts no bound value here. */
export function levelLiteral(percentile: number): Sql {
  const level = Math.min(1, Math.max(0, percentile / 100));
  const digits: Readonly<Record<string, Sql>> = {
    '0': sql`0`,
    '1': sql`1`,
    '2': sql`2`,
    '3': sql`3`,
    '4': sql`4`,
    '5': sql`5`,
    '6': sql`6`,
    '7': sql`7`,
    '8': sql`8`,
    '9': sql`9`,
    '.': sql`.`,
  };
  const parts = Array.from(level.toFixed(5), (digit) => digits[digit] ?? sql`0`);
  return parts.reduce((all, part) => sql`${all}${part}`, sql``);
}

/** By number where all values are numbers, else by text. */
function extreme(name: 'min' | 'max', input: Value): Value {
  const by = name === 'min' ? sql`min` : sql`max`;
  if (input.kind === 'number') return number(numeric(input, by));
  if (input.kind === 'time') return { kind: 'time', sql: sql`${by}OrNull(${input.sql})` };
  if (input.kind === 'multi') {
    const words = sql`sum(length(arrayFilter(v -> isNull(toFloat64OrNull(v)), ${input.sql})))`;
    const asText = sql`${by}ArrayOrNull(${input.sql})`;
    return { kind: 'any', sql: sql`if(${words} = 0, toString(${numeric(input, by)}), ${asText})` };
  }
  const words = sql`countIf(isNotNull(${input.sql}) AND isNull(${numberOf(input)}))`;
  const asText = sql`${by}OrNull(${input.sql})`;
  return { kind: 'any', sql: sql`if(${words} = 0, toString(${numeric(input, by)}), ${asText})` };
}

/** A key by which the first row of the relation is the smallest. */
function rowKey(order: readonly OrderKey[]): Sql {
  if (order === EVENT_ORDER) return sql`tuple(-toUnixTimestamp64Milli(timestamp), bitNot(row_id))`;
  return sql`${identifier(ROW_NUMBER)}`;
}

/** The column `numbered` adds, for functions that follow the order of rows. */
export const ROW_NUMBER = 'row_number_';

/** Whether an aggregation needs rows to be numbered first. */
export function needsRowNumbers(relation: Relation, aggregations: readonly Aggregation[]): boolean {
  const isOrdered = aggregations.some(({ function: name }) =>
    ['first', 'last', 'list'].includes(name),
  );
  return isOrdered && relation.order !== EVENT_ORDER;
}

function byPosition(relation: Relation, { function: name }: Aggregation, input: Value): Value {
  const key = rowKey(relation.order);
  if (name === 'list') {
    const value = input.kind === 'multi' ? input.sql : presentText(input);
    const kept = sql`groupArraySortedIf(100)(tuple(${key}, ${value}), ${existsSql(input)})`;
    if (input.kind === 'multi') {
      const all = sql`arrayFlatten(arrayMap(t -> t.2, ${kept}))`;
      return { kind: 'multi', sql: sql`arraySlice(${all}, 1, 100)` };
    }
    return { kind: 'multi', sql: sql`arrayMap(t -> toString(t.2), ${kept})` };
  }
  const pick = name === 'first' ? sql`argMin` : sql`argMax`;
  return picked(pick, input, key);
}

function picked(pick: Sql, input: Value, key: Sql): Value {
  if (input.kind === 'multi') {
    return { kind: 'multi', sql: sql`${pick}If(${input.sql}, ${key}, ${existsSql(input)})` };
  }
  const value = input.present?.sql ?? input.sql;
  return {
    kind: input.kind === 'text' ? 'any' : input.kind,
    sql: sql`${pick}OrNullIf(${value}, ${key}, ${existsSql(input)})`,
    ...(input.mayBeList ? { mayBeList: true } : {}),
  };
}

function byTime(relation: Relation, aggregation: Aggregation, input: Value): Value {
  const time = rowTime(relation);
  if (time === undefined) {
    throw refuse(aggregation, `${aggregation.function}() needs rows with _time.`);
  }
  const at = numberOf(time);
  const has = existsSql(input);
  const isRead = relation.order === EVENT_ORDER && time.isBase === true;
  const key = isRead ? sql`tuple(timestamp, row_id)` : at;
  const first = sql`minOrNullIf(${at}, ${has})`;
  const last = sql`maxOrNullIf(${at}, ${has})`;
  switch (aggregation.function) {
    case 'earliest':
      return picked(sql`argMin`, input, key);
    case 'latest':
      return picked(sql`argMax`, input, key);
    case 'earliest_time':
      return number(first);
    case 'latest_time':
      return number(last);
    default: {
      const value = numberOf(input);
      const isThere = sql`isNotNull(${value})`;
      const growth = sql`(argMaxOrNullIf(${value}, ${key}, ${isThere}) - argMinOrNullIf(${value}, ${key}, ${isThere}))`;
      return number(sql`${growth} / nullIf(${last} - ${first}, 0)`);
    }
  }
}
