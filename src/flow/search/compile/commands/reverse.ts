import type { CompileContext } from '../context.ts';
import { reversedRows, type Relation } from '../relation.ts';

export function compileReverse(context: CompileContext, relation: Relation): Relation {
  return reversedRows(context, relation);
}
