import { float64, sql, string } from '../../../../engines/store/sql.ts';
import type { FillnullStage } from '../../../../language/index.ts';
import { asNumber } from '../as-number.ts';
import { computedOnce } from '../computed-once.ts';
import { namesOf } from '../field-names.ts';
import { fieldValue, type Relation, withFields } from '../relation.ts';
import { textOf, type Value } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileFillnull(
  context: CompileContext,
  relation: Relation,
  stage: FillnullStage,
): Relation {
  const { value } = stage.options;
  const rows = withFields(relation, namesOf(relation, stage.fields), (all, name) =>
    computedOnce(context, fieldValue(all, name), (each) => filled(each, value)),
  );
  const { others } = rows;
  if (stage.fields.length > 0 || others === undefined || others.isMulti === true) return rows;
  return { ...rows, others: { ...others, fill: value } };
}

function filled(value: Value, text: string): Value {
  const number = asNumber(text);
  if (value.kind === 'time') return value;
  if (value.kind === 'number' && number !== undefined) {
    return { kind: 'number', sql: sql`ifNull(${value.sql}, ${float64(number)})` };
  }
  if (value.kind === 'multi') {
    return { kind: 'multi', sql: sql`if(empty(${value.sql}), [${string(text)}], ${value.sql})` };
  }
  const kind = number === undefined && value.kind === 'text' ? 'text' : 'any';
  return { kind, sql: sql`ifNull(toString(${textOf(value)}), ${string(text)})` };
}
