import type { Actor } from '../../base/actor.ts';
import { decodeCursor } from '../../base/cursor.ts';
import { invalid } from '../../base/errors.ts';
import type { MiningOptions } from '../../engines/mining/mining.ts';
import { instant, sql, uint64, type Sql } from '../../engines/store/sql.ts';
import {
  parse,
  type ParseResult,
  type Query,
  querySyntaxError,
  type SavedsearchStage,
  type SearchExpression,
  type TreeNode,
  type Variables,
  type Zone,
} from '../../language/index.ts';
import { indexIsClosed, type IndexFacts, keptSince, readableIndexes } from '../indexes/index.ts';
import {
  type Asking,
  askStore,
  noWork,
  readInPieces,
  isTooLarge,
  refuseTooLarge,
  type Work,
} from './ask-store.ts';
import { compileQuery } from './compile/compile-query.ts';
import {
  type AppliedLimit,
  type CompileContext,
  type KeyDrop,
  type LookupUse,
  type LookupWrite,
  refuse,
} from './compile/context.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import type { GivenRows } from './compile/given-rows.ts';
import type { ReadScope } from './compile/read-logs.ts';
import { EVENT_ORDER, isCut, type Relation, withCondition } from './compile/relation.ts';
import { type AnswerPlan, planAnswer } from './compile/write-answer.ts';
import { largestStage, noteInto, type CompiledStage } from './largest-stage.ts';
import { openKnownLookup, requireMayWrite } from './lookups/use-lookups.ts';
import { savedSearchText } from './saved-searches/manage-saved-searches.ts';
import { indexesOf } from './search-indexes.ts';
import type { SearchNeeds } from './search-needs.ts';
import { rangeOf, type SearchBounds, storedOf } from './search-bounds.ts';
import { untilListsAreRead } from './until-lists-are-read.ts';
import { searchZone } from './search-zone.ts';

export interface SearchInput {
  readonly query?: string;
  /** The query, where it has been read already. */
  readonly parsed?: ParseResult;
  /** Instead of text: the platform itself asks, with a tree it has made. */
  readonly tree?: Query;
  /** What the tree reads under the name of `GivenRows`, instead of a lookup table. */
  readonly given?: GivenRows;
  /** Only these indexes are known to the search, whatever the actor may read. */
  readonly indexes?: ReadonlySet<string>;
  /** Indexes whose names begin so are as if there were none. */
  readonly leftOut?: string;
  readonly earliest?: string;
  readonly latest?: string;
  /** Instead of both, with bounds that no text can express; those of the query are passed over. */
  readonly bounds?: SearchBounds;
  /** From the moment it has its slot, and no longer than every search may take. */
  readonly timeoutMs?: number;
  /** Told at that moment. */
  readonly onSlot?: () => void;
  /** How long it waits for a slot of the organization; not at all when left out. */
  readonly waitMsMax?: number;
  /** IANA name; days, weeks and what people read go by its calendar. The organization's where it is not given. */
  readonly timeZone?: string;
  /** What `$name$` stands for in the query; without any it is text. */
  readonly variables?: Variables;
  /** What `now` means, in milliseconds since 1970: several searches that belong together share it. */
  readonly now?: number;
  readonly limit?: number;
  readonly cursor?: string;
  /** Events alone: a query with a pipe is refused. */
  readonly eventsOnly?: boolean;
  /** A command may write, as `outputlookup` does. */
  readonly mayWrite?: boolean;
  /** Tell how the query is read instead of running it. */
  readonly explain?: boolean;
  /** Somebody reads the answer: what it leaves out is worth a look of its own. */
  readonly isAdvised?: boolean;
}

/** What was noted while a query was compiled; places are those of its own text. */
export interface SearchNotes {
  readonly drops: KeyDrop[];
  readonly cuts: { readonly place: TreeNode; readonly rows: number }[];
}

/** A query that is ready to run: its tree, its bounds, and what was learned on the way. */
export interface PreparedSearch {
  readonly parsed: ParseResult;
  readonly query: Query;
  readonly range: Pick<SearchBounds, 'from' | 'to'>;
  readonly relation: Relation;
  readonly plan: AnswerPlan;
  readonly rowsMax: number;
  readonly isPaged: boolean;
  /** It goes on behind what another answer has shown. */
  readonly isLaterPage: boolean;
  /** It reads nothing but the audit log. */
  readonly isAudit: boolean;
  readonly limits: AppliedLimit[];
  /** What advice about the answer is made of. */
  readonly notes: SearchNotes;
  readonly scope: ReadScope;
  readonly zone: Zone;
  readonly now: number;
  /** What is to be written once the search runs. */
  readonly writes: readonly LookupWrite[];
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
  // What the statement depends on, such as a subsearch, can come upon lists by itself.
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
  const { timeoutMsMax, explainTimeoutMs } = needs.limits.query;
  const timeoutMs = isExplained ? explainTimeoutMs : (input.timeoutMs ?? timeoutMsMax);
  const endsAt = performance.now() + Math.min(timeoutMs, timeoutMsMax);
  const parsed = parsedOf(input);
  const { query } = parsed;
  if (query === undefined) throw querySyntaxError(parsed.diagnostics);
  if (input.eventsOnly === true) refusePipes(query);
  const [zone, indexes] = await Promise.all([
    searchZone(needs, actor.organization, input.timeZone),
    indexesFor(needs, actor, input),
  ]);
  const now = input.now ?? needs.clock.now();
  const limits: AppliedLimit[] = [];
  const work = watched ?? noWork();
  const { store } = needs;
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
  const notes: SearchNotes = { drops: [], cuts: [] };
  const told = { limits, notes, stages, noteWrite };
  const parts = { needs, actor, now, zone, ...told, asking, given: input.given };
  const bounds = input.bounds ?? boundsOf(query, input, parts);
  const context = createContext(parts, bounds, indexes, query);
  const compiled = await compileQuery(context, query);
  const isPaged =
    compiled.order === EVENT_ORDER && compiled.from.kind === 'logs' && !isCut(compiled);
  const relation =
    input.cursor === undefined ? compiled : after(context, compiled, isPaged, input.cursor);
  const rowsMax = Math.min(input.limit ?? needs.limits.query.rowsDefault, mostRows(needs, input));
  const plan = planAnswer(context, relation, rowsMax + 1);
  refuseTooLarge(plan.statement, asking);
  const isLaterPage = input.cursor !== undefined;
  const isAudit = context.scope.indexes.every((index) => index === AUDIT_INDEX);
  const facets = { isPaged, isLaterPage, isAudit };
  return {
    parsed,
    query,
    range: bounds,
    relation,
    plan,
    rowsMax,
    ...facets,
    limits,
    notes,
    scope: context.scope,
    zone,
    now,
    writes,
    asking,
  };
}

/** The platform itself may read more than people, up to what a statement gives, one of which tells that there is more. */
function mostRows({ limits }: Pick<SearchNeeds, 'limits'>, { tree }: SearchInput): number {
  return tree === undefined ? limits.query.rowsMax : limits.query.groupsMax - 1;
}

function parsedOf({ query, parsed, tree, variables }: SearchInput): ParseResult {
  if (parsed !== undefined) return parsed;
  if (tree !== undefined) return { text: '', query: tree, diagnostics: [] };
  return parse(query ?? '*', variables === undefined ? {} : { variables });
}

export async function indexesFor(
  needs: SearchNeeds,
  actor: Actor,
  { indexes: only, leftOut }: Pick<SearchInput, 'indexes' | 'leftOut'>,
): Promise<IndexFacts> {
  const readable = await readableIndexes(needs, actor);
  if (only === undefined && leftOut === undefined) return readable;
  const isKnown = (name: string): boolean =>
    only?.has(name) !== false && (leftOut === undefined || !name.startsWith(leftOut));
  return new Map([...readable].filter(([name]) => isKnown(name)));
}

export interface ContextParts {
  readonly needs: SearchNeeds;
  readonly actor: Actor;
  readonly now: number;
  readonly zone: Zone;
  readonly limits: AppliedLimit[];
  /** Left out by who gives no advice. */
  readonly notes?: SearchNotes;
  /** Takes the stages of the text as they are compiled. */
  readonly stages?: CompiledStage[];
  readonly asking: Asking;
  readonly noteWrite: CompileContext['noteWrite'];
  readonly given: GivenRows | undefined;
}

function boundsOf(query: Query, input: SearchInput, parts: ContextParts): SearchBounds {
  const { from, to } = rangeOf(query, input, parts.now, parts.zone.name);
  return { from, to, stored: storedOf(query, parts) };
}

export function createContext(
  parts: ContextParts,
  range: SearchBounds,
  retentionDays: IndexFacts,
  query: Query,
): CompileContext {
  const { needs, actor, now, zone, limits, notes, stages, asking, noteWrite, given } = parts;
  let aliases = 0;
  const known = [...retentionDays.keys()];
  const base = {
    indexes: known,
    readsLists: needs.readsLists === true,
    now,
    zone,
    limits: needs.limits.query,
    views: needs.limits.views,
    lookups: needs.limits.lookups,
    openLookup: (stage: LookupUse) => openKnownLookup(needs, actor, stage),
    given,
    noteWrite,
    ask: (statement: Sql) => askStore(asking, statement),
    readInPieces: (statement: Sql) =>
      asking.mayBeAway === true ? askStore(asking, statement) : readInPieces(asking, statement),
    minePatterns: (lines: readonly string[], options: MiningOptions) =>
      needs.mining.minePatterns(lines, options, asking.signal, actor.organization),
    noteLimit: (limit: AppliedLimit) => {
      if (!limits.some((each) => each.limit === limit.limit)) limits.push(limit);
    },
    newAlias: () => `c${(aliases += 1)}`,
  };
  const contextOf = (
    own: Query,
    bounds: SearchBounds,
    names: readonly string[],
  ): CompileContext => ({
    ...base,
    // A saved search has a text of its own, whose places mean nothing to whoever names it.
    noteDrop: (drop) => {
      if (names.length === 0) notes?.drops.push(drop);
    },
    noteStage: noteInto(names.length === 0 ? stages : undefined),
    noteCut: (place, rows) => {
      if (names.length === 0) notes?.cuts.push({ place, rows });
    },
    scope: {
      organization: actor.organization,
      indexes: indexesOf(searchOf(own), known, (name) => indexIsClosed(actor, name)),
      from: bounds.from,
      to: bounds.to,
      stored: bounds.stored,
      arrival: bounds.arrival,
      // How long events are kept goes by the clock, whatever the search takes for now.
      kept: keptSince(retentionDays, needs.clock.now()),
    },
    compileSubsearch: (inner) =>
      compileQuery(contextOf(inner, timesOf(inner, bounds), names), inner),
    compileSaved: async (stage) => {
      const inner = await findSaved(needs, actor, stage, names);
      const times = timesOf(inner, bounds);
      return compileQuery(contextOf(inner, times, [...names, stage.name]), inner);
    },
  });
  // What a search inside another does not bound itself is bound as around it.
  const timesOf = (inner: Query, bounds: SearchBounds): SearchBounds => {
    const [first] = inner.stages;
    const hasBounds = first?.kind === 'search' && (first.earliest ?? first.latest) !== undefined;
    const { from, to } = hasBounds ? rangeOf(inner, {}, base.now, zone.name) : bounds;
    return { ...bounds, from, to, stored: storedOf(inner, parts) ?? bounds.stored };
  };
  return contextOf(query, range, []);
}

/** The tree of a saved search. One that leads to itself would never end. */
async function findSaved(
  needs: SearchNeeds,
  { organization }: Actor,
  stage: SavedsearchStage,
  names: readonly string[],
): Promise<Query> {
  if (names.includes(stage.name)) {
    throw refuse(stage, `The saved search “${stage.name}” leads back to itself.`);
  }
  if (names.length >= needs.limits.query.subsearchNestingMax) {
    throw refuse(stage, 'Saved searches call each other too deeply.');
  }
  const text = await savedSearchText(needs, organization, stage.name);
  if (text === undefined) {
    throw refuse(stage, `There is no saved search with the name “${stage.name}”.`);
  }
  const { query } = parse(text);
  if (query === undefined) throw refuse(stage, `The saved search “${stage.name}” cannot be read.`);
  return query;
}

export function searchOf(query: Query): SearchExpression {
  const [first] = query.stages;
  if (first?.kind === 'search') return first.expression;
  if (first?.kind === 'tstats') return first.where;
  return { kind: 'everything', start: 0, end: 0 };
}

function refusePipes(query: Query): void {
  const second =
    query.stages[1] ?? (query.stages[0]?.kind === 'search' ? undefined : query.stages[0]);
  if (second !== undefined) {
    throw refuse(
      second,
      'This endpoint returns events. Use /api/v1/search for commands after a pipe.',
    );
  }
}

/** Goes on behind the last event of the page before, wherever new events have come in since. */
function after(
  context: CompileContext,
  relation: Relation,
  isPaged: boolean,
  text: string,
): Relation {
  if (!isPaged) throw invalid('cursor', 'Only searches for events have further pages.');
  const { at, id } = decodeCursor(text);
  if (!/^[0-9a-f]{16}$/.test(id)) throw invalid('cursor', 'This is not a cursor of this list.');
  const time = instant(at);
  const isBehind = sql`timestamp <= ${time} AND (timestamp < ${time} OR row_id < ${uint64(BigInt(`0x${id}`))})`;
  return withCondition(context, relation, isBehind);
}
