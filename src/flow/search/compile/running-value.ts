import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { Field } from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { fieldValue, type Relation, asSubquery, windowOrder, withField } from './relation.ts';
import { numberOf } from './value.ts';

/** A number of a row against those of the rows before it. */
export function withRunningValue(
  context: CompileContext,
  relation: Relation,
  field: Field,
  as: string,
  compute: (value: Sql, over: Sql) => Sql,
): Relation {
  const open = asSubquery(context, relation);
  const value = numberOf(fieldValue(open, field.name));
  const over = sql`OVER (${windowOrder(open)} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  return asSubquery(context, withField(open, as, { kind: 'number', sql: compute(value, over) }));
}
