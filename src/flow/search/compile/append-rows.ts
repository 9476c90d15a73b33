import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import type { CompileContext } from './context.ts';
import {
  fieldValue,
  othersMap,
  type Relation,
  asSubquery,
  select,
  windowOrder,
} from './relation.ts';
import { textOf, type Value, type ValueKind } from './value.ts';

/** Concatenates the rows of both; `right` comes from a subquery. */
export function appendRows(context: CompileContext, relation: Relation, right: Relation): Relation {
  const left = asSubquery(context, relation);
  const names = [...new Set([...left.fields.keys(), ...right.fields.keys()])];
  const kinds = names.map((name) => sharedKind(left.fields.get(name), right.fields.get(name)));
  const aliases = names.map(() => identifier(context.newAlias()));
  const [map, side, position] = [0, 1, 2].map(() => identifier(context.newAlias()));
  const hasOthers = left.others !== undefined || right.others !== undefined;
  const half = (rows: Relation, which: Sql): Sql => {
    const over = windowOrder(rows);
    const own = othersMap(rows);
    const columns = [
      ...names.map(
        (name, i) => sql`${asKind(rows, name, kinds[i] ?? 'text')} AS ${aliases[i] ?? sql``}`,
      ),
      ...(hasOthers
        ? [sql`CAST(${own ?? sql`map()`}, 'Map(String, String)') AS ${map ?? sql``}`]
        : []),
      sql`${which} AS ${side ?? sql``}`,
      sql`row_number() OVER (${over}) AS ${position ?? sql``}`,
    ];
    return select(rows, join(columns, ', '), { isOrdered: false });
  };
  const removed = new Set([...(left.others?.removed ?? []), ...(right.others?.removed ?? [])]);
  return {
    from: { kind: 'rows', sql: sql`(${half(left, sql`0`)} UNION ALL ${half(right, sql`1`)})` },
    conditions: [],
    isSummable: false,
    fields: new Map(
      names.map((name, i) => [
        name,
        { kind: kinds[i] ?? 'text', sql: aliases[i] ?? sql``, isColumn: true },
      ]),
    ),
    others: hasOthers ? { map, removed } : undefined,
    hasBase: false,
    order: [side ?? sql`1`, position ?? sql`1`].map((key) => ({ sql: key, isDescending: false })),
    limit: undefined,
    limitBy: undefined,
  };
}

function sharedKind(left: Value | undefined, right: Value | undefined): ValueKind {
  const kinds = [left, right].flatMap((value) => (value === undefined ? [] : [value.kind]));
  const [first = 'text'] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  return kinds.includes('multi') ? 'multi' : 'any';
}

function asKind(rows: Relation, name: string, kind: ValueKind): Sql {
  const value = fieldValue(rows, name);
  switch (kind) {
    case 'number':
      return value.kind === 'number'
        ? sql`toNullable(toFloat64(${value.sql}))`
        : sql`CAST(NULL, 'Nullable(Float64)')`;
    case 'time':
      return value.kind === 'time'
        ? sql`toNullable(${value.sql})`
        : sql`CAST(NULL, 'Nullable(DateTime64(3, \\'UTC\\'))')`;
    case 'multi':
      return value.kind === 'multi'
        ? value.sql
        : sql`if(isNull(${textOf(value)}), CAST([], 'Array(String)'), [ifNull(toString(${textOf(value)}), '')])`;
    default:
      return sql`toNullable(toString(${textOf(value)}))`;
  }
}
