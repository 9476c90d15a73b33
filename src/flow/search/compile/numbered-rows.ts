import { sql, type Sql } from '../../../engines/store/sql.ts';
import { everyExpression, type Expression } from '../../../language/index.ts';
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

/** The rows on which an expression is computed: `random` tells those apart by their number that are no events. */
export function rowsFor(
  context: CompileContext,
  relation: Relation,
  expression: Expression,
): Relation {
  const isRandom = [...everyExpression(expression)].some(
    (each) => each.kind === 'call' && each.function === 'random',
  );
  return isRandom && !relation.hasBase ? numbered(context, relation) : relation;
}

export function positionOf(rows: Relation | Numbered): Sql | undefined {
  return 'position' in rows ? rows.position : undefined;
}

/** The same rows for later commands, which may put others in their place. */
export function withoutPosition(rows: Relation | Numbered): Relation {
  if (!('position' in rows)) return rows;
  const { position: _position, ...others } = rows;
  return others;
}

const POSITION = '\0position';
