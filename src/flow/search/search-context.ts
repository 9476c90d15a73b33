/** What compiling a search works with: what may be read, within which bounds, and where it notes what it meets. */
import type { Actor } from '../../base/actor.ts';
import type { MiningOptions } from '../../engines/mining/mining.ts';
import type { Sql } from '../../engines/store/sql.ts';
import {
  everyQuery,
  type IplocationStage,
  type MapStage,
  parse,
  type Query,
  refusedInMap,
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
import { openDataset } from './data-models/open-dataset.ts';
import { macroOptions } from './knowledge/knowledge.ts';
import { openKnownLookup } from './lookups/use-lookups.ts';
import { savedSearchText } from './saved-searches/manage-saved-searches.ts';
import { rangeOf, type SearchBounds, storedOf } from './search-bounds.ts';
import { indexesOf, namesIndex } from './search-indexes.ts';
import type { SearchInput } from './search-input.ts';
import type { SearchNeeds } from './search-needs.ts';

/** Notes collected during compilation; positions refer to the query's own text. */
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
  /** Undefined for callers that give no advice. */
  readonly notes?: SearchNotes;
  /** Takes the stages of the text as they are compiled. */
  readonly stages?: CompiledStage[];
  readonly asking: Asking;
  readonly noteWrite: CompileContext['noteWrite'];
  readonly noteCollect: CompileContext['noteCollect'];
  readonly given: GivenRows | undefined;
}

const NO_LOCATIONS =
  '`iplocation` requires a location database, and this server has none. Set XPLAIN_GEOIP_FILE.';

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

/** Context shared by a search and its subsearches. */
function sharedContext(parts: ContextParts, known: readonly string[]) {
  const { needs, actor, now, zone, limits, asking, given } = parts;
  let aliases = 0;
  return {
    indexes: known,
    readsLists: needs.readsLists === true,
    now,
    zone,
    limits: needs.limits.query,
    views: needs.limits.views,
    lookups: needs.limits.lookups,
    openLookup: (stage: LookupUse) => openKnownLookup(needs, actor, stage),
    given,
    noteWrite: parts.noteWrite,
    noteCollect: parts.noteCollect,
    ask: (statement: Sql) => askStore(asking, statement),
    readInPieces: (statement: Sql) =>
      asking.mayBeAway === true ? askStore(asking, statement) : readInPieces(asking, statement),
    minePatterns: (lines: readonly string[], options: MiningOptions) =>
      needs.mining.minePatterns(lines, options, asking.signal, actor.organization),
    locate: async (stage: IplocationStage, addresses: readonly string[]) => {
      if (addresses.length === 0) return [];
      if (needs.geoip === undefined) throw refuse(stage, NO_LOCATIONS);
      return needs.geoip.locate(addresses, stage.options.lang);
    },
    noteLimit: (limit: AppliedLimit) => {
      if (!limits.some((each) => each.limit === limit.limit)) limits.push(limit);
    },
    newAlias: () => `c${(aliases += 1)}`,
  };
}

export function createContext(
  parts: ContextParts,
  range: SearchBounds,
  retentionDays: IndexFacts,
  query: Query,
): CompileContext {
  const { needs, actor, notes, stages } = parts;
  const known = [...retentionDays.keys()];
  const base = sharedContext(parts, known);
  let mapped = 0;
  // A search doesn't read indexes that it writes, unless it names them.
  const written = collectedIndexes(query);
  const readIndexes = (own: Query): string[] => {
    const expression = searchOf(own);
    const found = indexesOf(expression, known, (name) => indexIsClosed(actor, name));
    if (written.size === 0) return found;
    return found.filter((name) => !written.has(name) || namesIndex(expression, name));
  };
  const contextOf = (
    own: Query,
    bounds: SearchBounds,
    names: readonly string[],
  ): CompileContext => ({
    ...base,
    compileOn: compileStages,
    // A saved search has its own text, so its positions mean nothing to the caller.
    noteDrop: (drop) => {
      if (names.length === 0) notes?.drops.push(drop);
    },
    noteStage: noteInto(names.length === 0 ? stages : undefined),
    noteCut: (place, rows) => {
      if (names.length === 0) notes?.cuts.push({ place, rows });
    },
    scope: {
      organization: actor.organization,
      indexes: readIndexes(own),
      from: bounds.from,
      to: bounds.to,
      stored: bounds.stored,
      arrival: bounds.arrival,
      // Retention uses the clock, regardless of the search's `now`.
      kept: keptSince(retentionDays, needs.clock.now()),
    },
    compileSubsearch: (inner) =>
      compileQuery(contextOf(inner, timesOf(parts, inner, bounds), names), inner),
    compileSaved: async (stage) => {
      const inner = await findSaved(needs, actor, stage, names);
      const around = [...names, nameInside('saved search', stage.name)];
      return compileQuery(contextOf(inner, timesOf(parts, inner, bounds), around), inner);
    },
    compileText: async (stage, text) => {
      const inner = await mappedQuery(needs, actor, stage, text);
      mapped += 1;
      const { subsearchesMax } = needs.limits.query;
      if (mapped > subsearchesMax) {
        throw refuse(stage, `A query can run at most ${subsearchesMax} searches with \`map\`.`);
      }
      const around = [...names, MAPPED];
      return compileQuery(contextOf(inner, timesOf(parts, inner, bounds), around), inner);
    },
    compileModel: async (from, fields) => {
      refuseLoop(needs, from, 'data model', from.model, names);
      const model = await openDataset(needs, actor, from, fields);
      const around = [...names, nameInside('data model', from.model)];
      const inside = contextOf(model.query, timesOf(parts, model.query, bounds), around);
      return { ...model, rows: await compileQuery(inside, model.query) };
    },
  });
  return contextOf(query, range, []);
}

function collectedIndexes(query: Query): ReadonlySet<string> {
  return new Set(
    [...everyQuery(query)].flatMap(({ stages }) =>
      stages.flatMap((stage) => (stage.kind === 'collect' ? [stage.index] : [])),
    ),
  );
}

/** What a search inside another does not bound itself is bound as around it. */
function timesOf(parts: ContextParts, inner: Query, bounds: SearchBounds): SearchBounds {
  const [first] = inner.stages;
  const hasBounds = first?.kind === 'search' && (first.earliest ?? first.latest) !== undefined;
  const { from, to } = hasBounds ? rangeOf(inner, {}, parts.now, parts.zone.name) : bounds;
  return { ...bounds, from, to, stored: storedOf(inner, parts) ?? bounds.stored };
}

type Inside = 'saved search' | 'data model';

/** Saved searches and data models may have the same names. */
function nameInside(what: Inside, name: string): string {
  return `${what} ${name}`;
}

/** What leads to itself would never end. */
function refuseLoop(
  { limits }: Pick<SearchNeeds, 'limits'>,
  place: Pick<TreeNode, 'start'>,
  what: Inside,
  name: string,
  names: readonly string[],
): void {
  if (names.includes(nameInside(what, name))) {
    throw refuse(place, `The ${what} “${name}” refers to itself.`);
  }
  if (names.length >= limits.query.subsearchNestingMax) {
    throw refuse(place, 'Saved searches and data models are nested too deeply.');
  }
}

/** Around a search that has no name of its own. */
const MAPPED = 'map';

/** `search` may stand in front, as in a subsearch. */
async function mappedQuery(
  { knowledge }: SearchNeeds,
  { organization }: Actor,
  stage: MapStage,
  text: string,
): Promise<Query> {
  const plain = text.replace(/^search\s+/i, '');
  const { query, diagnostics } = parse(plain, await macroOptions(knowledge, organization, plain));
  if (query === undefined) {
    const [first] = diagnostics;
    throw refuse(stage, `Syntax error in the search of \`map\`: ${first?.message ?? plain}`);
  }
  const refused = refusedInMap(query);
  if (refused !== undefined) {
    throw refuse(stage, `\`${refused.kind}\` isn’t supported in \`map\`.`);
  }
  return query;
}

async function findSaved(
  needs: SearchNeeds,
  { organization }: Actor,
  stage: SavedsearchStage,
  names: readonly string[],
): Promise<Query> {
  refuseLoop(needs, stage, 'saved search', stage.name, names);
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
