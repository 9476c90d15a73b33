import { join, sql, type Sql, uint32 } from '../../../../engines/store/sql.ts';
import type { DedupStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { UINT32_MAX } from '../limit-rows.ts';
import {
  fieldValue,
  isCut,
  type Relation,
  asSubquery,
  windowOrder,
  withField,
} from '../relation.ts';
import { sortKeys } from '../sort-keys.ts';
import { existsSql, textOf } from '../value.ts';
import { MARK, windowFilter } from '../window-filter.ts';

export function compileDedup(
  context: CompileContext,
  relation: Relation,
  stage: DedupStage,
): Relation {
  const before = isCut(relation) ? asSubquery(context, relation) : relation;
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
  const order = windowOrder(open);
  const rank = consecutive
    ? sql`if(lagInFrame(${key}, ${uint32(stage.count)}) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) = ${key} AND row_number() OVER (${order}) > ${uint32(stage.count)}, ${uint32(UINT32_MAX)}, 1)`
    : sql`row_number() OVER (PARTITION BY ${key} ${order})`;
  const mark = keepempty ? sql`if(${all}, ${rank}, 1)` : rank;
  const isKept = (column: Sql): Sql => sql`${column} <= ${uint32(stage.count)}`;
  if (!keepevents) return windowFilter(context, rows, mark, isKept);
  const marked = asSubquery(context, withField(rows, MARK, { kind: 'number', sql: mark }));
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
