import type { DatamodelStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { namesOfModel, withModelFields } from '../model-fields.ts';
import { fieldValue, type Relation, withFields } from '../relation.ts';

export async function compileDatamodel(
  context: CompileContext,
  _relation: Relation,
  { from, hasPrefix }: DatamodelStage,
): Promise<Relation> {
  const model = await context.compileModel(from, []);
  const prefixed = namesOfModel(model, true);
  const rows = withModelFields(context, model, prefixed);
  if (hasPrefix) return rows;
  const plain = namesOfModel(model, false);
  const byName = new Map(plain.map((name, at) => [name, prefixed[at] ?? name]));
  return withFields(model.rows, plain, (_all, name) => fieldValue(rows, byName.get(name) ?? name));
}
