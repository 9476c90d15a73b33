/** Answers statements whose rows are few: those of inner queries, which somebody else has counted or found. */
import type { Call, Expression, OrderItem, Query, Select } from '../../duckdb/dialect/tree.ts';
import { evaluate, type Scope, visit } from './evaluate.ts';
import { compareValues, isTrue, keyOf, NotDirect, type Value } from './value.ts';

export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export interface QueryNeeds {
  readonly parameter: Scope['parameter'];
  /** Answers a select that reads the table of logs. */
  readonly logs: (select: Select) => Table;
}

export function runQuery(needs: QueryNeeds, { selects }: Query): Table {
  const tables = selects.map((select) => runSelect(needs, select));
  const [first] = tables;
  if (first === undefined) throw new NotDirect('no query');
  return { names: first.names, rows: tables.flatMap(({ rows }) => rows) };
}

function runSelect(needs: QueryNeeds, select: Select): Table {
  const { from, isDistinct, limitBy, having } = select;
  if (isDistinct || limitBy !== undefined || having !== undefined) throw new NotDirect('this form');
  if (from?.kind === 'table' && from.name === 'logs') return needs.logs(select);
  if (from !== undefined && from.kind !== 'query') throw new NotDirect(from.kind);
  const source = from === undefined ? ONE_ROW : runQuery(needs, from.query);
  const scopeOf = scopesOf(needs, source.names);
  const rows = source.rows.filter((row) =>
    select.conditions.every((each) => isTrue(evaluate(each, scopeOf(row)))),
  );
  const items = itemsOf(select);
  const isGrouped =
    select.groupBy.length > 0 || items.some(({ expression }) => isAggregated(expression));
  const made = isGrouped
    ? groupRows(select, items, rows, scopeOf)
    : rows.flatMap((row) => expandRow(items, scopeOf(row)));
  const table = { names: items.map(({ name }) => name), rows: made };
  return limited(needs, select, ordered(needs, select.orderBy, table));
}

const ONE_ROW: Table = { names: [], rows: [[]] };

export interface Item {
  readonly name: string;
  readonly expression: Expression;
}

export function itemsOf({ items }: Select): Item[] {
  return items.map((item) => {
    if (item.kind === 'star') throw new NotDirect('all columns');
    const { expression, alias } = item;
    const name = alias ?? (expression.kind === 'name' ? expression.name : undefined);
    if (name === undefined) throw new NotDirect('a column without a name');
    return { name, expression };
  });
}

function scopesOf(
  { parameter }: QueryNeeds,
  names: readonly string[],
): (row: readonly Value[]) => Scope {
  const places = new Map(names.map((name, i) => [name, i]));
  return (row) => ({
    parameter,
    valueOf(name) {
      const place = places.get(name);
      if (place === undefined) throw new NotDirect(`the name ${name}`);
      return row[place] ?? null;
    },
  });
}

/** A list that is joined makes a row of each of its elements. */
function expandRow(items: readonly Item[], scope: Scope): Value[][] {
  const joined = items.findIndex(
    ({ expression }) => expression.kind === 'call' && expression.name === 'arrayJoin',
  );
  const valueOf = ({ expression }: Item): Value => evaluate(expression, scope);
  if (joined < 0) return [items.map(valueOf)];
  const call = items[joined]?.expression;
  const [list] = call?.kind === 'call' ? call.arguments : [];
  if (list === undefined) throw new NotDirect('arrayJoin');
  const elements = evaluate(list, scope);
  if (!Array.isArray(elements)) throw new NotDirect('arrayJoin');
  return elements.map((element: Value) =>
    items.map((item, i) => (i === joined ? element : valueOf(item))),
  );
}

const AGGREGATIONS = new Set(['count', 'sum', 'sumIf', 'min', 'max']);

function isAggregated(expression: Expression): boolean {
  let found = false;
  visit(expression, (each) => {
    found ||= each.kind === 'call' && AGGREGATIONS.has(each.name);
  });
  return found;
}

function groupRows(
  { groupBy }: Select,
  items: readonly Item[],
  rows: readonly (readonly Value[])[],
  scopeOf: (row: readonly Value[]) => Scope,
): Value[][] {
  const aliases = new Map(items.map(({ name, expression }) => [name, expression]));
  const keys = groupBy.map((key) => (key.kind === 'name' ? (aliases.get(key.name) ?? key) : key));
  const groups = new Map<string, (readonly Value[])[]>();
  for (const row of rows) {
    const scope = scopeOf(row);
    const name = keys.map((key) => keyOf(evaluate(key, scope))).join('\u0000');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  // Without keys there is one group, also of no rows.
  if (keys.length === 0 && groups.size === 0) groups.set('', []);
  return [...groups.values()].map((group) => {
    const scope: Scope = {
      ...scopeOf(group[0] ?? []),
      call: (call) => aggregate(call, group.map(scopeOf)),
    };
    return items.map(({ expression }) => evaluate(expression, scope));
  });
}

/** Undefined for what is no aggregation. */
function aggregate(
  { name, arguments: given, over }: Call,
  rows: readonly Scope[],
): Value | undefined {
  if (!AGGREGATIONS.has(name)) return undefined;
  if (over !== undefined) throw new NotDirect('windows');
  const [value, condition] = given;
  if (name === 'count' && value === undefined) return rows.length;
  if (value === undefined) throw new NotDirect(name);
  const values = rows
    .filter((row) => condition === undefined || isTrue(evaluate(condition, row)))
    .map((row) => evaluate(value, row))
    .filter((each) => each !== null);
  switch (name) {
    case 'count':
      return values.length;
    case 'sum':
    case 'sumIf':
      return sumOf(values);
    default: {
      const [first, ...others] = values;
      const sign = name === 'min' ? 1 : -1;
      return others.reduce(
        (best, each) => (compareValues(each, best) * sign < 0 ? each : best),
        first ?? null,
      );
    }
  }
}

/** Of whole numbers: then the order in which they are added makes no difference. */
function sumOf(values: readonly Value[]): number {
  let sum = 0;
  for (const value of values) {
    if (typeof value !== 'number') throw new NotDirect('sums of other values');
    sum += value;
  }
  if (!Number.isSafeInteger(sum)) throw new NotDirect('sums that are not whole');
  return sum;
}

function ordered(needs: QueryNeeds, orderBy: readonly OrderItem[], table: Table): Table {
  if (orderBy.length === 0) return table;
  const scopeOf = scopesOf(needs, table.names);
  const keyed = table.rows.map((row) => {
    const scope = scopeOf(row);
    return { row, keys: orderBy.map(({ key }) => evaluate(key, scope)) };
  });
  keyed.sort((a, b) => {
    for (const [i, { isDescending, nulls }] of orderBy.entries()) {
      const [x = null, y = null] = [a.keys[i], b.keys[i]];
      if (nulls === 'first') throw new NotDirect('nulls first');
      const order = compareValues(x, y);
      if (order !== 0) return isDescending && x !== null && y !== null ? -order : order;
    }
    return 0;
  });
  return { names: table.names, rows: keyed.map(({ row }) => row) };
}

function limited({ parameter }: QueryNeeds, { limit }: Select, table: Table): Table {
  if (limit === undefined) return table;
  const scope: Scope = {
    parameter,
    valueOf: (name) => {
      throw new NotDirect(`the name ${name}`);
    },
  };
  const count = evaluate(limit, scope);
  if (typeof count !== 'number') throw new NotDirect('a limit');
  return { names: table.names, rows: table.rows.slice(0, count) };
}
