import { sql } from '../../../../engines/store/sql.ts';
import type { AccumStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { withRunningValue } from '../running-value.ts';

export function compileAccum(
  context: CompileContext,
  relation: Relation,
  { field, as }: AccumStage,
): Relation {
  return withRunningValue(
    context,
    relation,
    field,
    as?.name ?? field.name,
    (value, over) => sql`if(isNull(${value}), NULL, sumOrNull(${value}) ${over})`,
  );
}
