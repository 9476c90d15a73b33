import type { TailStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { limited } from '../limit-rows.ts';
import { reversedRows, type Relation } from '../relation.ts';

export function compileTail(
  context: CompileContext,
  relation: Relation,
  stage: TailStage,
): Relation {
  return limited(context, reversedRows(context, relation), stage.count);
}
