import { bind, join, sql, type Sql } from '../../../../engines/store/sql.ts';
import { lengthOf, type StreamstatsStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { numbered, type Numbered } from '../numbered-rows.ts';
import { fieldValue, type Relation, asSubquery, windowOrder, withField } from '../relation.ts';
import { textOf } from '../value.ts';
import { addWindows, partition } from '../window-values.ts';

export function compileStreamstats(
  context: CompileContext,
  relation: Relation,
  stage: StreamstatsStage,
): Relation {
  const { current, window, global, time_window, reset_on_change } = stage.options;
  const order = time_window === undefined ? undefined : timeOrder(relation, stage);
  const rows = reset_on_change ? withRuns(context, relation, stage) : asSubquery(context, relation);
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
    throw refuse(stage, 'time_window needs rows sorted by time. Put `sort 0 _time` before it.');
  }
  if (!stage.options.current || stage.options.window > 0) {
    throw refuse(stage, 'time_window can’t be combined with window and current=f.');
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
  const open = asSubquery(context, relation);
  const keys = stage.by.map(
    ({ field }) => sql`ifNull(toString(${textOf(fieldValue(open, field.name))}), '')`,
  );
  if (keys.length === 0) throw refuse(stage, 'reset_on_change needs BY fields.');
  const order = windowOrder(open);
  const frame = sql`ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
  const key = sql`tuple(${join(keys, ', ')})`;
  const isNew = sql`toUInt64(lagInFrame(${key}, 1, ${key}) OVER (${order} ${frame}) != ${key})`;
  const marked = asSubquery(context, withField(open, RUN, { kind: 'number', sql: isNew }));
  const over = sql`OVER (${windowOrder(marked)} ${frame})`;
  const run = sql`sum(${marked.fields.get(RUN)?.sql ?? sql`0`}) ${over}`;
  return asSubquery(context, withField(marked, RUN, { kind: 'number', sql: run }));
}

const DIGITS = [
  sql`0`,
  sql`1`,
  sql`2`,
  sql`3`,
  sql`4`,
  sql`5`,
  sql`6`,
  sql`7`,
  sql`8`,
  sql`9`,
] as const;

/** A whole number where the engine takes no bound value, such as the size of a frame; digits are ours. */
function sizeOfRows(rows: number): Sql {
  return Array.from(String(Math.trunc(rows))).reduce(
    (all, digit) => sql`${all}${DIGITS[Number(digit)] ?? sql``}`,
    sql``,
  );
}
