import type { WhereStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { compileCondition, namesComputed } from '../expression.ts';
import { rowsFor, withoutPosition } from '../numbered-rows.ts';
import { isCut, type Relation, asSubquery, withCondition } from '../relation.ts';

export function compileWhere(
  context: CompileContext,
  relation: Relation,
  stage: WhereStage,
): Relation {
  const open =
    isCut(relation) || namesComputed(relation, stage.condition)
      ? asSubquery(context, relation)
      : relation;
  const rows = rowsFor(context, open, stage.condition);
  const condition = compileCondition(context, rows, stage.condition);
  return withCondition(context, withoutPosition(rows), condition);
}
