import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { CompileContext } from './context.ts';
import { type Relation, asSubquery, withField } from './relation.ts';

/** Computes a window function over all rows, then keeps rows by its value. */
export function windowFilter(
  context: CompileContext,
  relation: Relation,
  window: Sql,
  condition: (column: Sql) => Sql,
): Relation {
  const marked = asSubquery(context, withField(relation, MARK, { kind: 'number', sql: window }));
  const column = marked.fields.get(MARK)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== MARK));
  return { ...marked, fields, conditions: [condition(column)] };
}

export const MARK = '\0mark';
