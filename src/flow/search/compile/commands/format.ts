import type { FormatStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { handedOverRows } from '../handed-over.ts';
import type { Relation } from '../relation.ts';

export function compileFormat(
  context: CompileContext,
  relation: Relation,
  stage: FormatStage,
): Promise<Relation> {
  return handedOverRows(context, relation, stage);
}
