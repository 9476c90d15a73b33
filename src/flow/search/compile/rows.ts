/** head, tail, reverse, sort, dedup: which rows, and in which order. */
import { join, sql, uint32, type Sql } from '../../../engines/store/sql.ts';
import type { DedupStage, HeadStage, SortKey, SortStage } from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { compileExpression } from './expression.ts';
import {
  fieldValue,
  isCut,
  orderClause,
  reversed,
  seal,
  withField,
  type OrderKey,
  type Relation,
} from './relation.ts';
import { conditionOf, existsSql, numberOf, textOf, truth } from './value.ts';

export function compileHead(
  context: CompileContext,
  relation: Relation,
  stage: HeadStage,
): Relation {
  const rows = stage.condition === undefined ? relation : headWhile(context, relation, stage);
  if (stage.count === undefined) return rows;
  return limited(context, rows, stage.count);
}

function limited(context: CompileContext, relation: Relation, count: number): Relation {
  const open = relation.limitBy === undefined ? relation : seal(context, relation);
  return { ...open, limit: Math.min(open.limit ?? Infinity, count, UINT32_MAX) };
}

const UINT32_MAX = 0xffff_ffff;

/** Rows up to the first for which the condition does not hold. */
function headWhile(context: CompileContext, relation: Relation, stage: HeadStage): Relation {
  if (stage.condition === undefined) return relation;
  const open = isCut(relation) ? seal(context, relation) : relation;
  const value = conditionOf(compileExpression(context, open, stage.condition));
  const isHeld = stage.options.null ? sql`ifNull(${value}, 1)` : truth(value);
  const frame = stage.options.keeplast
    ? sql`ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`
    : sql`ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
  const failed = sql`sum(toUInt64(NOT ${isHeld})) OVER (${windowOrder(open.order)} ${frame})`;
  return windowFilter(context, open, failed, (column) => sql`${column} = 0`);
}

/** One row, or rows in no order, have nothing to be ordered by. */
function windowOrder(keys: readonly OrderKey[]): Sql {
  return keys.length === 0 ? sql`` : orderClause(keys);
}

/** Computes a window function over all rows, then keeps rows by its value. */
function windowFilter(
  context: CompileContext,
  relation: Relation,
  window: Sql,
  condition: (column: Sql) => Sql,
): Relation {
  const marked = seal(context, withField(relation, MARK, { kind: 'number', sql: window }));
  const column = marked.fields.get(MARK)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== MARK));
  return { ...marked, fields, conditions: [condition(column)] };
}

const MARK = '\0mark';

export function compileTail(context: CompileContext, relation: Relation, count: number): Relation {
  return limited(context, compileReverse(context, relation), count);
}

export function compileReverse(context: CompileContext, relation: Relation): Relation {
  const open = isCut(relation) ? seal(context, relation) : relation;
  return { ...open, order: reversed(open.order) };
}

export function compileSort(
  context: CompileContext,
  relation: Relation,
  stage: SortStage,
): Relation {
  const open = isCut(relation) ? seal(context, relation) : relation;
  const sorted = { ...open, order: [...sortKeys(open, stage.keys), ...open.order] };
  return stage.count === undefined || stage.count === 0
    ? sorted
    : limited(context, sorted, stage.count);
}

/** Rows without a value come last, whatever the direction. */
function sortKeys(relation: Relation, keys: readonly SortKey[]): OrderKey[] {
  return keys.flatMap((sortKey) => orderKeys(relation, sortKey));
}

function orderKeys(relation: Relation, { field, descending, compare }: SortKey): OrderKey[] {
  const value = fieldValue(relation, field.name);
  const key = (by: Sql): OrderKey => ({ sql: by, isDescending: descending, nulls: 'last' });
  if (value.kind === 'time') return [key(value.sql)];
  switch (compare) {
    case 'num':
      return [key(numberOf(value))];
    case 'str':
      return [key(textOf(value))];
    case 'ip':
      return [key(sql`IPv4StringToNumOrNull(${textOf(value)})`), key(textOf(value))];
    case 'auto':
      return value.kind === 'number'
        ? [key(value.sql)]
        : [key(numberOf(value)), key(textOf(value))];
  }
}

export function compileDedup(
  context: CompileContext,
  relation: Relation,
  stage: DedupStage,
): Relation {
  const before = isCut(relation) ? seal(context, relation) : relation;
  const open =
    stage.sortby.length === 0
      ? before
      : { ...before, order: [...sortKeys(before, stage.sortby), ...before.order] };
  const values = stage.fields.map(({ name }) => fieldValue(open, name));
  const present = values.map(existsSql);
  const { keepempty, keepevents, consecutive } = stage.options;
  if (!keepempty && !keepevents && !consecutive) {
    return {
      ...open,
      conditions: [...open.conditions, ...present],
      isSummable: false,
      limitBy: { count: stage.count, keys: values.map((value) => value.present?.sql ?? value.sql) },
    };
  }
  return dedupByWindow(context, open, stage, values.map(textOf), present);
}

function dedupByWindow(
  context: CompileContext,
  open: Relation,
  stage: DedupStage,
  keys: readonly Sql[],
  present: readonly Sql[],
): Relation {
  const all = sql`(${join(present, ' AND ')})`;
  const { keepempty, keepevents, consecutive } = stage.options;
  const key = sql`tuple(${join(
    keys.map((each) => sql`ifNull(toString(${each}), '')`),
    ', ',
  )})`;
  const rows = keepempty
    ? open
    : { ...open, conditions: [...open.conditions, ...present], isSummable: false };
  const order = windowOrder(open.order);
  const rank = consecutive
    ? sql`if(lagInFrame(${key}, ${uint32(stage.count)}) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) = ${key} AND row_number() OVER (${order}) > ${uint32(stage.count)}, ${uint32(UINT32_MAX)}, 1)`
    : sql`row_number() OVER (PARTITION BY ${key} ${order})`;
  const mark = keepempty ? sql`if(${all}, ${rank}, 1)` : rank;
  const isKept = (column: Sql): Sql => sql`${column} <= ${uint32(stage.count)}`;
  if (!keepevents) return windowFilter(context, rows, mark, isKept);
  const marked = seal(context, withField(rows, MARK, { kind: 'number', sql: mark }));
  const column = marked.fields.get(MARK)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== MARK));
  let kept: Relation = { ...marked, fields };
  for (const { name } of stage.fields) {
    const value = fieldValue(kept, name);
    const blank = value.kind === 'multi' ? sql`CAST([], 'Array(String)')` : sql`NULL`;
    kept = withField(kept, name, {
      kind: value.kind,
      sql: sql`if(${isKept(column)}, ${value.sql}, ${blank})`,
    });
  }
  return kept;
}
