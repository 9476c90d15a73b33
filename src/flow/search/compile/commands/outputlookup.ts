import { sql } from '../../../../engines/store/sql.ts';
import type { OutputlookupStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { textOf, type Value } from '../value.ts';
import { planAnswer } from '../write-answer.ts';

/** The rows pass through unchanged; they are written once the whole query has succeeded. */
export function compileOutputlookup(
  context: CompileContext,
  relation: Relation,
  stage: OutputlookupStage,
): Relation {
  const fields = [...relation.fields].map(([name, value]) => [name, writtenValue(value)] as const);
  const texts = { ...relation, fields: new Map(fields) };
  context.noteWrite({ stage, plan: planAnswer(context, texts, context.lookups.rowsMax + 1) });
  return relation;
}

/** Multiple values are written as separate lines. */
function writtenValue(value: Value): Value {
  if (value.kind !== 'multi') return { kind: 'text', sql: textOf(value) };
  return { kind: 'text', sql: sql`arrayStringConcat(${value.sql}, '\\n')` };
}
