import type { AppendpipeStage } from '../../../../language/index.ts';
import { appendRows } from '../append-rows.ts';
import type { CompileContext } from '../context.ts';
import { asSubquery, type Relation } from '../relation.ts';

/** The rows, and below them what the commands make of them. */
export async function compileAppendpipe(
  context: CompileContext,
  relation: Relation,
  { query }: AppendpipeStage,
): Promise<Relation> {
  const rows = asSubquery(context, relation);
  const made = await context.compileOn(context, rows, query.stages);
  return appendRows(context, rows, asSubquery(context, made));
}
