/**
 * Searches that the platform makes itself: from a tree instead of text, with bounds that no text can express. They
 * pass the same gate as those of people: readable indexes, retention, places, limits.
 */
import type { Actor } from '../../../base/actor.ts';
import type { Query } from '../../../language/index.ts';
import { readableIndexes } from '../../indexes/index.ts';
import { type Asking, noWork } from '../ask-store.ts';
import { compileQuery } from '../compile/compile-query.ts';
import type { AppliedLimit, CompileContext } from '../compile/context.ts';
import type { ArrivalBounds, StoredTimes } from '../compile/read-logs.ts';
import type { Relation } from '../compile/relation.ts';
import { requireMayWrite } from '../lookups/use-lookups.ts';
import { createContext } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { searchZone } from '../search-zone.ts';

export interface TreeSearch {
  /** Bounds of time in its first stage are passed over. */
  readonly query: Query;
  /** When the events happened, half open, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** When they were stored, half open. */
  readonly stored: StoredTimes;
  readonly arrival?: ArrivalBounds;
  /** Indexes whose names begin so are as if there were none. */
  readonly leftOut?: string;
  /** What `now` means in the query. */
  readonly now: number;
  /** No longer than every search may take. */
  readonly timeoutMs: number;
}

export interface CompiledTree {
  readonly context: CompileContext;
  readonly relation: Relation;
  readonly asking: Asking;
  /** What was left out on the way. */
  readonly limits: readonly AppliedLimit[];
}

export async function compileTree(
  needs: SearchNeeds,
  actor: Actor,
  { query, from, to, stored, arrival, leftOut, now, timeoutMs }: TreeSearch,
  signal: AbortSignal,
): Promise<CompiledTree> {
  const [zone, readable] = await Promise.all([
    searchZone(needs, actor.organization, undefined),
    readableIndexes(needs, actor),
  ]);
  const indexes =
    leftOut === undefined
      ? readable
      : new Map([...readable].filter(([name]) => !name.startsWith(leftOut)));
  const limits: AppliedLimit[] = [];
  const endsAt = performance.now() + Math.min(timeoutMs, needs.limits.query.timeoutMsMax);
  const asking: Asking = { store: needs.store, work: noWork(), signal, endsAt };
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
  };
  const context = createContext(parts, { from, to, stored, arrival }, indexes, query);
  return { context, relation: await compileQuery(context, query), asking, limits };
}
