import { sql } from '../../../../engines/store/sql.ts';
import type { EvalStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { compileExpression, namesComputed } from '../expression.ts';
import { rowsFor, withoutPosition } from '../numbered-rows.ts';
import { type Relation, asSubquery, withField } from '../relation.ts';

export function compileEval(
  context: CompileContext,
  relation: Relation,
  stage: EvalStage,
): Relation {
  let rows = relation;
  for (const { field, value } of stage.assignments) {
    if (namesComputed(rows, value)) rows = asSubquery(context, rows);
    rows = rowsFor(context, rows, value);
    const computed = compileExpression(context, rows, value);
    const { kind, present } = computed;
    const plain = {
      kind,
      sql: computed.sql,
      // Of the columns of the table, the attributes can be missing, which `present` tells.
      ...(computed.isBase ? { isBase: true as const, ...(present && { present }) } : {}),
      ...(computed.mayBeList ? { mayBeList: true as const } : {}),
    };
    const shown =
      kind === 'boolean'
        ? { kind: 'text' as const, sql: sql`if(${computed.sql}, 'true', 'false')` }
        : plain;
    rows = withField(withoutPosition(rows), field.name, shown);
  }
  return rows;
}
