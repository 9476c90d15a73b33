/** Functions of `stats` over a window of rows: eventstats and streamstats. */
import { join, sql, uint32, type Sql } from '../../../engines/store/sql.ts';
import {
  columnName,
  type Aggregation,
  type EventstatsStage,
  type StreamstatsStage,
} from '../../../language/index.ts';
import { expandAggregations } from './aggregate.ts';
import { refuse, type CompileContext } from './context.ts';
import { compileExpression } from './expression.ts';
import { fieldValue, orderList, seal, withField, type Relation } from './relation.ts';
import { keyOf } from './stats.ts';
import { existsSql, numberOf, textOf, truth, type Value } from './value.ts';

export function compileEventstats(
  context: CompileContext,
  relation: Relation,
  stage: EventstatsStage,
): Relation {
  const open = seal(context, relation);
  return addWindows(context, open, stage, (keys) => partition(keys));
}

export function compileStreamstats(
  context: CompileContext,
  relation: Relation,
  stage: StreamstatsStage,
): Relation {
  const { current, window, global, time_window, reset_on_change } = stage.options;
  if (time_window !== undefined || reset_on_change) {
    throw refuse(stage, 'time_window and reset_on_change are not available yet.');
  }
  if (window > 0 && global && stage.by.length > 0) {
    throw refuse(stage, 'A window shared by all groups is not available yet: add global=f.');
  }
  const open = seal(context, relation);
  const order = open.order.length === 0 ? sql`` : sql`ORDER BY ${orderList(open.order)}`;
  const first = window === 0 ? sql`UNBOUNDED` : sql`${rowsLiteral(current ? window - 1 : window)}`;
  const last = current ? sql`CURRENT ROW` : sql`1 PRECEDING`;
  return addWindows(
    context,
    open,
    stage,
    (keys) => sql`${partition(keys)} ${order} ROWS BETWEEN ${first} PRECEDING AND ${last}`,
  );
}

/** The engine takes no bound value as the size of a frame; digits are ours. */
function rowsLiteral(rows: number): Sql {
  const digits = [sql`0`, sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`, sql`8`, sql`9`];
  return Array.from(String(Math.trunc(rows))).reduce(
    (all, digit) => sql`${all}${digits[Number(digit)] ?? sql``}`,
    sql``,
  );
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
  const keys = by.map((key) => keyOf(context, open, key));
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
  switch (name) {
    case 'count':
      return number(sql`countIf(${has}) ${over}`);
    case 'dc':
    case 'estdc':
      return number(sql`uniqExactIf(${text}, ${has}) ${over}`);
    case 'sum':
      return number(numeric(sql`sum`));
    case 'avg':
      return number(numeric(sql`avg`));
    case 'min':
      return number(numeric(sql`min`));
    case 'max':
      return number(numeric(sql`max`));
    case 'range':
      return number(sql`(${numeric(sql`max`)} - ${numeric(sql`min`)})`);
    case 'stdev':
      return number(numeric(sql`stddevSamp`));
    case 'stdevp':
      return number(numeric(sql`stddevPop`));
    case 'var':
      return number(numeric(sql`varSamp`));
    case 'varp':
      return number(numeric(sql`varPop`));
    case 'median':
      return number(numeric(sql`median`));
    case 'first':
      return { kind: 'any', sql: sql`anyOrNullIf(${text}, ${has}) ${over}` };
    case 'last':
      return { kind: 'any', sql: sql`anyLastOrNullIf(${text}, ${has}) ${over}` };
    case 'values':
      return {
        kind: 'multi',
        sql: sql`arraySort(groupUniqArrayIf(10000)(${text}, ${has}) ${over})`,
      };
    case 'list':
      return { kind: 'multi', sql: sql`groupArrayIf(100)(${text}, ${has}) ${over}` };
    default:
      throw refuse(aggregation, `${name}() is not available in this command yet.`);
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
  const order = open.order.length === 0 ? sql`` : sql`ORDER BY ${orderList(open.order)}`;
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
  const order = open.order.length === 0 ? sql`` : sql`ORDER BY ${orderList(open.order)}`;
  const over = sql`OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const filled = names.reduce((rows, name) => {
    const value = fieldValue(open, name);
    if (value.kind === 'multi') return rows;
    return withField(rows, name, { kind: value.kind, sql: sql`anyLast(${value.sql}) ${over}` });
  }, open);
  return seal(context, filled);
}
