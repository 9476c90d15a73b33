/**
 * Hints that a response does not show by itself: fields that no event has, rows that BY dropped, subsearches that were
 * cut. Most hints follow from the text and the rows; only if these leave a question open is the store queried once
 * more, with a time limit.
 */
import type { Actor } from '../../../base/actor.ts';
import { AppError, type TextFix } from '../../../base/errors.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import {
  describeDrop,
  EVENT_FIELDS,
  fieldsOfEvents,
  groupFieldsOf,
  lint,
  type Lint,
  type LintFacts,
  lintOutcome,
  type Outcome,
  type Stage,
} from '../../../language/index.ts';
import { type Asking, askStore, noWork } from '../ask-store.ts';
import type { AnswerRow } from '../compile/write-answer.ts';
import type { PreparedSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { type FieldLook, lookAtFields } from './look-at-fields.ts';
import { demanded, fieldsShown, isNothing } from './shown-fields.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly position?: number;
  /** A suggested change of the query. */
  readonly fix?: TextFix;
}

export interface Shown {
  readonly rows: readonly AnswerRow[];
  /** The rows are all there are. */
  readonly isWhole: boolean;
}

/** What the text and the answer tell without asking anybody. */
export function adviseFromText(prepared: PreparedSearch, shown: Shown | undefined): Warning[] {
  // A tree built by the platform has no text for the user to correct.
  if (prepared.parsed.text === '') return [];
  return written([...lint(prepared.parsed, clockOf(prepared)), ...outcome(prepared, shown, [])]);
}

/** The same, and what a further look at the events tells. `elapsedMs` is how long the search has taken. */
export async function advise(
  needs: SearchNeeds,
  actor: Actor,
  prepared: PreparedSearch,
  shown: Shown,
  elapsedMs: number,
): Promise<Warning[]> {
  const { parsed } = prepared;
  const { adviceTimeoutMs, adviceEventsMax } = needs.limits.query;
  // A user with an empty result waits for the reason; with rows, no longer than the search itself took.
  const isEmpty = isNothing(shown.rows);
  // Neither does anybody hurry who reads what a panel leaves out: it is kept with the panel.
  const timeoutMs =
    isEmpty || parsed.text === ''
      ? adviceTimeoutMs
      : Math.min(adviceTimeoutMs, Math.max(LEAST_MS, elapsedMs));
  // The work reported with the response is that of the search; the additional query is not included.
  const asking = { ...prepared.asking, isWatched: false, work: noWork() };
  const inTime = (): Asking => ({
    ...asking,
    endsAt: Math.min(asking.endsAt, performance.now() + timeoutMs),
  });
  if (parsed.text === '') return tellDrops(await droppedRows(prepared, inTime, new Set()));
  const isLooking = isOpen(needs, actor, prepared, shown);
  const look = isLooking
    ? await ifPossible(asking, () =>
        lookAtFields(inTime(), prepared.scope, adviceEventsMax, fieldsOfEvents(parsed)),
      )
    : undefined;
  if (look !== undefined && look.events > 0) {
    needs.fieldMemory?.add(actor.organization, look.names);
  } else if (isLooking && !isEmpty) needs.fieldMemory?.pause(actor.organization);
  const lints = lint(parsed, { ...clockOf(prepared), ...factsOf(look) });
  const unknown = new Set(
    lints
      .filter(({ code }) => code === 'unknown-field')
      .map(({ start, end }) => parsed.text.slice(start, end)),
  );
  const dropped = await droppedRows(prepared, inTime, unknown);
  const crowded = crowdedFields(needs, actor, prepared, shown);
  return written([...lints, ...outcome(prepared, shown, dropped, crowded)]);
}

/** A search that took less is still given this long. */
const LEAST_MS = 250;

function clockOf({ now, zone }: PreparedSearch): LintFacts {
  return { now, timeZone: zone.name };
}

function factsOf(look: FieldLook | undefined): LintFacts {
  // Without any event nothing is known about fields.
  if (look === undefined || look.events === 0) return {};
  const { names, events, isAll } = look;
  return { fields: names, looked: { events, isAll } };
}

/** Whether rows and memory leave open if there are the fields that the query names. */
function isOpen(
  { fieldMemory }: SearchNeeds,
  { organization }: Actor,
  { parsed, isLaterPage }: PreparedSearch,
  { rows }: Shown,
): boolean {
  if (isLaterPage || parsed.query === undefined) return false;
  const needed = fieldsOfEvents(parsed);
  if (isNothing(rows)) return needed.size > 0 || COLON_WORD.test(parsed.text);
  if (fieldMemory?.isPaused(organization) === true) return false;
  const shown = fieldsShown(parsed.query, rows);
  return [...needed].some(
    (name) => !shown.has(name) && fieldMemory?.has(organization, name) !== true,
  );
}

/** Perhaps a comparison, as other tools write it. */
const COLON_WORD = /[\p{L}_]:[^\s:/\\]/u;

function outcome(
  { parsed, query, notes }: PreparedSearch,
  shown: Shown | undefined,
  dropped: NonNullable<Outcome['dropped']>,
  crowded: NonNullable<Outcome['crowded']> = [],
): Lint[] {
  const cuts = notes.cuts.flatMap(({ place, rows }) => {
    const stage = query.stages.findIndex(
      ({ start, end }) => start <= place.start && place.end <= end,
    );
    return stage < 0 ? [] : [{ stage, rows }];
  });
  const isNone = shown?.isWhole === true && isNothing(shown.rows);
  const matched = isNone && !query.stages.slice(1).some(leavesOut) ? { matched: 0 } : {};
  return lintOutcome(parsed, { ...matched, dropped, crowded, cuts });
}

/**
 * Returns earlier estimates for the fields that rows are grouped by, if they are fields of events. Never waits for an
 * estimate.
 */
function crowdedFields(
  needs: SearchNeeds,
  actor: Actor,
  { query, parsed, isLaterPage }: PreparedSearch,
  { rows }: Shown,
): NonNullable<Outcome['crowded']> {
  if (isLaterPage || groupFieldsOf(query).length === 0) return [];
  // Fewer groups than are recommended for any field are no reason to count values in the background.
  // Rows of a chart over time are times.
  const groups = query.stages.some(({ kind }) => kind === 'timechart') ? 0 : rows.length;
  if (groups > needs.limits.cardinality.sourceValuesMax) needs.cardinality?.renew(actor);
  const known = needs.cardinality?.peek(actor)?.fields ?? [];
  if (known.length === 0) return [];
  const own = fieldsOfEvents(parsed);
  const made = new Set(
    query.stages.flatMap((stage) =>
      stage.kind === 'eval' ? stage.assignments.map(({ field }) => field.name) : [],
    ),
  );
  const isOfEvents = (name: string): boolean =>
    own.has(name) || (name in EVENT_FIELDS && !made.has(name));
  return known.filter(({ name }) => isOfEvents(name));
}

/** Whether rows can be missing after the stage although the search found events. */
function leavesOut(stage: Stage): boolean {
  switch (stage.kind) {
    case 'stats':
      return stage.by.length > 0;
    case 'eval':
    case 'table':
    case 'fields':
    case 'sort':
    case 'rename':
    case 'fillnull':
    case 'timechart':
      return false;
    default:
      return true;
  }
}

async function droppedRows(
  { query, notes, asking }: PreparedSearch,
  inTime: () => Asking,
  unknown: ReadonlySet<string>,
): Promise<NonNullable<Outcome['dropped']>> {
  const all: { stage: number; field: string; rows: number }[] = [];
  const [first] = query.stages;
  const asked = new Set(first?.kind === 'search' ? demanded(first.expression) : []);
  for (const { stage, count } of notes.drops) {
    const at = query.stages.indexOf(stage);
    const wanted = at < 0 ? undefined : count();
    // A field that no event has is already reported, and a field that the search requires is never missing.
    const isTold = (name: string): boolean => unknown.has(name) || (at === 1 && asked.has(name));
    if (wanted === undefined || wanted.fields.every(isTold)) continue;
    const answer = await ifPossible(asking, () => askStore(inTime(), wanted.statement));
    const [row] = answer === undefined ? [] : rowsOf(answer);
    for (const [i, field] of wanted.fields.entries()) {
      const rows = Number(row?.[`d${i}`] ?? 0);
      if (!unknown.has(field)) all.push({ stage: at, field, rows });
    }
  }
  return all;
}

/** Of a tree, whose text nobody sees. */
function tellDrops(dropped: NonNullable<Outcome['dropped']>): Warning[] {
  return dropped
    .filter(({ rows }) => rows > 0)
    .map((drop) => ({ code: 'rows-dropped', message: describeDrop(drop) }));
}

/** A failure to find hints must not fail an existing response. */
async function ifPossible<T>({ signal }: Asking, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return undefined;
  }
}

function written(lints: readonly Lint[]): Warning[] {
  return lints
    .toSorted((left, right) => left.start - right.start)
    .map(({ code, message, start, fix }) => ({
      code,
      message,
      position: start,
      ...(fix === undefined ? {} : { fix }),
    }));
}
