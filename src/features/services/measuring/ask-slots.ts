/** Queries the store for slots of KPIs. */
import { type Actor, systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { type SearchNeeds, searchTree, StoreUnavailable } from '../../../flow/search/index.ts';
import type { Query, SearchStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Kpi } from '../kpi.ts';
import { readKpiQuery } from '../managing/check-searches.ts';
import type { SlotFacts } from './judge-slot.ts';
import {
  bucketed,
  type ColumnMeasure,
  factsOf,
  factsOfRow,
  numberIn,
  SLOT,
  type SlotsWanted,
  slotTree,
} from './slot-tree.ts';

/** What there is to know of a KPI: its slots by their beginning, or why it could not be measured. */
export type Answer =
  | { readonly kind: 'slots'; readonly slots: ReadonlyMap<number, SlotFacts> }
  | { readonly kind: 'failed'; readonly detail: string };

export type AskedKpi = Pick<Kpi, 'id' | 'settings'>;

export interface AskedSlots {
  readonly everySeconds: number;
  /** The beginnings of the slots, in order. */
  readonly slots: readonly number[];
  readonly now: number;
}

export interface Question extends AskedSlots {
  readonly selector: SearchStage;
  /** All of them with slots of the same length. */
  readonly kpis: readonly AskedKpi[];
}

export interface AskNeeds {
  readonly search: SearchNeeds;
}

/** KPIs read what every member of the organization may read. */
export function measuringActor(organization: OrganizationId): Actor {
  return systemActor(organization, 'services', ['logs:read', 'alerts:read', 'services:read']);
}

/** By the id of the KPI. */
export async function askSlots(
  needs: AskNeeds,
  actor: Actor,
  question: Question,
  signal: AbortSignal,
): Promise<Map<string, Answer>> {
  const columns = question.kpis.filter(({ settings }) => settings.measure.kind !== 'query');
  const queries = question.kpis.filter(({ settings }) => settings.measure.kind === 'query');
  const answers = await askColumns(needs, actor, { ...question, kpis: columns }, signal);
  for (const kpi of queries) {
    answers.set(kpi.id, await askQuery(needs, actor, question, kpi, signal));
  }
  return answers;
}

/** One statement. Where it is refused, its halves find out whose fault that was. */
async function askColumns(
  needs: AskNeeds,
  actor: Actor,
  question: Question,
  signal: AbortSignal,
): Promise<Map<string, Answer>> {
  const { kpis, selector } = question;
  if (kpis.length === 0) return new Map();
  const measures = kpis.map(({ settings }) => settings.measure as ColumnMeasure);
  try {
    const tree = slotTree(selector, measures, wantedOf(question));
    const rows = await rowsBySlot(needs, actor, tree, question, signal);
    return new Map(
      measures.map((measure, at): [string, Answer] => [
        kpis[at]?.id ?? '',
        { kind: 'slots', slots: factsOfSlots(question, measure, at, rows) },
      ]),
    );
  } catch (error) {
    const detail = reasonOf(error);
    const isSplit = kpis.length > 1 && error instanceof AppError && SPLIT.has(error.code);
    if (!isSplit) return new Map(kpis.map(({ id }) => [id, { kind: 'failed', detail }]));
    const half = Math.ceil(kpis.length / 2);
    const first = await askColumns(
      needs,
      actor,
      { ...question, kpis: kpis.slice(0, half) },
      signal,
    );
    const second = await askColumns(needs, actor, { ...question, kpis: kpis.slice(half) }, signal);
    return new Map([...first, ...second]);
  }
}

/** Values per slot, from the rows by slot, for the measure with this column number. */
export function factsOfSlots(
  { slots, everySeconds }: AskedSlots,
  measure: ColumnMeasure,
  at: number,
  rows: ReadonlyMap<number, Row>,
): Map<number, SlotFacts> {
  return new Map(
    slots.map((from) => [from, factsOf(measure, at, rows.get(from), { from, everySeconds })]),
  );
}

export type Row = Readonly<Record<string, unknown>>;

/** Maximum slots per run for a query that must be run once per slot. */
export const SINGLE_SLOTS_MAX = 12;

async function askQuery(
  needs: AskNeeds,
  actor: Actor,
  question: Question,
  { settings }: AskedKpi,
  signal: AbortSignal,
): Promise<Answer> {
  const { measure, better } = settings;
  if (measure.kind !== 'query') throw new Error('only queries are asked for by themselves');
  const slots = new Map<number, SlotFacts>();
  try {
    const tree = readKpiQuery(measure.query);
    const whole = bucketed(tree, wantedOf(question));
    if (whole !== undefined) {
      const rows = await rowsBySlot(needs, actor, whole, question, signal);
      for (const from of question.slots) slots.set(from, factsOfRow(better, rows.get(from)));
      return { kind: 'slots', slots };
    }
    for (const from of question.slots.slice(-SINGLE_SLOTS_MAX)) {
      const one = { ...question, slots: [from] };
      const [row] = await askRows(needs, actor, tree, one, signal);
      if (row !== undefined && 'value' in row && isNoNumber(row['value'])) {
        return { kind: 'failed', detail: "The query returned a value that isn't a number." };
      }
      slots.set(from, factsOfRow(better, row));
    }
    return { kind: 'slots', slots };
  } catch (error) {
    return { kind: 'failed', detail: reasonOf(error) };
  }
}

/** A null value is valid and means no value. */
function isNoNumber(value: unknown): boolean {
  return !Number.isFinite(Number(value));
}

/** Whether its past can be queried in one statement. */
export function isWhole({ measure, everySeconds }: Kpi['settings']): boolean {
  if (measure.kind !== 'query') return true;
  return bucketed(readKpiQuery(measure.query), { everySeconds }) !== undefined;
}

/** Few slots in a long time are named, so that nothing is computed for those between them. */
export function wantedOf(asked: AskedSlots): SlotsWanted {
  const { slots, everySeconds } = asked;
  const isNamed = slots.length < slotsBetween(asked) && slots.length <= 100;
  return { everySeconds, only: isNamed ? slots : undefined };
}

/** How many there are from the first to the last. */
function slotsBetween({ slots, everySeconds }: AskedSlots): number {
  return ((slots.at(-1) ?? 0) - (slots[0] ?? 0)) / (everySeconds * SECOND_MS) + 1;
}

async function rowsBySlot(
  needs: AskNeeds,
  actor: Actor,
  tree: Query,
  question: Question,
  signal: AbortSignal,
): Promise<Map<number, Row>> {
  const rows = await askRows(needs, actor, tree, question, signal);
  return new Map(rows.map((row) => [slotIn(row), row]));
}

/** When the slot of a row begins. */
export function slotIn(row: Row): number {
  return Math.round((numberIn(row, SLOT) ?? 0) * SECOND_MS);
}

interface RowBounds {
  readonly msMax?: number;
  readonly rowsPerSlot?: number;
}

/** Returns the rows of a tree, limited per slot. */
export async function askRows(
  { search }: AskNeeds,
  actor: Actor,
  query: Query,
  asked: AskedSlots,
  signal: AbortSignal,
  { msMax = LIMITS.services.statementMsMax, rowsPerSlot = 1 }: RowBounds = {},
): Promise<readonly Row[]> {
  const { slots, everySeconds, now } = asked;
  const from = slots[0] ?? 0;
  const to = (slots.at(-1) ?? 0) + everySeconds * SECOND_MS;
  const rowsMax = slotsBetween(asked) * rowsPerSlot + 1;
  const stored = { from: undefined, to: undefined };
  const times = { now, timeoutMs: msMax, waitMsMax: msMax };
  const bounded = { query, from, to, stored, rowsMax, ...times };
  return (await searchTree(search, actor, bounded, signal)).rows;
}

/** Errors caused by the author of a KPI or the amount of events; all others are platform problems. */
const OWN_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUERY_SYNTAX_ERROR',
  'VALIDATION_ERROR',
  'UNKNOWN_INDEX',
  'NOT_FOUND',
  'FORBIDDEN',
  'QUERY_TIMEOUT',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
]);
/** Those of them that one KPI can bring upon the others. */
export const SPLIT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUERY_SYNTAX_ERROR',
  'VALIDATION_ERROR',
  'UNKNOWN_INDEX',
  'NOT_FOUND',
  'FORBIDDEN',
]);

function reasonOf(error: unknown): string {
  if (error instanceof AppError && OWN_FAULTS.has(error.code)) return error.message;
  throw new StoreUnavailable(undefined, { cause: error });
}
