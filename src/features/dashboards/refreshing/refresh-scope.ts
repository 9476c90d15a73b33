/** What all statements of one refresh have in common. */
import { createHash } from 'node:crypto';
import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import { createFairSlots } from '../../../engines/threads/fair-slots.ts';
import { readableIndexes } from '../../../flow/indexes/index.ts';
import {
  erasureState,
  type SearchKind,
  type SearchNeeds,
  searchZone,
  versionsOfTree,
} from '../../../flow/search/index.ts';
import { resolveRange, type Zone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { freshMsOf, type Range, roundDown, stepOf } from './moment.ts';
import type { Asker } from './run-statement.ts';
import type { Moment, Statement } from './statement.ts';
import { knownStatement, type KnownStatement, type RefreshScope } from './statements.ts';

/** On whose behalf, and how far. */
export interface RefreshTerms {
  readonly actor: Actor;
  readonly searchKind?: SearchKind;
  /** Only these indexes are known to it. */
  readonly indexes?: ReadonlySet<string>;
  /** Who queries service health if the actor could not search for it. */
  readonly services?: Asker['services'];
  /** Events as they were sent may be shown. */
  readonly mayShowRaw: boolean;
  /** Called once, before the first statement runs; rejects with RATE_LIMITED. */
  readonly countRate: () => Promise<void>;
}

export interface RangeWish {
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface Scope extends RefreshScope {
  readonly asker: Asker;
  readonly moment: Moment;
  readonly range: Range;
  readonly zone: Zone;
  readonly stepMs: number;
  readonly mayShowRaw: boolean;
  /** Names of the indexes that can be read. */
  readonly indexes: ReadonlySet<string>;
  readonly know: (statement: Statement) => Promise<KnownStatement>;
}

export async function openScope(
  search: SearchNeeds,
  terms: RefreshTerms,
  definition: CompleteDefinition,
  wish: RangeWish,
): Promise<Scope> {
  const { actor } = terms;
  const { organization } = actor;
  const named = wish.timeZone ?? definition.timeZone ?? undefined;
  const [zone, erasure, readable] = await Promise.all([
    searchZone(search, organization, named),
    erasureState(search, organization),
    readableIndexes(search, actor),
  ]);
  const kept = [...readable].filter(([name]) => terms.indexes?.has(name) ?? true);
  const { moment, range, stepMs } = momentOf(search.clock.now(), zone, definition, wish);
  const scope: RefreshScope = {
    organization,
    ...erasure,
    readable: createHash('sha256').update(JSON.stringify(kept)).digest('base64url'),
  };
  const know = async (statement: Statement): Promise<KnownStatement> => {
    const base = statement.base && (await know(statement.base));
    const versions = base ? '' : await versionsOfTree(search, organization, statement.tree);
    const freshMs = freshMsOf(statement.range, moment.now, stepMs);
    return knownStatement(scope, statement, versions, freshMs, base);
  };
  return {
    ...scope,
    asker: askerOf(search, terms),
    moment,
    range,
    zone,
    stepMs,
    mayShowRaw: terms.mayShowRaw,
    indexes: new Set(kept.map(([name]) => name)),
    know,
  };
}

function askerOf(search: SearchNeeds, terms: RefreshTerms): Asker {
  const { actor, searchKind, indexes, services } = terms;
  const timeoutMsMax = Math.min(search.limits.query.timeoutMsMax, LIMITS.dashboards.statementMsMax);
  const limits = { ...search.limits, query: { ...search.limits.query, timeoutMsMax } };
  return {
    actor,
    search: { ...search, limits, ...(searchKind === undefined ? {} : { searchKind }) },
    refresh: newId('request'),
    slots: createFairSlots(LIMITS.dashboards.statementsPerRefresh),
    ...(indexes === undefined ? {} : { indexes }),
    ...(services === undefined ? {} : { services }),
  };
}

/** `now` is read once and rounded down depending on the length of the range. */
function momentOf(
  clockNow: number,
  zone: Zone,
  { time }: CompleteDefinition,
  wish: RangeWish,
): { readonly moment: Moment; readonly range: Range; readonly stepMs: number } {
  const earliest = wish.earliest ?? time.earliest;
  // A beginning without an end means up to now, regardless of the dashboard's range.
  const latest = wish.latest ?? (wish.earliest === undefined ? time.latest : 'now');
  const rangeAt = (now: number) =>
    resolveRange(undefined, { earliest, latest }, { now, timeZone: zone.name });
  const exact = rangeAt(clockNow);
  if (exact.kind === 'problem') throw invalid('earliest', exact.message);
  const stepMs = stepOf(exact);
  const now = roundDown(clockNow, stepMs);
  const rounded = rangeAt(now);
  // A range that began after the last step has nothing to round to.
  const [range, meant] = rounded.kind === 'problem' ? [exact, clockNow] : [rounded, now];
  return {
    moment: { now: meant, zone, earliest, latest },
    range: { from: range.from, to: range.to },
    stepMs,
  };
}
