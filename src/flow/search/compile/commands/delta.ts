import { sql, uint32 } from '../../../../engines/store/sql.ts';
import type { DeltaStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { withRunningValue } from '../running-value.ts';

export function compileDelta(
  context: CompileContext,
  relation: Relation,
  { field, as, options }: DeltaStage,
): Relation {
  return withRunningValue(
    context,
    relation,
    field,
    as?.name ?? `delta(${field.name})`,
    (value, over) =>
      sql`(${value} - lagInFrame(toNullable(${value}), ${uint32(options.p)}) ${over})`,
  );
}
