import type { RareStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { rankValues } from '../rank-values.ts';
import type { Relation } from '../relation.ts';

export function compileRare(
  context: CompileContext,
  relation: Relation,
  stage: RareStage,
): Relation {
  return rankValues(context, relation, stage);
}
