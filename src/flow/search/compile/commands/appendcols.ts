import type { AppendcolsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { joined } from '../join-rows.ts';
import { numbered } from '../numbered-rows.ts';
import { type Relation, asSubquery } from '../relation.ts';
import { subsearchRows } from '../subsearch-rows.ts';

export async function compileAppendcols(
  context: CompileContext,
  relation: Relation,
  stage: AppendcolsStage,
): Promise<Relation> {
  const max = Math.min(stage.options.maxout || Infinity, context.limits.joinRowsMax);
  const right = numbered(context, await subsearchRows(context, stage, max));
  const left = numbered(context, asSubquery(context, relation));
  return joined(context, left, right, {
    keys: [[left.position, right.position]],
    isInner: false,
    isOverwriting: stage.options.override,
    skip: new Set(),
  });
}
