/** Functions of `stats` over a window of rows: eventstats and streamstats. */
import { bind, join, sql, uint32, type Sql } from '../../../engines/store/sql.ts';
import {
  columnName,
  lengthOf,
  type Aggregation,
  type EventstatsStage,
  type GroupKey,
  type StreamstatsStage,
} from '../../../language/index.ts';
import { expandAggregations, levelLiteral, wholeList } from './aggregate.ts';
import { numbered, type Numbered } from './combine.ts';
import { refuse, type CompileContext } from './context.ts';
import { compileExpression } from './expression.ts';
import { fieldValue, seal, windowOrder, withField, withFields, type Relation } from './relation.ts';
import type { Key } from './grouped-rows.ts';
import { keyOf } from './stats.ts';
import { existsSql, numberOf, textOf, truth, type Value } from './value.ts';
import { sizeOfRows } from './window-frame.ts';

export function compileEventstats(
  context: CompileContext,
  relation: Relation,
  stage: EventstatsStage,
): Relation {
  const open = seal(context, relation);
  const order = windowOrder(open);
  const whole = sql`${order} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING`;
  // Most functions do not care for the order, and are faster without one.
  const isOrdered = stage.aggregations.some((each) => BY_POSITION.has(each.function));
  return addWindows(context, open, stage, (keys) =>
    isOrdered ? sql`${partition(keys)} ${whole}` : partition(keys),
  );
}

const BY_POSITION: ReadonlySet<string> = new Set(['first', 'last', 'list']);

export function compileStreamstats(
  context: CompileContext,
  relation: Relation,
  stage: StreamstatsStage,
): Relation {
  const { current, window, global, time_window, reset_on_change } = stage.options;
  const order = time_window === undefined ? undefined : timeOrder(relation, stage);
  const rows = reset_on_change ? withRuns(context, relation, stage) : seal(context, relation);
  const isShared = window > 0 && global && stage.by.length > 0 && order === undefined;
  const open = isShared ? numbered(context, rows) : rows;
  const run = open.fields.get(RUN);
  const frame =
    order === undefined ? rowFrame(open, current, window) : timeFrame(open, order, stage);
  const widened = addWindows(context, open, stage, (keys) => {
    const all = run === undefined ? keys : [...keys, run.sql];
    return sql`${partition(all)} ${frame}`;
  });
  return { ...widened, fields: new Map([...widened.fields].filter(([name]) => name !== RUN)) };
}

/** The last rows of a group; of numbered rows the last of all groups together, of which each sees its own. */
function rowFrame(open: Relation | Numbered, current: boolean, window: number): Sql {
  const first = window === 0 ? sql`UNBOUNDED` : sizeOfRows(current ? window - 1 : window);
  const last = current ? sql`CURRENT ROW` : sql`1 PRECEDING`;
  const between = sql`BETWEEN ${first} PRECEDING AND ${last}`;
  return 'position' in open
    ? sql`ORDER BY toInt64(${open.position}) RANGE ${between}`
    : sql`${windowOrder(open)} ROWS ${between}`;
}

/** Whether the rows come newest first. Looking back in time needs rows in the order of time. */
function timeOrder(relation: Relation, stage: StreamstatsStage): { isDescending: boolean } {
  const time = fieldValue(relation, '_time');
  const [first] = relation.order;
  const isByTime =
    first !== undefined && time.kind === 'time' && bind(first.sql).text === bind(time.sql).text;
  if (!isByTime) {
    throw refuse(
      stage,
      'time_window needs rows in the order of time: put `sort 0 _time` before it.',
    );
  }
  if (!stage.options.current || stage.options.window > 0) {
    throw refuse(stage, 'time_window stands alone: leave out window and current=f.');
  }
  return first;
}

/** Rows of the same instant count together. */
function timeFrame(
  open: Relation,
  { isDescending }: { readonly isDescending: boolean },
  { options }: StreamstatsStage,
): Sql {
  const at = sql`toUnixTimestamp64Milli(${fieldValue(open, '_time').sql})`;
  const size = options.time_window === undefined ? 0 : lengthOf(options.time_window);
  const order = isDescending ? sql`${at} DESC` : at;
  // The span is half open: an event exactly so long ago is no longer in it.
  const back = sizeOfRows(Math.max(0, size - 1));
  return sql`ORDER BY ${order} RANGE BETWEEN ${back} PRECEDING AND CURRENT ROW`;
}

const RUN = '\0run';

/** Numbers the stretches of rows in which the BY fields stay the same. */
function withRuns(context: CompileContext, relation: Relation, stage: StreamstatsStage): Relation {
  const open = seal(context, relation);
  const keys = stage.by.map(
    ({ field }) => sql`ifNull(toString(${textOf(fieldValue(open, field.name))}), '')`,
  );
  if (keys.length === 0) throw refuse(stage, 'reset_on_change needs fields behind BY.');
  const order = windowOrder(open);
  const frame = sql`ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
  const key = sql`tuple(${join(keys, ', ')})`;
  const isNew = sql`toUInt64(lagInFrame(${key}, 1, ${key}) OVER (${order} ${frame}) != ${key})`;
  const marked = seal(context, withField(open, RUN, { kind: 'number', sql: isNew }));
  const over = sql`OVER (${windowOrder(marked)} ${frame})`;
  const run = sql`sum(${marked.fields.get(RUN)?.sql ?? sql`0`}) ${over}`;
  return seal(context, withField(marked, RUN, { kind: 'number', sql: run }));
}

function partition(keys: readonly Sql[]): Sql {
  return keys.length === 0 ? sql`` : sql`PARTITION BY ${join(keys, ', ')}`;
}

function addWindows(
  context: CompileContext,
  open: Relation,
  { aggregations, by }: Pick<EventstatsStage, 'aggregations' | 'by'>,
  windowOf: (keys: readonly Sql[]) => Sql,
): Relation {
  const keys = by.map((key) => windowKey(context, open, key));
  const present = keys.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  const over = sql`OVER (${windowOf(keys.map(({ value }) => value.sql))})`;
  let rows = open;
  for (const aggregation of expandAggregations(open, aggregations)) {
    const value = windowValue(context, open, aggregation, over);
    const blank = value.kind === 'multi' ? sql`CAST([], 'Array(String)')` : sql`NULL`;
    const shown =
      present.length === 0 ? value.sql : sql`if(${join(present, ' AND ')}, ${value.sql}, ${blank})`;
    rows = withField(rows, columnName(aggregation), { kind: value.kind, sql: shown });
  }
  return seal(context, rows);
}

/** Every row stays one row: several values in a field are one key together. */
function windowKey(context: CompileContext, open: Relation, key: GroupKey): Key {
  const value = fieldValue(open, key.field.name);
  if (value.kind !== 'multi' || key.span !== undefined) return keyOf(context, open, key);
  const name = key.field.name;
  return { name, value: { kind: 'text', sql: textOf(value) }, condition: existsSql(value) };
}

function windowValue(
  context: CompileContext,
  relation: Relation,
  aggregation: Aggregation,
  over: Sql,
): Value {
  const { argument, function: name } = aggregation;
  if (argument === undefined) return number(sql`count() ${over}`);
  const input =
    argument.kind === 'eval'
      ? compileExpression(context, relation, argument.expression)
      : fieldValue(relation, argument.pattern[0]);
  if (input.kind === 'boolean') return number(sql`countIf(${truth(input.sql)}) ${over}`);
  const has = existsSql(input);
  const value = numberOf(input);
  const isNumber = sql`isFinite(ifNull(${value}, nan))`;
  const numeric = (by: Sql): Sql => sql`${by}OrNullIf(${value}, ${isNumber}) ${over}`;
  const text = sql`assumeNotNull(toString(${textOf(input)}))`;
  const plain = NUMERIC[name];
  if (plain !== undefined) return number(numeric(plain));
  switch (name) {
    case 'count':
      return number(sql`countIf(${has}) ${over}`);
    case 'dc':
    case 'estdc':
      return number(sql`uniqExactIf(${text}, ${has}) ${over}`);
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
    case 'values':
      return {
        kind: 'multi',
        sql: wholeList(sql`groupUniqArrayIf(10001)(${text}, ${has}) ${over}`),
      };
    case 'list':
      return { kind: 'multi', sql: sql`groupArrayIf(100)(${text}, ${has}) ${over}` };
    default:
      throw refuse(aggregation, `${name}() is not available in this command yet.`);
  }
}

/** Functions of the numbers alone, by their names in the store. */
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
  const time = fieldValue(relation, '_time');
  if (time.kind !== 'time' && time.kind !== 'number') {
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

/** delta and accum: a value against those of the rows before. */
export function compileRunning(
  context: CompileContext,
  relation: Relation,
  field: string,
  as: string,
  kind: { readonly accum: true } | { readonly delta: number },
): Relation {
  const open = seal(context, relation);
  const value = numberOf(fieldValue(open, field));
  const order = windowOrder(open);
  const frame = sql`ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
  const result =
    'accum' in kind
      ? sql`if(isNull(${value}), NULL, sumOrNull(${value}) OVER (${order} ${frame}))`
      : sql`(${value} - lagInFrame(toNullable(${value}), ${uint32(kind.delta)}) OVER (${order} ${frame}))`;
  return seal(context, withField(open, as, { kind: 'number', sql: result }));
}

/** The last value that was there, for rows without one. */
export function compileFilldown(
  context: CompileContext,
  relation: Relation,
  names: readonly string[],
): Relation {
  const open = seal(context, relation);
  const order = windowOrder(open);
  const over = sql`OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const filled = withFields(open, names, (_, name) => {
    const value = fieldValue(open, name);
    if (value.kind === 'multi') return value;
    return { kind: value.kind, sql: sql`anyLast(${value.sql}) ${over}` };
  });
  return seal(context, filled);
}
