import type { TableStage } from '../../../../language/index.ts';
import { keepFields } from '../keep-fields.ts';
import type { Relation } from '../relation.ts';
import type { CompileContext } from '../context.ts';

/** Exactly the named fields, in this order. */
export function compileTable(
  _context: CompileContext,
  relation: Relation,
  stage: TableStage,
): Relation {
  return keepFields(relation, [], stage.fields);
}
