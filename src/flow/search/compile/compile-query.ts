/** One stage after the other: each takes the rows before it and gives the rows behind it. */
import { lengthOf } from '../../../engines/store/sql.ts';
import type { Query } from '../../../language/index.ts';
import { lookupRows } from './commands/inputlookup.ts';
import { compilerOf } from './commands/table-of-compilers.ts';
import type { CompileContext } from './context.ts';
import { eventRelation, asSubquery, type Relation } from './relation.ts';

export async function compileQuery(context: CompileContext, query: Query): Promise<Relation> {
  let rows = eventRelation(context.scope);
  for (const [i, stage] of query.stages.entries()) {
    const noteRows = context.noteStage(stage);
    // At the front it reads a table instead of events; behind other commands it adds to their rows.
    const next =
      i === 0 && stage.kind === 'inputlookup'
        ? await lookupRows(context, stage)
        : await compilerOf(stage)(context, rows, stage);
    rows = withShortFields(context, next);
    noteRows(rows);
  }
  return rows;
}

/** A field that is computed from itself grows with every command: long ones become columns of a subquery. */
function withShortFields(context: CompileContext, rows: Relation): Relation {
  const isLong = [...rows.fields.values()].some(
    ({ sql, isBase, isColumn }) =>
      isBase !== true && isColumn !== true && lengthOf(sql) > FIELD_CHARACTERS_MAX,
  );
  return isLong ? asSubquery(context, rows) : rows;
}

const FIELD_CHARACTERS_MAX = 4_000;
