import type { TopStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { rankValues } from '../rank-values.ts';
import type { Relation } from '../relation.ts';

export function compileTop(context: CompileContext, relation: Relation, stage: TopStage): Relation {
  return rankValues(context, relation, stage);
}
