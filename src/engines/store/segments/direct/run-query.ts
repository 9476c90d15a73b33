/** Runs statements over few rows: those of inner queries, which have already been counted or found elsewhere. */
import type { Call, Expression, OrderItem, Query, Select } from '../../duckdb/dialect/tree.ts';
import { evaluate, namesIn, type Scope, type Spend, visit } from './evaluate.ts';
import { compareValues, isTrue, keyOf, NotDirect, type Value } from './value.ts';

export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export interface QueryNeeds {
  readonly parameter: Scope['parameter'];
  readonly spend: Spend;
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
  const { from, isDistinct, limitBy, having, orderBy } = select;
  if (isDistinct || limitBy !== undefined) throw new NotDirect('this form');
  if (from?.kind === 'table' && from.name === 'logs') return needs.logs(select);
  if (from !== undefined && from.kind !== 'query') throw new NotDirect(from.kind);
  const source = from === undefined ? ONE_ROW : runQuery(needs, from.query);
  needs.spend(source.rows.length);
  const scopeOf = scopesOf(needs, source.names);
  const scopes = source.rows
    .map(scopeOf)
    .filter((scope) => select.conditions.every((each) => isTrue(evaluate(each, scope))));
  const items = itemsOf(select);
  const isGrouped =
    select.groupBy.length > 0 || items.some(({ expression }) => isAggregated(expression));
  if (having !== undefined && !isGrouped) throw new NotDirect('HAVING without groups');
  const made = isGrouped ? groupRows(select, items, scopes) : expandRows(items, scopes);
  const names = items.map(({ name }) => name);
  return { names, rows: limited(needs, select, ordered(names, orderBy, made)) };
}

/** A row, and the other values from which its order can be computed. */
interface MadeRow {
  readonly values: readonly Value[];
  readonly scope: Scope;
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
  { parameter, spend }: QueryNeeds,
  names: readonly string[],
): (row: readonly Value[]) => Scope {
  const places = new Map(names.map((name, i) => [name, i]));
  return (row) => ({
    parameter,
    spend,
    valueOf(name) {
      const place = places.get(name);
      if (place === undefined) throw new NotDirect(`the name ${name}`);
      return row[place] ?? null;
    },
  });
}

/** A list that is joined makes a row of each of its elements. */
function expandRows(items: readonly Item[], scopes: readonly Scope[]): MadeRow[] {
  const joined = items.findIndex(
    ({ expression }) => expression.kind === 'call' && expression.name === 'arrayJoin',
  );
  const aliases = aliasesOf(items);
  return scopes.flatMap((scope) => expandRow(items, joined, scope, withAliases(aliases, scope)));
}

function expandRow(
  items: readonly Item[],
  joined: number,
  scope: Scope,
  named: Scope,
): MadeRow | MadeRow[] {
  const valueOf = ({ expression }: Item): Value => evaluate(expression, named);
  if (joined < 0) return { values: items.map(valueOf), scope };
  const call = items[joined]?.expression;
  const [list] = call?.kind === 'call' ? call.arguments : [];
  if (list === undefined) throw new NotDirect('arrayJoin');
  const elements = evaluate(list, scope);
  if (!Array.isArray(elements)) throw new NotDirect('arrayJoin');
  return elements.map((element: Value) => ({
    values: items.map((item, i) => (i === joined ? element : valueOf(item))),
    scope,
  }));
}

export type Aliases = ReadonlyMap<string, Expression>;

/**
 * The expressions of a select can use its aliases. An alias whose expression reads the same name refers to the column.
 */
export function aliasesOf(items: readonly Item[]): Aliases {
  const others = items.filter(({ name, expression }) => !namesIn(expression).has(name));
  return new Map(others.map(({ name, expression }) => [name, expression]));
}

/** Each alias is evaluated on first use. */
export function withAliases(aliases: Aliases, scope: Scope): Scope {
  let known: Map<string, Value> | undefined;
  const named: Scope = {
    ...scope,
    valueOf(name) {
      const expression = aliases.get(name);
      if (expression === undefined) return scope.valueOf(name);
      const before = known?.get(name);
      if (before !== undefined) return before;
      const value = evaluate(expression, named);
      (known ??= new Map()).set(name, value);
      return value;
    },
  };
  return named;
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
  { groupBy, having }: Select,
  items: readonly Item[],
  rows: readonly Scope[],
): MadeRow[] {
  const aliases = aliasesOf(items);
  const groups = new Map<string, Scope[]>();
  for (const row of rows) {
    const scope = groupBy.length === 0 ? row : withAliases(aliases, row);
    const name = groupBy.map((key) => keyOf(evaluate(key, scope))).join('\u0000');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  // Without keys there is one group, also of no rows.
  if (groupBy.length === 0 && groups.size === 0) groups.set('', []);
  const made: MadeRow[] = [];
  for (const group of groups.values()) {
    const [first = NO_ROW] = group;
    const scope = withAliases(aliases, { ...first, call: (call) => aggregate(call, group) });
    if (having !== undefined && !isTrue(evaluate(having, scope))) continue;
    made.push({ values: items.map(({ expression }) => evaluate(expression, scope)), scope });
  }
  return made;
}

const NO_ROW: Scope = {
  parameter() {
    throw new NotDirect('values of no rows');
  },
  spend: () => {},
  valueOf() {
    throw new NotDirect('values of no rows');
  },
};

/** Undefined if the call is not an aggregation. */
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

function ordered(
  names: readonly string[],
  orderBy: readonly OrderItem[],
  rows: readonly MadeRow[],
): readonly (readonly Value[])[] {
  if (orderBy.length === 0) return rows.map(({ values }) => values);
  const places = new Map(names.map((name, i) => [name, i]));
  const keyed = rows.map(({ values, scope }) => {
    const named: Scope = {
      ...scope,
      valueOf(name) {
        const place = places.get(name);
        return place === undefined ? scope.valueOf(name) : (values[place] ?? null);
      },
    };
    return { values, keys: orderBy.map(({ key }) => evaluate(key, named)) };
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
  return keyed.map(({ values }) => values);
}

function limited(
  { parameter, spend }: QueryNeeds,
  { limit }: Select,
  rows: Table['rows'],
): Table['rows'] {
  if (limit === undefined) return rows;
  const scope: Scope = {
    parameter,
    spend,
    valueOf: (name) => {
      throw new NotDirect(`the name ${name}`);
    },
  };
  const count = evaluate(limit, scope);
  if (typeof count !== 'number') throw new NotDirect('a limit');
  return rows.slice(0, count);
}
