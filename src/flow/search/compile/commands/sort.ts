import type { SortStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { limited } from '../limit-rows.ts';
import { isCut, type Relation, asSubquery } from '../relation.ts';
import { sortKeys } from '../sort-keys.ts';

export function compileSort(
  context: CompileContext,
  relation: Relation,
  stage: SortStage,
): Relation {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const sorted = { ...open, order: [...sortKeys(open, stage.keys), ...open.order] };
  return stage.count === undefined || stage.count === 0
    ? sorted
    : limited(context, sorted, stage.count);
}
