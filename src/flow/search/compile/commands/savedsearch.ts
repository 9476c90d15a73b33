import type { SavedsearchStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';

export function compileSavedsearch(
  context: CompileContext,
  _relation: Relation,
  stage: SavedsearchStage,
): Promise<Relation> {
  return context.compileSaved(stage);
}
