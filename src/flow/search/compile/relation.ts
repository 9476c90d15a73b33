/**
 * The rows between two stages: a SELECT that is not written yet. Stages add conditions, fields and orders to
 * it, and put it into a subquery only when they must.
 */
import {
  allAttributes,
  attributeColumns,
  attributeValue,
} from '../../../engines/store/log-fields.ts';
import {
  column,
  identifier,
  join,
  sql,
  string,
  uint32,
  type Sql,
} from '../../../engines/store/sql.ts';
import { readEachIndex, scopeConditions, type ReadScope } from './read-logs.ts';
import { allOf, NULL_TEXT, timeOf, type Value } from './value.ts';

export interface Aliases {
  /** A name no other column of the statement has. */
  readonly newAlias: () => string;
}

export interface OrderKey {
  readonly sql: Sql;
  readonly isDescending: boolean;
  /** Position of rows without a value; undefined if there are none. */
  readonly nulls?: 'first' | 'last';
  /** Computed only from columns of the table. */
  readonly isBase?: true;
}

/** Fields that only the data knows: the attributes of events. */
export interface Others {
  /** All of them in one map; undefined while they are in the columns of the table. */
  readonly map: Sql | undefined;
  /** Every name has a list of values there. */
  readonly isMulti?: true;
  /** Value for rows that lack a field that others have. */
  readonly fill?: string;
  readonly removed: ReadonlySet<string>;
  /** Values of these are fields, too, where a row has none of the name. */
  readonly json?: readonly JsonFields[];
}

/** A text whose values are fields: JSON by their paths, or another form by their names. */
export interface JsonFields {
  readonly text: Sql;
  /** Undefined for a name that is no path. */
  readonly valueAt: (text: Sql, name: string) => Value | undefined;
  /** Which of the values are fields; all of them unless it is given. */
  readonly isField?: (name: string) => boolean;
  /** All fields of a text, where rows are shown whole. */
  readonly fieldsOf: (text: unknown) => [string, unknown][];
}

export interface Relation {
  readonly from:
    | { readonly kind: 'logs'; readonly scope: ReadScope }
    | { readonly kind: 'rows'; readonly sql: Sql };
  readonly conditions: readonly Sql[];
  /** The conditions only need what the store keeps counts of. */
  readonly isSummable: boolean;
  /** The conditions require an identifier, which an index finds anywhere. */
  readonly isPointQuery?: true;
  /** The conditions match few events, judging by their text. */
  readonly isOfFew?: true;
  /** The first condition is a single test, so that the order in which tests are made is no question. */
  readonly isOneTest?: true;
  readonly fields: ReadonlyMap<string, Value>;
  readonly others: Others | undefined;
  /** The columns of the table can be read. */
  readonly hasBase: boolean;
  readonly order: readonly OrderKey[];
  readonly limit: number | undefined;
  readonly limitBy: { readonly count: number; readonly keys: readonly Sql[] } | undefined;
}

/** Rows that come out of a subquery. */
export interface RowsRelation extends Relation {
  readonly from: Extract<Relation['from'], { readonly kind: 'rows' }>;
}

const ALIASES: Readonly<Record<string, string>> = {
  _raw: 'event',
  event: '_raw',
  index: '_index',
  _index: 'index',
};

const BASE_COLUMNS = sql`timestamp, row_id, index_name, stored_at, level, source, body, ${attributeColumns()}`;

/** Newest first; of the same time, the last that came. */
export const EVENT_ORDER: readonly OrderKey[] = [
  { sql: column('timestamp'), isDescending: true, isBase: true },
  { sql: column('row_id'), isDescending: true, isBase: true },
];

const BODY = column('body');

/** The id of an event, as people see it. */
export const EVENT_ID: Value = {
  kind: 'text',
  sql: sql`leftPad(lower(hex(row_id)), 16, '0')`,
  isBase: true,
};

const EVENT_VALUES: readonly [string, Value][] = [
  ['_time', { kind: 'time', sql: column('timestamp'), isBase: true }],
  ['_id', EVENT_ID],
  ['_index', { kind: 'text', sql: column('index_name'), isBase: true }],
  ['event', { kind: 'text', sql: BODY, isBase: true }],
  ['level', { kind: 'text', sql: column('level'), isBase: true }],
  ['source', { kind: 'text', sql: column('source'), isBase: true }],
];

/** Not shown unless it is named. */
const STORED_FIELD = '_indextime';
const STORED_VALUE: Value = { kind: 'time', sql: column('stored_at'), isBase: true };

function isStoredField({ hasBase, fields, others }: Relation, name: string): boolean {
  const isThere = hasBase && others !== undefined && !others.removed.has(name);
  return name === STORED_FIELD && isThere && !fields.has(name);
}

export function eventRelation(scope: ReadScope): Relation {
  return {
    from: { kind: 'logs', scope },
    conditions: [],
    isSummable: scope.stored === undefined && scope.arrival === undefined,
    fields: new Map(EVENT_VALUES),
    others: { map: undefined, removed: new Set() },
    hasBase: true,
    order: EVENT_ORDER,
    limit: undefined,
    limitBy: undefined,
  };
}

/** Returns the name under which the relation knows a field; the given name if it does not know it. */
export function knownName(relation: Relation, name: string): string {
  const alias = ALIASES[name];
  return !relation.fields.has(name) && alias !== undefined && relation.fields.has(alias)
    ? alias
    : name;
}

/** Returns the value of a field; NULL if there is no such field. An empty attribute counts as missing. */
export function fieldValue(relation: Relation, written: string): Value {
  const own = ownValue(relation, written);
  const { fields, others } = relation;
  const name = knownName(relation, written);
  if (others?.json === undefined || fields.has(name) || others.removed.has(name)) return own;
  const found = others.json
    .filter(({ isField }) => isField?.(name) !== false)
    .flatMap(({ text, valueAt }) => valueAt(text, name) ?? []);
  if (found.length === 0) return own;
  const list = found.find(({ kind }) => kind === 'multi');
  if (list !== undefined) return list;
  const values = [own, ...found].map((value) => sql`toString(${value.sql})`);
  return { kind: 'any', sql: sql`coalesce(${join(values, ', ')})`, mayBeList: true };
}

function ownValue(relation: Relation, written: string): Value {
  const name = knownName(relation, written);
  const known = relation.fields.get(name);
  if (known !== undefined) return known;
  if (isStoredField(relation, name)) return STORED_VALUE;
  const { others } = relation;
  if (others === undefined || others.removed.has(name) || name === '') return NULL_TEXT;
  if (others.isMulti === true && others.map !== undefined) {
    return { kind: 'multi', sql: sql`${others.map}[${string(name)}]` };
  }
  if (others.map !== undefined) {
    const value = sql`nullIf(${others.map}[${string(name)}], '')`;
    if (others.fill === undefined) return { kind: 'text', sql: value, mayBeList: true };
    return { kind: 'any', sql: sql`ifNull(${value}, ${string(others.fill)})`, mayBeList: true };
  }
  const value = attributeValue(name);
  if (others.fill !== undefined) {
    const filled = sql`ifNull(nullIf(${value}, ''), ${string(others.fill)})`;
    return { kind: 'any', sql: filled, mayBeList: true };
  }
  return {
    kind: 'text',
    sql: sql`nullIf(${value}, '')`,
    isBase: true,
    mayBeList: true,
    present: { condition: sql`${value} != ''`, sql: value },
  };
}

/** When a row happened, whether it was read or computed; undefined where rows have no time. */
export function rowTime(relation: Relation): Value | undefined {
  const time = fieldValue(relation, '_time');
  if (time === NULL_TEXT || time.kind === 'multi') return undefined;
  return time.kind === 'time' ? time : { kind: 'time', sql: timeOf(time) };
}

/** Whether the value is an attribute as the table has it, which indexes can find. */
export function isAttribute(relation: Relation, name: string): boolean {
  const { others } = relation;
  return (
    relation.hasBase &&
    others !== undefined &&
    others.map === undefined &&
    others.fill === undefined &&
    others.json === undefined &&
    !others.removed.has(name) &&
    name !== '' &&
    name !== STORED_FIELD &&
    !relation.fields.has(knownName(relation, name))
  );
}

/** Whether the value is the unmodified event text of the table, whose words are indexed. */
export function isBody(relation: Relation, value: Value): boolean {
  return relation.hasBase && value.sql === BODY;
}

/** Makes the values within a text available as fields from here on, if they are used or rows are shown. */
export function withTextFields(relation: Relation, added: JsonFields): Relation {
  const others = relation.others ?? { map: NO_OTHERS, removed: new Set<string>() };
  return { ...relation, others: { ...others, json: [...(others.json ?? []), added] } };
}

const NO_OTHERS = sql`CAST(map(), 'Map(String, String)')`;

export function withField<Rows extends Relation>(
  relation: Rows,
  written: string,
  value: Value,
): Rows {
  const name = knownName(relation, written);
  return { ...relation, fields: new Map([...relation.fields, [name, value]]) };
}

/** Sets several fields, each computed from the rows with the previous ones already set. */
export function withFields(
  relation: Relation,
  names: readonly string[],
  valueOf: (rows: Relation, name: string) => Value,
): Relation {
  const fields = new Map(relation.fields);
  const rows = { ...relation, fields };
  for (const name of names) fields.set(knownName(rows, name), valueOf(rows, name));
  return rows;
}

export function withCondition(
  context: Aliases,
  relation: Relation,
  condition: Sql,
  isSummable = false,
): Relation {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  return {
    ...open,
    conditions: [...open.conditions, condition],
    isSummable: open.isSummable && isSummable,
  };
}

/** Whether the number of rows is already limited, so that filters must apply after the limit. */
export function isCut(relation: Relation): boolean {
  return relation.limit !== undefined || relation.limitBy !== undefined;
}

/** The others in one map, so that their names can be worked on. */
export function othersMap(relation: Relation): Sql | undefined {
  const { others } = relation;
  if (others?.isMulti === true && others.map !== undefined) {
    return sql`mapApply((k, v) -> (k, arrayStringConcat(v, ' ')), ${others.map})`;
  }
  return others === undefined ? undefined : (others.map ?? allAttributes());
}

/** Puts everything so far into a subquery; fields that were computed become its columns. */
export function asSubquery(context: Aliases, relation: Relation): RowsRelation {
  const columns: Sql[] = relation.hasBase ? [BASE_COLUMNS] : [];
  const give = (value: Sql): Sql => {
    const alias = identifier(context.newAlias());
    columns.push(sql`${value} AS ${alias}`);
    return alias;
  };
  const fields = new Map<string, Value>();
  for (const [name, value] of relation.fields) {
    fields.set(name, value.isBase ? value : asColumn(value, give(value.sql)));
  }
  const order = relation.order.map((key) => (key.isBase ? key : { ...key, sql: give(key.sql) }));
  const { others } = relation;
  const map = others?.map === undefined ? undefined : give(others.map);
  const json = others?.json?.map((each) => ({ ...each, text: give(each.text) }));
  if (columns.length === 0) columns.push(sql`1 AS ${identifier(context.newAlias())}`);
  const inner = select(relation, join(columns, ', '), { isOrdered: isCut(relation) });
  return {
    from: { kind: 'rows', sql: sql`(${inner})` },
    conditions: [],
    isSummable: false,
    fields,
    others: others === undefined ? undefined : { ...others, map, ...(json && { json }) },
    hasBase: relation.hasBase,
    order,
    limit: undefined,
    limitBy: undefined,
  };
}

/** The same value, under the name it has as a column. */
export function asColumn({ kind, mayBeList }: Value, name: Sql): Value {
  return { kind, sql: name, isColumn: true, ...(mayBeList ? { mayBeList } : {}) };
}

export interface SelectOptions {
  readonly isOrdered: boolean;
  readonly groupBy?: Sql;
  readonly having?: Sql | undefined;
  readonly limit?: number;
}

export function select(relation: Relation, columns: Sql, options: SelectOptions): Sql {
  const limit = Math.min(relation.limit ?? Infinity, options.limit ?? Infinity);
  const events = eventsInOrder(relation, options, limit);
  const from = events ?? fromClause(relation);
  const parts = [sql`SELECT ${columns} ${from}`];
  if (options.groupBy !== undefined) parts.push(sql`GROUP BY ${options.groupBy}`);
  if (options.having !== undefined) parts.push(sql`HAVING ${options.having}`);
  if (options.isOrdered && relation.order.length > 0) parts.push(orderClause(relation.order));
  if (relation.limitBy !== undefined) {
    const { count, keys } = relation.limitBy;
    parts.push(sql`LIMIT ${uint32(count)} BY ${join(keys, ', ')}`);
  }
  if (limit !== Infinity) parts.push(sql`LIMIT ${uint32(limit)}`);
  else if (options.having !== undefined) parts.push(ALL_GROUPS);
  if (events !== undefined && isReadAtOnce(relation)) parts.push(READ_AT_ONCE);
  return join(parts, ' ');
}

/** No outer condition passes a limit: a HAVING condition is tested on every group first. */
export const ALL_GROUPS = sql`LIMIT 4611686018427387904`;

const READ_AT_ONCE = sql`SETTINGS query_plan_optimize_lazy_materialization = 0`;

/**
 * Few events are read faster with all columns in one pass than by finding them first and fetching them later, which the
 * store would do for any limited list. Only if it reads from the end of one index and stops, in case there are many
 * events after all.
 */
function isReadAtOnce({ from, isOfFew, order }: Relation): boolean {
  return (
    from.kind === 'logs' && from.scope.indexes.length === 1 && isOfFew === true && isByTime(order)
  );
}

/** Above this number of rows, fetching them from every index is not worth it. */
const NEWEST_MAX = 20_000;

/**
 * For reads of the events themselves in their order, unless an identifier finds them directly: the first rows by time
 * of every index, combined. Undefined for every other read.
 */
function eventsInOrder(
  relation: Relation,
  { isOrdered, groupBy }: SelectOptions,
  limit: number,
): Sql | undefined {
  const { from, conditions, order, limitBy, isPointQuery } = relation;
  if (from.kind !== 'logs' || !isOrdered || groupBy !== undefined) return undefined;
  // Telling the store what to read first spares it to find out; with several tests it knows better.
  const where = hasOneTest(relation) ? sql`PREWHERE` : sql`WHERE`;
  const read = (scope: ReadScope): Sql =>
    sql`FROM logs ${where} ${allOf([scopeConditions(scope), ...conditions])}`;
  const isOfEach =
    limitBy === undefined && limit <= NEWEST_MAX && isPointQuery !== true && isByTime(order);
  const reads = isOfEach
    ? readEachIndex(
        from.scope,
        (scope) =>
          sql`SELECT ${BASE_COLUMNS} ${read(scope)} ${orderClause(order)} LIMIT ${uint32(limit)}`,
      )
    : undefined;
  return reads === undefined ? read(from.scope) : sql`FROM (${reads})`;
}

function hasOneTest({ conditions, isOneTest }: Relation): boolean {
  return conditions.length === 0 || (conditions.length === 1 && isOneTest === true);
}

/** Whether the order is only by time and arrival, either way. */
function isByTime(order: readonly OrderKey[]): boolean {
  const [first, second] = order;
  return (
    order.length === EVENT_ORDER.length &&
    first?.sql === EVENT_ORDER[0]?.sql &&
    second?.sql === EVENT_ORDER[1]?.sql &&
    first?.isDescending === second?.isDescending
  );
}

export function fromClause(relation: Relation): Sql {
  const { from, conditions } = relation;
  if (from.kind === 'logs') {
    return sql`FROM logs WHERE ${allOf([scopeConditions(from.scope), ...conditions])}`;
  }
  return conditions.length === 0
    ? sql`FROM ${from.sql}`
    : sql`FROM ${from.sql} WHERE ${allOf(conditions)}`;
}

/** The order of the rows for a window over them; none where they have none. */
export function windowOrder({ order }: Relation): Sql {
  return order.length === 0 ? sql`` : orderClause(order);
}

function orderClause(keys: readonly OrderKey[]): Sql {
  return sql`ORDER BY ${orderList(keys)}`;
}

function orderList(keys: readonly OrderKey[]): Sql {
  return join(
    keys.map(({ sql: key, isDescending, nulls }) => {
      const direction = isDescending ? sql`DESC` : sql`ASC`;
      if (nulls === undefined) return sql`${key} ${direction}`;
      return nulls === 'last'
        ? sql`${key} ${direction} NULLS LAST`
        : sql`${key} ${direction} NULLS FIRST`;
    }),
    ', ',
  );
}

/** The same rows, the last of them first. */
export function reversedRows(context: Aliases, relation: Relation): Relation {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  return { ...open, order: reversed(open.order) };
}

export function reversed(keys: readonly OrderKey[]): OrderKey[] {
  return keys.map((key) => ({
    ...key,
    isDescending: !key.isDescending,
    ...(key.nulls === undefined ? {} : { nulls: key.nulls === 'last' ? 'first' : 'last' }),
  }));
}
