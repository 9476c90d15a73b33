import { float64, identifier, join, sql, type Sql, uint32 } from '../../../../engines/store/sql.ts';
import {
  type BoundaryFilter,
  type Duration,
  lengthOf,
  type TransactionStage,
} from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { compileCondition } from '../expression.ts';
import {
  fieldValue,
  type Others,
  othersMap,
  type Relation,
  asSubquery,
  rowTime,
  withField,
  withFields,
} from '../relation.ts';
import { searchCondition } from '../search-condition.ts';
import { countOf, existsSql, multiOf, numberOf, textOf, wholeOf, type Value } from '../value.ts';

/**
 * Events of one key that are close together become one row. A new one starts after a pause, where `startswith` matches,
 * after `endswith` matches, and where it would become too long or contain too many events.
 */
export function compileTransaction(
  context: CompileContext,
  relation: Relation,
  stage: TransactionStage,
): Relation {
  const { maxspan, maxpause, startswith, endswith } = stage.options;
  const known = rowTime(relation);
  if (known === undefined) throw refuse(stage, 'transaction needs rows with _time.');
  const isRead = known === fieldValue(relation, '_time');
  const open = asSubquery(context, isRead ? relation : withField(relation, '_time', known));
  const time = fieldValue(open, '_time');
  const keys = stage.fields.map(({ name }) => fieldValue(open, name));
  const needed = isRead ? keys : [...keys, time];
  const present = { ...open, conditions: [...open.conditions, ...needed.map(existsSql)] };
  const keyed = mark(context, present, {
    key: sql`tuple(${join([sql`0`, ...keys.map((key) => sql`ifNull(toString(${textOf(key)}), '')`)], ', ')})`,
    at: numberOf(time),
    starts: boundary(context, open, startswith),
    ends: boundary(context, open, endswith),
  });
  const begun = mark(context, keyed, { isNew: beginsAt(keyed, maxpause) });
  const counted = mark(context, begun, {
    session: sql`sum(toUInt64(${marked(begun, 'isNew')})) ${inOrder(begun, ['key'])}`,
  });
  const at = marked(counted, 'at');
  const lasted = sql`(${at} - min(${at}) ${inOrder(counted, ['key', 'session'])})`;
  const parted = mark(context, counted, {
    part:
      maxspan === undefined
        ? sql`0`
        : wholeOf(sql`${lasted} / ${float64(lengthOf(maxspan) / 1000 + 0.001)}`),
  });
  const place = sql`row_number() ${inOrder(parted, ['key', 'session', 'part'])}`;
  const cut = mark(context, parted, {
    chunk: sql`intDiv(${place} - 1, ${uint32(stage.options.maxevents)})`,
  });
  const names = stage.fields.map(({ name }) => name);
  const named = withFields(cut, names, fieldValue);
  return groupSessions(context, named, stage);
}

/** Where a transaction starts: after a pause, at its start condition, or after the end of the previous one. */
function beginsAt(rows: Relation, maxpause: Duration): Sql {
  const over = inOrder(rows, ['key']);
  const at = marked(rows, 'at');
  const pause =
    maxpause === undefined
      ? sql`0`
      : sql`(${at} - lagInFrame(${at}, 1, ${at}) ${over} > ${float64(lengthOf(maxpause) / 1000)})`;
  const isBehindEnd = sql`lagInFrame(${marked(rows, 'ends')}, 1, 0) ${over}`;
  return sql`(${pause} OR ${marked(rows, 'starts')} OR ${isBehindEnd})`;
}

function inOrder(rows: Relation, names: readonly MarkName[]): Sql {
  const keys = join(
    names.map((name) => marked(rows, name)),
    ', ',
  );
  return sql`OVER (PARTITION BY ${keys} ORDER BY ${join(timeKeys(rows), ', ')} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
}

/** Of events of the same time, the one that came first is first. */
function timeKeys(rows: Relation): Sql[] {
  return [marked(rows, 'at'), ...(rows.hasBase ? [sql`row_id`] : [])];
}

function boundary(
  context: CompileContext,
  rows: Relation,
  filter: BoundaryFilter | undefined,
): Sql {
  if (filter === undefined) return sql`toUInt8(0)`;
  return filter.kind === 'search'
    ? sql`toUInt8(${searchCondition(context, rows, filter.expression)})`
    : sql`toUInt8(${compileCondition(context, rows, filter.expression)})`;
}

type MarkName = 'key' | 'at' | 'starts' | 'ends' | 'isNew' | 'session' | 'part' | 'chunk';

/** Adds columns that are no fields of the answer. */
function mark(
  context: CompileContext,
  relation: Relation,
  columns: Readonly<Partial<Record<MarkName, Sql>>>,
): Relation {
  const added = Object.entries(columns).reduce(
    (rows, [name, column]) => withField(rows, `\0${name}`, { kind: 'number', sql: column }),
    relation,
  );
  return asSubquery(context, added);
}

function marked(rows: Relation, name: MarkName): Sql {
  return rows.fields.get(`\0${name}`)?.sql ?? sql`0`;
}

function groupSessions(context: CompileContext, rows: Relation, stage: TransactionStage): Relation {
  const { options } = stage;
  const at = marked(rows, 'at');
  const groups = (['key', 'session', 'part', 'chunk'] as const).map((name) => marked(rows, name));
  const fields = new Map<string, Value>();
  const columns: Sql[] = [];
  const add = (name: string, kind: Value['kind'], value: Sql): void => {
    const alias = identifier(context.newAlias());
    columns.push(sql`${value} AS ${alias}`);
    fields.set(name, { kind, sql: alias, isColumn: true });
  };
  add('_time', 'time', sql`min(${fieldValue(rows, '_time').sql})`);
  add('duration', 'number', sql`round(max(${at}) - min(${at}), 3)`);
  add('eventcount', 'number', countOf(sql`count()`).sql);
  const keys = new Set(stage.fields.map(({ name }) => name));
  for (const [name, value] of rows.fields) {
    if (name.startsWith('\0') || name === '_time' || name === '_id') continue;
    if (name === 'event') {
      add('event', 'text', sql`arrayStringConcat(${inTime(rows, sql`[${textOf(value)}]`)}, '\n')`);
    } else {
      add(name, 'multi', allValues(rows, multiOf(value), options.mvlist && !keys.has(name)));
    }
  }
  const others = unionOfOthers(context, rows, options.mvlist, columns);
  const having = closedOnly(rows, options);
  const source = rows.from.kind === 'rows' ? rows.from.sql : sql``;
  const inner = sql`SELECT ${join(columns, ', ')} FROM ${source} GROUP BY ${join(groups, ', ')}${having}`;
  const time = fields.get('_time')?.sql ?? sql`1`;
  return {
    from: { kind: 'rows', sql: sql`(${inner})` },
    conditions: [],
    isSummable: false,
    fields,
    others,
    hasBase: false,
    order: [{ sql: time, isDescending: true }],
    limit: undefined,
    limitBy: undefined,
  };
}

/** The elements of lists, one row after the other. A transaction has a bounded number of events. */
function inTime(rows: Relation, list: Sql): Sql {
  const keys = sql`tuple(${join(timeKeys(rows), ', ')})`;
  return sql`arrayFlatten(arrayMap(t -> t.2, arraySort(t -> t.1, groupArray((${keys}, ${list})))))`;
}

function allValues(rows: Relation, list: Sql, isEvery: boolean): Sql {
  return isEvery ? inTime(rows, list) : sql`arraySort(groupUniqArrayArray(${list}))`;
}

/** The fields only the data knows, each with the values of all events. */
function unionOfOthers(
  context: CompileContext,
  rows: Relation,
  isEvery: boolean,
  columns: Sql[],
): Others | undefined {
  const map = othersMap(rows);
  if (map === undefined || rows.others === undefined) return undefined;
  const [pairs, alias] = [0, 1].map(() => identifier(context.newAlias()));
  if (pairs === undefined || alias === undefined) return undefined;
  const list = sql`CAST(${map}, 'Array(Tuple(String, String))')`;
  const found = sql`arrayFilter(p -> p.2 != '', ${allValues(rows, list, isEvery)})`;
  const names = sql`arrayDistinct(arrayMap(p -> p.1, ${pairs}))`;
  const values = sql`arrayMap(k -> arrayMap(p -> p.2, arrayFilter(p -> p.1 = k, ${pairs})), ${names})`;
  columns.push(sql`${found} AS ${pairs}`, sql`mapFromArrays(${names}, ${values}) AS ${alias}`);
  return { map: alias, isMulti: true, removed: rows.others.removed };
}

/** If boundaries are set, only transactions that have them are complete; the rest is shown on request. */
function closedOnly(rows: Relation, options: TransactionStage['options']): Sql {
  const { startswith, endswith, keepevicted } = options;
  const conditions = [
    ...(startswith === undefined ? [] : [sql`max(${marked(rows, 'starts')}) = 1`]),
    ...(endswith === undefined ? [] : [sql`max(${marked(rows, 'ends')}) = 1`]),
  ];
  return keepevicted || conditions.length === 0 ? sql`` : sql` HAVING ${join(conditions, ' AND ')}`;
}
