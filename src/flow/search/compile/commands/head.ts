import { sql } from '../../../../engines/store/sql.ts';
import type { HeadStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { compileExpression } from '../expression.ts';
import { limited } from '../limit-rows.ts';
import { isCut, type Relation, asSubquery, windowOrder } from '../relation.ts';
import { conditionOf, truth } from '../value.ts';
import { windowFilter } from '../window-filter.ts';

export function compileHead(
  context: CompileContext,
  relation: Relation,
  stage: HeadStage,
): Relation {
  const rows = stage.condition === undefined ? relation : headWhile(context, relation, stage);
  if (stage.count === undefined) return rows;
  return limited(context, rows, stage.count);
}

/** Rows up to the first one that does not match the condition. */
function headWhile(context: CompileContext, relation: Relation, stage: HeadStage): Relation {
  if (stage.condition === undefined) return relation;
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const value = conditionOf(compileExpression(context, open, stage.condition));
  const isHeld = stage.options.null ? sql`ifNull(${value}, 1)` : truth(value);
  const frame = stage.options.keeplast
    ? sql`ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`
    : sql`ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
  const failed = sql`sum(toUInt64(NOT ${isHeld})) OVER (${windowOrder(open)} ${frame})`;
  return windowFilter(context, open, failed, (column) => sql`${column} = 0`);
}
