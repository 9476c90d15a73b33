/**
 * Internal queries of the platform: counts and IDs of the events of a tree. The same rules apply as for searches of
 * people: readable indexes, retention, slots, limits.
 */
import type { Actor } from '../../../base/actor.ts';
import type { CollectStage, Query } from '../../../language/index.ts';
import { type Asking, noWork, storeFor } from '../ask-store.ts';
import { compileQuery } from '../compile/compile-query.ts';
import { NEEDS_POST } from '../collect/collect-rows.ts';
import { type AppliedLimit, type CompileContext, refuse } from '../compile/context.ts';
import type { Relation } from '../compile/relation.ts';
import { requireMayWrite } from '../lookups/use-lookups.ts';
import { createContext, indexesFor } from '../search-context.ts';
import type { SearchInput } from '../search-input.ts';
import type { SearchBounds } from '../search-bounds.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { untilListsAreRead } from '../until-lists-are-read.ts';
import { searchZone } from '../search-zone.ts';

/** What of a search from a tree is not about its answer. */
export interface TreeSearch
  extends
    SearchBounds,
    Required<Pick<SearchInput, 'now' | 'timeoutMs'>>,
    Pick<SearchInput, 'onSlot' | 'waitMsMax' | 'leftOut' | 'isAdvised'> {
  /** Bounds of time in its first stage are passed over. */
  readonly query: Query;
}

export interface CompiledTree {
  readonly context: CompileContext;
  readonly relation: Relation;
  readonly asking: Asking;
  /** Limits that removed rows. */
  readonly limits: readonly AppliedLimit[];
}

/** To be called in the slot of the search: its time begins. */
export async function compileTree(
  needs: SearchNeeds,
  actor: Actor,
  search: TreeSearch,
  signal: AbortSignal,
): Promise<CompiledTree> {
  search.onSlot?.();
  return untilListsAreRead(needs, (own) => compileOnce(own, actor, search, signal));
}

async function compileOnce(
  needs: SearchNeeds,
  actor: Actor,
  { query, from, to, stored, arrival, leftOut, now, timeoutMs }: TreeSearch,
  signal: AbortSignal,
): Promise<CompiledTree> {
  const endsAt = performance.now() + Math.min(timeoutMs, needs.limits.query.timeoutMsMax);
  const [zone, indexes] = await Promise.all([
    searchZone(needs, actor.organization, undefined),
    indexesFor(needs, actor, leftOut === undefined ? {} : { leftOut }),
  ]);
  const limits: AppliedLimit[] = [];
  const asking: Asking = { store: storeFor(needs, actor), work: noWork(), signal, endsAt };
  const parts = {
    needs,
    actor,
    now,
    zone,
    limits,
    asking,
    given: undefined,
    noteWrite: ({ stage }: { readonly stage: Parameters<typeof requireMayWrite>[2] }) =>
      requireMayWrite(actor, false, stage),
    noteCollect: (stage: CollectStage) => {
      throw refuse(stage, NEEDS_POST);
    },
  };
  const context = createContext(parts, { from, to, stored, arrival }, indexes, query);
  return { context, relation: await compileQuery(context, query), asking, limits };
}
