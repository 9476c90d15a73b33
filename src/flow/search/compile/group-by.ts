import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import type { Aggregation, GroupKey, Stage } from '../../../language/index.ts';
import {
  type AggregateOptions,
  compileAggregation,
  expandAggregations,
  needsRowNumbers,
  ROW_NUMBER,
} from './aggregate.ts';
import { bucketKey, refuseTimeSpan } from './buckets.ts';
import type { CompileContext, DropCount } from './context.ts';
import { groupedRows, guardLists, keyGuards, type Key } from './grouped-rows.ts';
import {
  asColumn,
  fieldValue,
  isCut,
  type Relation,
  type RowsRelation,
  asSubquery,
  select,
  windowOrder,
} from './relation.ts';
import { isSummed, rolledUp } from './rollup.ts';
import { existsSql, multiOf } from './value.ts';

/** Rows in the form a GROUP BY can take: cut where they were cut, numbered where the order matters. */
export function prepareRows(
  context: CompileContext,
  relation: Relation,
  aggregations: readonly Aggregation[],
): Relation {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  return needsRowNumbers(open, aggregations) ? numbered(context, open) : open;
}

function numbered(context: CompileContext, relation: Relation): Relation {
  const order = windowOrder(relation);
  const position = asSubquery(context, {
    ...relation,
    fields: new Map([
      ...relation.fields,
      [ROW_NUMBER, { kind: 'number', sql: sql`row_number() OVER (${order})` }],
    ]),
  });
  const value = position.fields.get(ROW_NUMBER);
  const fields = new Map([...position.fields].filter(([name]) => name !== ROW_NUMBER));
  const from = position.from;
  const named = sql`(SELECT *, ${value?.sql ?? sql`0`} AS ${identifier(ROW_NUMBER)} FROM ${from.sql})`;
  return { ...position, fields, from: { kind: 'rows', sql: named } };
}

export function keyOf(context: CompileContext, relation: Relation, key: GroupKey): Key {
  const value = fieldValue(relation, key.field.name);
  const name = key.field.name;
  if (key.span !== undefined) {
    refuseTimeSpan(value, key.span, key.field);
    const bucket = bucketKey(context, value, key.span, key);
    const isMade = key.span.kind === 'time' && value.kind !== 'time';
    return { name, ...bucket, condition: existsSql(isMade ? bucket.value : value) };
  }
  if (value.kind === 'multi' || (value.mayBeList && context.readsLists)) {
    const values = multiOf(value);
    // A row without values is kept, for charts that have a place for it.
    const each = sql`arrayJoin(if(empty(${values}), [''], ${values}))`;
    const kind = value.kind === 'multi' ? 'text' : value.kind;
    return { name, value: { kind, sql: each }, condition: sql`notEmpty(${values})` };
  }
  const { present } = value;
  const listable = value.mayBeList ? { mayBeList: true as const } : {};
  const summary = isSummed(relation, name) ? { summary: present?.sql ?? value.sql } : {};
  if (present !== undefined) {
    const found = { kind: value.kind, sql: present.sql, ...listable };
    return { name, value: found, condition: present.condition, ...summary };
  }
  return { name, value, condition: value.isBase ? undefined : existsSql(value), ...summary };
}

/** Tells what the keys of a stage leave out; `rows` are those that reach it, not yet numbered. */
export function noteDrops(
  context: CompileContext,
  rows: Relation,
  stage: Stage,
  by: readonly GroupKey[],
): void {
  if (by.length === 0) return;
  const count = (): DropCount | undefined => {
    const open = isCut(rows) ? asSubquery(context, rows) : rows;
    const keys = by
      .map((key) => keyOf(context, open, key))
      .filter(({ condition }) => condition !== undefined);
    if (keys.length === 0) return undefined;
    return {
      fields: keys.map(({ name }) => name),
      statement: dropStatement(context, open, keys),
    };
  };
  context.noteDrop({ stage, count });
}

function dropStatement(context: CompileContext, rows: Relation, keys: readonly Key[]): Sql {
  const [only] = keys;
  const missing = keys.map(({ condition }) => sql`NOT (${condition ?? sql`1`})`);
  const conditions = [...rows.conditions, ...missing];
  // What the store keeps counts of needs no look at the rows.
  if (keys.length === 1 && only?.summary !== undefined) {
    const summed = rolledUp(context, { ...rows, conditions }, [], [COUNT]);
    const count = summed?.fields.get('count');
    if (summed !== undefined && count !== undefined) {
      return select(summed, sql`${count.sql} AS d0`, { isOrdered: false });
    }
  }
  const counts = missing.map((each, i) => sql`countIf(${each}) AS ${identifier(`d${i}`)}`);
  return select(rows, join(counts, ', '), { isOrdered: false });
}

const COUNT: Aggregation = {
  kind: 'aggregation',
  function: 'count',
  spelling: 'count',
  percentile: undefined,
  argument: undefined,
  as: undefined,
  start: 0,
  end: 0,
};

/** One row for each combination of the keys, in their order; without keys, exactly one row. */
export function group(
  context: CompileContext,
  relation: Relation,
  keys: readonly Key[],
  aggregations: readonly Aggregation[],
  options: AggregateOptions,
): RowsRelation {
  const conditions = keys.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  const rows = { ...relation, conditions: [...relation.conditions, ...conditions] };
  const summed = rolledUp(context, rows, keys, aggregations);
  if (summed !== undefined) return summed;
  const names = keys.map(({ name }) => name);
  const values = expandAggregations(relation, aggregations, names).map((each) =>
    compileAggregation(context, relation, each, options),
  );
  const keyAliases = keys.map(() => identifier(context.newAlias()));
  const aliases = values.map(() => identifier(context.newAlias()));
  const having = guardLists([
    ...keyGuards(keys, keyAliases),
    ...values.flatMap((value) => value.guard ?? []),
  ]);
  const columns = [
    ...keys.map(({ value }, i) => sql`${value.sql} AS ${keyAliases[i] ?? sql``}`),
    ...values.map(({ value }, i) => sql`${value.sql} AS ${aliases[i] ?? sql``}`),
  ];
  const groupBy = keys.length === 0 ? {} : { groupBy: join(keyAliases, ', ') };
  const inner = select(rows, join(columns, ', '), { isOrdered: false, having, ...groupBy });
  return groupedRows(
    sql`(${inner})`,
    keys.map(({ name, value }, i) => [name, { kind: value.kind, sql: keyAliases[i] ?? sql`` }]),
    values.map(({ name, value }, i) => [name, asColumn(value, aliases[i] ?? sql``)]),
  );
}
