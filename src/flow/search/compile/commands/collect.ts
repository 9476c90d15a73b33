import type { CollectStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { planAnswer } from '../write-answer.ts';

/** The rows pass through unchanged; they are written once the whole query has succeeded. */
export function compileCollect(
  context: CompileContext,
  relation: Relation,
  stage: CollectStage,
): Relation {
  context.noteCollect(stage, () =>
    planAnswer(context, relation, context.limits.collectedRowsMax + 1),
  );
  return relation;
}
