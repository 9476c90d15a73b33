import type { WhereStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { compileCondition, namesComputed } from '../expression.ts';
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
  return withCondition(context, open, compileCondition(context, open, stage.condition));
}
