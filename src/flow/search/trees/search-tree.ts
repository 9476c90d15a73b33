import type { Actor } from '../../../base/actor.ts';
import type { Warning } from '../advice/advise.ts';
import { askStore } from '../ask-store.ts';
import { EVENT_ID } from '../compile/relation.ts';
import {
  type AnswerColumn,
  type AnswerRow,
  planAnswer,
  readRows,
} from '../compile/write-answer.ts';
import { runSearch } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { inSlot } from '../take-slot.ts';
import { compileTree, type TreeSearch } from './compile-tree.ts';

export interface TreeAnswer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
  /** There is more than the answer shows. */
  readonly isCut: boolean;
  readonly warnings: readonly Warning[];
}

/** The rows that a tree gives, at most `rowsMax` of them: a search as any other, with bounds that no text can express. */
export async function searchTree(
  needs: SearchNeeds,
  actor: Actor,
  { query, rowsMax, from, to, stored, arrival, ...rest }: TreeSearch & { readonly rowsMax: number },
  signal: AbortSignal,
): Promise<TreeAnswer> {
  const bounds = { from, to, stored, arrival };
  const input = { ...rest, tree: query, bounds, limit: rowsMax };
  const { data } = await runSearch(needs, actor, input, signal);
  const { columns, warnings } = data;
  return { columns, rows: data.rows, isCut: data.truncated, warnings };
}

/** IDs of the newest matching events, regardless of the selected fields. None if the tree produces a table. */
export async function findEventIds(
  needs: SearchNeeds,
  actor: Actor,
  search: TreeSearch & { readonly rowsMax: number },
  signal: AbortSignal,
): Promise<string[]> {
  const find = async (): Promise<string[]> => {
    const { context, relation, asking } = await compileTree(needs, actor, search, signal);
    if (!relation.hasBase) return [];
    const ids = { ...relation, fields: new Map([['_id', EVENT_ID]]), others: undefined };
    const plan = planAnswer(context, ids, search.rowsMax);
    const answer = await askStore(asking, plan.statement);
    return readRows(plan, answer, search.rowsMax).rows.map((row) => String(row['_id']));
  };
  return inSlot(needs, actor, find, { waitMsMax: search.waitMsMax, signal });
}
