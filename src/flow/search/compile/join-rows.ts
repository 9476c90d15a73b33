import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import type { CompileContext } from './context.ts';
import { othersMap, type Relation, type RowsRelation, asSubquery, select } from './relation.ts';

interface JoinHow {
  readonly keys: readonly (readonly [left: Sql, right: Sql])[];
  readonly isInner: boolean;
  readonly isOverwriting: boolean;
  /** Fields both sides share anyway. */
  readonly skip: ReadonlySet<string>;
}

export function joined(
  context: CompileContext,
  left: RowsRelation,
  right: Relation,
  how: JoinHow,
): Relation {
  const isMatched = identifier(context.newAlias());
  const taken = [...right.fields].filter(([name]) => !how.skip.has(name) && !name.startsWith('\0'));
  const aliases = taken.map(() => identifier(context.newAlias()));
  const map = identifier(context.newAlias());
  const rightMap = othersMap(right);
  const keyAliases = how.keys.map(() => identifier(context.newAlias()));
  const columns = [
    ...how.keys.map(([, key], i) => sql`${key} AS ${keyAliases[i] ?? sql``}`),
    ...taken.map(([, value], i) => sql`${value.sql} AS ${aliases[i] ?? sql``}`),
    ...(rightMap === undefined ? [] : [sql`CAST(${rightMap}, 'Map(String, String)') AS ${map}`]),
    sql`1 AS ${isMatched}`,
  ];
  const inner = select(right, join(columns, ', '), { isOrdered: right.limitBy !== undefined });
  const on = join(
    how.keys.map(([key], i) => sql`${key} = ${keyAliases[i] ?? sql``}`),
    ' AND ',
  );
  const kind = how.isInner ? sql`INNER JOIN` : sql`LEFT JOIN`;
  const from = sql`(SELECT * FROM ${left.from.sql} AS l ${kind} (${inner}) AS r ON ${on})`;
  const fields = new Map([...left.fields].filter(([name]) => !name.startsWith('\0')));
  for (const [i, [name, { kind: valueKind }]] of taken.entries()) {
    const old = left.fields.get(name);
    if (old !== undefined && !how.isOverwriting) continue;
    const blank =
      old?.kind === valueKind
        ? old.sql
        : valueKind === 'multi'
          ? sql`CAST([], 'Array(String)')`
          : sql`NULL`;
    fields.set(name, {
      kind: valueKind,
      sql: sql`if(${isMatched} = 1, ${aliases[i] ?? sql``}, ${blank})`,
    });
  }
  const others =
    left.others === undefined || rightMap === undefined
      ? left.others
      : { ...left.others, map: mergedOthers(left, map, isMatched) };
  return asSubquery(context, { ...left, from: { kind: 'rows', sql: from }, fields, others });
}

/** The other fields of the left side, with those of the right one over them where there is one. */
function mergedOthers(left: Relation, rightMap: Sql, isMatched: Sql): Sql {
  const { others } = left;
  if (others?.isMulti === true && others.map !== undefined) {
    const lists = sql`CAST(${others.map}, 'Map(String, Array(String))')`;
    const added = sql`mapApply((k, v) -> (k, [v]), ${rightMap})`;
    return sql`if(${isMatched} = 1, mapUpdate(${lists}, ${added}), ${lists})`;
  }
  const own = sql`CAST(${othersMap(left) ?? sql`map()`}, 'Map(String, String)')`;
  return sql`if(${isMatched} = 1, mapUpdate(${own}, ${rightMap}), ${own})`;
}
