import { sql, uint32 } from '../../../../engines/store/sql.ts';
import type { MvexpandStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { fieldValue, type Relation, asSubquery, withField } from '../relation.ts';
import { multiOf } from '../value.ts';

/** One row for each value; a row without values stays. */
export function compileMvexpand(
  context: CompileContext,
  relation: Relation,
  stage: MvexpandStage,
): Relation {
  const open = asSubquery(context, relation);
  const values = multiOf(fieldValue(open, stage.field.name));
  const some =
    stage.options.limit > 0
      ? sql`arraySlice(${values}, 1, ${uint32(stage.options.limit)})`
      : values;
  const each = sql`arrayJoin(if(empty(${some}), [NULL], CAST(${some}, 'Array(Nullable(String))')))`;
  return asSubquery(context, withField(open, stage.field.name, { kind: 'text', sql: each }));
}
