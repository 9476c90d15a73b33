import type { Actor } from '../../base/actor.ts';
import type { ParseResult, Query, Zone } from '../../language/index.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import {
  type Asking,
  isTooLarge,
  noWork,
  refuseTooLarge,
  storeFor,
  type Work,
} from './ask-store.ts';
import { compileQuery } from './compile/compile-query.ts';
import type { AppliedLimit, CompileContext, LookupWrite } from './compile/context.ts';
import type { ReadScope } from './compile/read-logs.ts';
import type { Relation } from './compile/relation.ts';
import { type AnswerPlan, planAnswer } from './compile/write-answer.ts';
import { type CompiledStage, largestStage } from './largest-stage.ts';
import { type EventWrite, requireMayCollect } from './collect/collect-rows.ts';
import { requireMayWrite } from './lookups/use-lookups.ts';
import { afterCursor, hasPages } from './page-search.ts';
import type { SearchBounds } from './search-bounds.ts';
import { createContext, indexesFor, type SearchNotes } from './search-context.ts';
import { boundsOf, rowsMaxOf, type SearchInput, treeOf } from './search-input.ts';
import type { SearchNeeds } from './search-needs.ts';
import { searchMsMax } from './search-slots.ts';
import { searchZone } from './search-zone.ts';
import { untilListsAreRead } from './until-lists-are-read.ts';

/** A compiled query: its tree, its bounds, and notes collected on the way. */
export interface PreparedSearch {
  readonly parsed: ParseResult;
  readonly query: Query;
  readonly range: Pick<SearchBounds, 'from' | 'to'>;
  readonly relation: Relation;
  readonly plan: AnswerPlan;
  readonly rowsMax: number;
  readonly isPaged: boolean;
  /** It continues an earlier response. */
  readonly isLaterPage: boolean;
  /** It reads nothing but the audit log. */
  readonly isAudit: boolean;
  readonly limits: AppliedLimit[];
  /** Input for advice about the result. */
  readonly notes: SearchNotes;
  readonly scope: ReadScope;
  readonly zone: Zone;
  readonly now: number;
  /** Lookups to write when the search runs. */
  readonly writes: readonly LookupWrite[];
  /** Events to be written once the answer is known. */
  readonly collects: readonly EventWrite[];
  readonly asking: Asking;
}

export async function prepareSearch(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
  watched?: Work,
): Promise<PreparedSearch> {
  input.onSlot?.();
  // Statements that this one depends on, such as subsearches, may encounter lists themselves.
  return untilListsAreRead(needs, (own) => prepareOnce(own, actor, input, signal, watched));
}

async function prepareOnce(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
  watched: Work | undefined,
): Promise<PreparedSearch> {
  const isExplained = input.explain === true;
  const { explainTimeoutMs } = needs.limits.query;
  const timeoutMsMax = searchMsMax(needs, actor);
  const timeoutMs = isExplained ? explainTimeoutMs : (input.timeoutMs ?? timeoutMsMax);
  const endsAt = performance.now() + Math.min(timeoutMs, timeoutMsMax);
  const { parsed, query } = await treeOf(needs, actor, input);
  const [zone, indexes] = await Promise.all([
    searchZone(needs, actor.organization, input.timeZone),
    indexesFor(needs, actor, input),
  ]);
  const now = input.now ?? needs.clock.now();
  const limits: AppliedLimit[] = [];
  const work = watched ?? noWork();
  const store = storeFor(needs, actor);
  const isWatched = watched !== undefined;
  const stages: CompiledStage[] = [];
  const placeOfSize = (): number | undefined => largestStage(stages, isTooLarge)?.start;
  const asking = { store, work, signal, endsAt, isWatched, mayBeAway: isExplained, placeOfSize };
  const writes: LookupWrite[] = [];
  const noteWrite = (write: LookupWrite): void => {
    if (isExplained) return;
    requireMayWrite(actor, input.mayWrite === true, write.stage);
    writes.push(write);
  };
  const collects: EventWrite[] = [];
  const noteCollect: CompileContext['noteCollect'] = (stage, plan) => {
    const isPossible = { indexes, read: context.scope.indexes };
    requireMayCollect(stage, isExplained || input.mayWrite === true, isPossible);
    if (isExplained || stage.options.testmode) return;
    collects.push({ stage, plan: plan() });
  };
  const notes: SearchNotes = { drops: [], cuts: [] };
  const searchOptions = { limits, notes, stages, noteWrite, noteCollect };
  const parts = { needs, actor, now, zone, ...searchOptions, asking, given: input.given };
  const bounds = boundsOf(query, input, parts);
  const context = createContext(parts, bounds, indexes, query);
  const compiled = await compileQuery(context, query);
  const relation =
    input.cursor === undefined ? compiled : afterCursor(context, compiled, input.cursor);
  const rowsMax = rowsMaxOf(needs, input);
  const plan = planAnswer(context, relation, rowsMax + 1);
  refuseTooLarge(plan.statement, asking);
  return {
    parsed,
    query,
    range: bounds,
    relation,
    plan,
    rowsMax,
    isPaged: hasPages(compiled),
    isLaterPage: input.cursor !== undefined,
    isAudit: context.scope.indexes.every((index) => index === AUDIT_INDEX),
    limits,
    notes,
    scope: context.scope,
    zone,
    now,
    writes,
    collects,
    asking,
  };
}
