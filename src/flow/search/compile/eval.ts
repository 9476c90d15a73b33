import type { EvalStage, WhereStage } from '../../../language/index.ts';
import { sql } from '../../../engines/store/sql.ts';
import type { CompileContext } from './context.ts';
import { compileCondition, compileExpression, namesComputed } from './expression.ts';
import { isCut, seal, withCondition, withField, type Relation } from './relation.ts';

export function compileEval(
  context: CompileContext,
  relation: Relation,
  stage: EvalStage,
): Relation {
  let rows = relation;
  for (const { field, value } of stage.assignments) {
    if (namesComputed(rows, value)) rows = seal(context, rows);
    const computed = compileExpression(context, rows, value);
    const { kind } = computed;
    // The cheaper way to a value holds for the field it was made for alone.
    const plain = {
      kind,
      sql: computed.sql,
      ...(computed.isBase ? { isBase: true as const } : {}),
    };
    const shown =
      kind === 'boolean'
        ? { kind: 'text' as const, sql: sql`if(${computed.sql}, 'true', 'false')` }
        : plain;
    rows = withField(rows, field.name, shown);
  }
  return rows;
}

export function compileWhere(
  context: CompileContext,
  relation: Relation,
  stage: WhereStage,
): Relation {
  const open =
    isCut(relation) || namesComputed(relation, stage.condition)
      ? seal(context, relation)
      : relation;
  return withCondition(context, open, compileCondition(context, open, stage.condition));
}
