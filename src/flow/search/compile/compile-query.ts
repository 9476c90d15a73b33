/** Compiles one stage after the other: each converts the rows before it to the rows after it. */
import { lengthOf } from '../../../engines/store/sql.ts';
import type { Query, Stage } from '../../../language/index.ts';
import { lookupRows } from './commands/inputlookup.ts';
import { compilerOf } from './commands/table-of-compilers.ts';
import type { CompileContext } from './context.ts';
import { eventRelation, asSubquery, type Relation } from './relation.ts';

export async function compileQuery(context: CompileContext, query: Query): Promise<Relation> {
  const [first, ...others] = query.stages;
  const rows = eventRelation(context.scope);
  // As the first command it reads a table instead of events; after other commands it appends to their rows.
  if (first?.kind !== 'inputlookup') return compileStages(context, rows, query.stages);
  const noteRows = context.noteStage(first);
  const table = withShortFields(context, await lookupRows(context, first));
  noteRows(table);
  return compileStages(context, table, others);
}

export async function compileStages(
  context: CompileContext,
  before: Relation,
  stages: readonly Stage[],
): Promise<Relation> {
  let rows = before;
  for (const stage of stages) {
    const noteRows = context.noteStage(stage);
    rows = withShortFields(context, await compilerOf(stage)(context, rows, stage));
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
