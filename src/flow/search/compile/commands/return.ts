import type { ReturnStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { handedOverRows } from '../handed-over.ts';
import type { Relation } from '../relation.ts';

export function compileReturn(
  context: CompileContext,
  relation: Relation,
  stage: ReturnStage,
): Promise<Relation> {
  return handedOverRows(context, relation, stage);
}
