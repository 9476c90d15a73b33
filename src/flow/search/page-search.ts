/** Pages of events: which searches have them, and how the next one begins. */
import { decodeCursor } from '../../base/cursor.ts';
import { invalid } from '../../base/errors.ts';
import { instant, sql, uint64 } from '../../engines/store/sql.ts';
import type { CompileContext } from './compile/context.ts';
import { EVENT_ORDER, isCut, type Relation, withCondition } from './compile/relation.ts';

/** Only event lists, newest first, have further pages. */
export function hasPages(compiled: Relation): boolean {
  return compiled.order === EVENT_ORDER && compiled.from.kind === 'logs' && !isCut(compiled);
}

/** Continues after the last event of the previous page, regardless of new events. */
export function afterCursor(context: CompileContext, relation: Relation, text: string): Relation {
  if (!hasPages(relation)) throw invalid('cursor', 'Only searches for events support paging.');
  const { at, id } = decodeCursor(text);
  if (!/^[0-9a-f]{16}$/.test(id)) {
    throw invalid('cursor', 'Invalid cursor. Use the nextCursor of the previous page.');
  }
  const time = instant(at);
  const isBehind = sql`timestamp <= ${time} AND (timestamp < ${time} OR row_id < ${uint64(BigInt(`0x${id}`))})`;
  return withCondition(context, relation, isBehind);
}
