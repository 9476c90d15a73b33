import { float64, sql } from '../../../../engines/store/sql.ts';
import type { AddtotalsStage, FieldPattern } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { summable } from '../summable-fields.ts';
import { numberOf } from '../value.ts';
import { compileAddcoltotals } from './addcoltotals.ts';

export function compileAddtotals(
  context: CompileContext,
  relation: Relation,
  stage: AddtotalsStage,
): Relation {
  const { row, col, fieldname, labelfield, label } = stage.options;
  const summed = row ? addRowTotal(relation, stage.fields, fieldname) : relation;
  if (!col) return summed;
  return compileAddcoltotals(context, summed, { ...stage, options: { labelfield, label } });
}

function addRowTotal(
  relation: Relation,
  patterns: readonly FieldPattern[],
  name: string,
): Relation {
  const parts = summable(relation, patterns).map(
    (each) => sql`ifNull(${numberOf(fieldValue(relation, each))}, 0)`,
  );
  const total =
    parts.length === 0 ? sql`${float64(0)}` : parts.reduce((all, part) => sql`${all} + ${part}`);
  return withField(relation, name, { kind: 'number', sql: sql`(${total})` });
}
