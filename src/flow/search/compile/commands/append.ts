import type { AppendStage } from '../../../../language/index.ts';
import { appendRows } from '../append-rows.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { subsearchRows } from '../subsearch-rows.ts';

export async function compileAppend(
  context: CompileContext,
  relation: Relation,
  stage: AppendStage,
): Promise<Relation> {
  const max = Math.min(stage.options.maxout || Infinity, context.limits.joinRowsMax);
  return appendRows(context, relation, await subsearchRows(context, stage, max));
}
