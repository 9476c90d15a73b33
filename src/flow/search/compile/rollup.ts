/**
 * Counts without reading the rows: the store keeps them per minute, index, level, source and service. Whole minutes of
 * the range are read from there, the two ends are counted from the rows.
 */
import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import {
  columnName,
  everySearch,
  type Aggregation,
  type SearchExpression,
} from '../../../language/index.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { groupedRows, guardLists, keyGuards, type Key } from './grouped-rows.ts';
import { minuteConditions, scopeConditions, type ReadScope } from './read-logs.ts';
import {
  ALL_GROUPS,
  knownName,
  type Aliases,
  type Relation,
  type RowsRelation,
} from './relation.ts';
import { allOf, countOf } from './value.ts';

const SUMMED_FIELDS = new Set(['index', '_index', 'level', 'source', 'service']);

/** Whether the summary knows the field as the table has it. */
export function isSummed(relation: Relation, name: string): boolean {
  if (!SUMMED_FIELDS.has(name) || !relation.hasBase) return false;
  const own = relation.fields.get(knownName(relation, name));
  if (own !== undefined) return own.isBase === true;
  return relation.others?.map === undefined && relation.others?.json === undefined;
}

/** Whether the summary can evaluate the search. */
export function isSummedSearch(relation: Relation, expression: SearchExpression): boolean {
  return [...everySearch(expression)].every((each) => {
    if (each.kind === 'comparison' || each.kind === 'in') {
      return isSummed(relation, each.field.name);
    }
    return each.kind !== 'term' && each.kind !== 'subsearch';
  });
}

/** Undefined when the summary cannot answer. */
export function rolledUp(
  context: Aliases,
  relation: Relation,
  keys: readonly Key[],
  aggregations: readonly Aggregation[],
): RowsRelation | undefined {
  const { from } = relation;
  const isCount = aggregations.every(
    ({ function: name, argument }) => name === 'count' && argument === undefined,
  );
  const summaries = keys.flatMap(({ summary }) => (summary === undefined ? [] : [summary]));
  if (from.kind !== 'logs' || !isCount || !relation.isSummable) return undefined;
  if (summaries.length < keys.length || aggregations.length === 0) return undefined;
  // Without keys and conditions, the store gets the number of rows from its primary index.
  if (keys.length === 0 && relation.conditions.length === 0) return undefined;
  const scopes = splitRange(from.scope);
  if (scopes === undefined) return undefined;

  const aliases = keys.map(() => identifier(context.newAlias()));
  const count = identifier(context.newAlias());
  const groupBy = keys.length === 0 ? sql`` : sql` GROUP BY ${join(aliases, ', ')}`;
  const read = (conditions: Sql): Sql => {
    const columns = summaries.map((key, i) => sql`${key} AS ${aliases[i] ?? sql``}`);
    const where = allOf([conditions, ...relation.conditions]);
    return sql`SELECT ${join([...columns, sql`${countOf(sql`count()`).sql} AS ${count}`], ', ')} FROM logs WHERE ${where}${groupBy}`;
  };
  const parts = [
    read(minuteConditions(scopes.minutes)),
    ...scopes.ends.map((end) => read(scopeConditions(end))),
  ];
  const total = identifier(context.newAlias());
  const columns = [...aliases, sql`sum(${count}) AS ${total}`];
  const guard = guardLists(keyGuards(keys, aliases));
  const having = guard === undefined ? sql`` : sql` HAVING ${guard} ${ALL_GROUPS}`;
  const isOne = parts.length === 1 && guard === undefined;
  const rows =
    isOne && parts[0] !== undefined
      ? sql`(${parts[0]})`
      : sql`(SELECT ${join(columns, ', ')} FROM (${join(parts, ' UNION ALL ')})${groupBy}${having})`;
  const value = { kind: 'number' as const, sql: isOne ? count : total };
  return groupedRows(
    rows,
    keys.map(({ name, value: key }, i) => [name, { kind: key.kind, sql: aliases[i] ?? sql`` }]),
    aggregations.map((each) => [columnName(each), value]),
  );
}

/** Splits a range into its whole minutes and the remainders at both ends. */
function splitRange(
  scope: ReadScope,
): { readonly minutes: ReadScope; readonly ends: readonly ReadScope[] } | undefined {
  const from = Math.ceil(scope.from / MINUTE_MS) * MINUTE_MS;
  const to = Math.floor(scope.to / MINUTE_MS) * MINUTE_MS;
  if (from >= to) return undefined;
  const ends = [
    { ...scope, to: from },
    { ...scope, from: to },
  ].filter((end) => end.from < end.to);
  return { minutes: { ...scope, from, to }, ends };
}
