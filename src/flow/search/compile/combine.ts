/** append, appendcols, join: the rows of a subsearch beside those of the search. */
import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import type { AppendcolsStage, AppendStage, JoinStage, Query } from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { fieldValue, windowOrder, othersMap, seal, select, type Relation } from './relation.ts';
import { noteCut } from './subsearch-filter.ts';
import { textOf, type Value, type ValueKind } from './value.ts';

/** The rows of a subsearch, at most `max` of them; when there are more, the answer says so. */
async function subsearchRows(
  context: CompileContext,
  query: Query,
  max: number,
): Promise<Relation> {
  const rows = seal(context, await context.compileSubsearch(query));
  const counted = select(rows, sql`1`, { isOrdered: false, limit: max + 1 });
  const [row] = rowsOf(await context.ask(sql`SELECT count() AS n FROM (${counted})`));
  if (Number(row?.['n'] ?? 0) > max) noteCut(context, max);
  return seal(context, { ...rows, limit: max });
}

export async function compileAppend(
  context: CompileContext,
  relation: Relation,
  stage: AppendStage,
): Promise<Relation> {
  const max = Math.min(stage.options.maxout || Infinity, context.limits.joinRowsMax);
  return appendRows(context, relation, await subsearchRows(context, stage.query, max));
}

/** The rows of both, one behind the other; `right` comes out of a subquery. */
export function appendRows(context: CompileContext, relation: Relation, right: Relation): Relation {
  const left = seal(context, relation);
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

export async function compileAppendcols(
  context: CompileContext,
  relation: Relation,
  stage: AppendcolsStage,
): Promise<Relation> {
  const max = Math.min(stage.options.maxout || Infinity, context.limits.joinRowsMax);
  const right = numbered(context, await subsearchRows(context, stage.query, max));
  const left = numbered(context, seal(context, relation));
  return joined(context, left, right, {
    keys: [[left.position, right.position]],
    isInner: false,
    isOverwriting: stage.options.override,
    skip: new Set(),
  });
}

/** Rows with a column that counts them in their order; it is none of their fields. */
export interface Numbered extends Relation {
  readonly position: Sql;
}

export function numbered(context: CompileContext, relation: Relation): Numbered {
  const over = windowOrder(relation);
  const position = sql`row_number() OVER (${over})`;
  const marked = seal(context, {
    ...relation,
    fields: new Map([...relation.fields, [POSITION, { kind: 'number', sql: position }]]),
  });
  const column = marked.fields.get(POSITION)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== POSITION));
  return { ...marked, fields, position: column };
}

const POSITION = '\0position';

export async function compileJoin(
  context: CompileContext,
  relation: Relation,
  stage: JoinStage,
): Promise<Relation> {
  const right = await subsearchRows(context, stage.query, context.limits.joinRowsMax);
  const left = seal(context, relation);
  const names =
    stage.fields.length > 0
      ? stage.fields.map(({ name }) => name)
      : [...right.fields.keys()].filter((name) => left.fields.has(name));
  if (names.length === 0) throw refuse(stage, 'Both sides have no field in common: name one.');
  const keysOf = (rows: Relation): Relation => {
    const keys = names.map(
      (name, i) =>
        [
          `\0key${i}`,
          // A field that is missing is one value for all rows, which the engine takes for no key at all.
          {
            kind: 'text',
            sql: sql`materialize(toNullable(toString(${textOf(fieldValue(rows, name))})))`,
          },
        ] as const,
    );
    return seal(context, { ...rows, fields: new Map<string, Value>([...rows.fields, ...keys]) });
  };
  const [l, r] = [keysOf(left), keysOf(right)];
  const keys = names.map(
    (_, i) =>
      [l.fields.get(`\0key${i}`)?.sql ?? sql`0`, r.fields.get(`\0key${i}`)?.sql ?? sql`0`] as const,
  );
  const rightRows =
    stage.options.max === 0
      ? r
      : { ...r, limitBy: { count: stage.options.max, keys: keys.map(([, key]) => key) } };
  return joined(context, l, rightRows, {
    keys,
    isInner: stage.options.type === 'inner',
    isOverwriting: stage.options.overwrite,
    skip: new Set(names),
  });
}

interface JoinHow {
  readonly keys: readonly (readonly [left: Sql, right: Sql])[];
  readonly isInner: boolean;
  readonly isOverwriting: boolean;
  /** Fields both sides share anyway. */
  readonly skip: ReadonlySet<string>;
}

function joined(context: CompileContext, left: Relation, right: Relation, how: JoinHow): Relation {
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
  if (left.from.kind !== 'rows') return left;
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
  return seal(context, { ...left, from: { kind: 'rows', sql: from }, fields, others });
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
