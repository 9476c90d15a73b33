import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { CompileContext } from './context.ts';
import { type Relation, type RowsRelation, asSubquery, windowOrder } from './relation.ts';

/** Rows with a column that counts them in their order; it is none of their fields. */
export interface Numbered extends RowsRelation {
  readonly position: Sql;
}

export function numbered(context: CompileContext, relation: Relation): Numbered {
  const over = windowOrder(relation);
  const position = sql`row_number() OVER (${over})`;
  const marked = asSubquery(context, {
    ...relation,
    fields: new Map([...relation.fields, [POSITION, { kind: 'number', sql: position }]]),
  });
  const column = marked.fields.get(POSITION)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== POSITION));
  return { ...marked, fields, position: column };
}

const POSITION = '\0position';
