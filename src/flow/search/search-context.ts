/** What compiling a search works with: what may be read, within which bounds, and where it notes what it meets. */
import type { Actor } from '../../base/actor.ts';
import type { MiningOptions } from '../../engines/mining/mining.ts';
import type { Sql } from '../../engines/store/sql.ts';
import {
  parse,
  type Query,
  type SavedsearchStage,
  type SearchExpression,
  type TreeNode,
  type Zone,
} from '../../language/index.ts';
import { indexIsClosed, type IndexFacts, keptSince, readableIndexes } from '../indexes/index.ts';
import { type Asking, askStore, readInPieces } from './ask-store.ts';
import { compileQuery, compileStages } from './compile/compile-query.ts';
import {
  type AppliedLimit,
  type CompileContext,
  type KeyDrop,
  type LookupUse,
  refuse,
} from './compile/context.ts';
import type { GivenRows } from './compile/given-rows.ts';
import { type CompiledStage, noteInto } from './largest-stage.ts';
import { openKnownLookup } from './lookups/use-lookups.ts';
import { savedSearchText } from './saved-searches/manage-saved-searches.ts';
import { rangeOf, type SearchBounds, storedOf } from './search-bounds.ts';
import { indexesOf } from './search-indexes.ts';
import type { SearchInput } from './search-input.ts';
import type { SearchNeeds } from './search-needs.ts';

/** What was noted while a query was compiled; places are those of its own text. */
export interface SearchNotes {
  readonly drops: KeyDrop[];
  readonly cuts: { readonly place: TreeNode; readonly rows: number }[];
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
    compileOn: compileStages,
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
    throw refuse(stage, `The saved search “${stage.name}” refers to itself.`);
  }
  if (names.length >= needs.limits.query.subsearchNestingMax) {
    throw refuse(stage, 'Saved searches are nested too deeply.');
  }
  const text = await savedSearchText(needs, organization, stage.name);
  if (text === undefined) {
    throw refuse(stage, `No such saved search: “${stage.name}”.`);
  }
  const { query } = parse(text);
  if (query === undefined) {
    throw refuse(stage, `The saved search “${stage.name}” has a syntax error.`);
  }
  return query;
}

export function searchOf(query: Query): SearchExpression {
  const [first] = query.stages;
  if (first?.kind === 'search') return first.expression;
  if (first?.kind === 'tstats') return first.where;
  return { kind: 'everything', start: 0, end: 0 };
}
