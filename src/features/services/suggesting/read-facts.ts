/** Reads which data the events of services contain, in one statement for all of them. */
import type { Actor } from '../../../base/actor.ts';
import { type SearchNeeds, searchTree } from '../../../flow/search/index.ts';
import { parse, type Query, type SearchStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { numberIn } from '../measuring/slot-tree.ts';
import { aggregation, call, field, matches, statsBy } from '../measuring/tree-parts.ts';
import {
  DURATION_FIELDS,
  ERROR_SEARCH,
  type EventFacts,
  SATURATION_FIELDS,
  SATURATION_SEARCH,
} from './templates.ts';

type Row = Readonly<Record<string, unknown>>;

const EVERYTHING: SearchStage = searchOf('*');

function searchOf(text: string): SearchStage {
  const [stage] = parse(text).query?.stages ?? [];
  if (stage?.kind !== 'search') throw new Error('a search of the platform itself cannot be read');
  return stage;
}

/** Of the last hour; by the value of the field, or of all that the search finds under an empty name. */
export async function readFacts(
  search: SearchNeeds,
  actor: Actor,
  of: { readonly selector?: SearchStage; readonly by?: string },
  now: number,
  signal: AbortSignal,
): Promise<Map<string, EventFacts>> {
  const has = (name: string) => call('isnum', field(name));
  const columns = [
    aggregation('count', 'events'),
    aggregation('count', 'errors', { of: matches(ERROR_SEARCH) }),
    aggregation('count', 'saturated', { of: matches(SATURATION_SEARCH) }),
    ...DURATION_FIELDS.map((name, at) => aggregation('count', `d${at}`, { of: has(name) })),
    ...SATURATION_FIELDS.map((name, at) => aggregation('count', `s${at}`, { of: has(name) })),
  ];
  const by = of.by === undefined ? [] : [of.by];
  const stages = [of.selector ?? EVERYTHING, statsBy(columns, by)];
  const query: Query = { kind: 'query', stages, start: 0, end: 0 };
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const rows = await ask(search, actor, { query, from: to - HOUR_MS, to, now }, signal);
  return new Map(rows.map((row) => [nameIn(row, of.by), factsIn(row)]));
}

/** How many events, and how many errors among them, each value of a field has; the most events first. */
export async function countServices(
  search: SearchNeeds,
  actor: Actor,
  by: string,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly events: number; readonly errors: number }[]> {
  // Counts by level and service come from the minute summary, for any range.
  const stages = [EVERYTHING, statsBy([aggregation('count', 'events')], [by, 'level'])];
  const query: Query = { kind: 'query', stages, start: 0, end: 0 };
  const rows = await ask(search, actor, { query, from, to, now }, signal);
  const found = new Map<string, { events: number; errors: number }>();
  for (const row of rows) {
    const name = nameIn(row, by);
    const events = numberIn(row, 'events') ?? 0;
    const isError = ERRORS.has(String(row['level']).toLowerCase());
    const before = found.get(name) ?? { events: 0, errors: 0 };
    found.set(name, {
      events: before.events + events,
      errors: before.errors + (isError ? events : 0),
    });
  }
  return [...found]
    .map(([name, counts]) => ({ name, ...counts }))
    .toSorted((a, b) => b.events - a.events || (a.name < b.name ? -1 : 1));
}

const ERRORS: ReadonlySet<string> = new Set(['error', 'critical', 'fatal', 'alert', 'emergency']);

/** Maximum values of a field, with levels, that are read. */
const ROWS_MAX = 5_000;

async function ask(
  search: SearchNeeds,
  actor: Actor,
  asked: {
    readonly query: Query;
    readonly from: number;
    readonly to: number;
    readonly now: number;
  },
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const stored = { from: undefined, to: undefined };
  const timeoutMs = LIMITS.services.statementMsMax;
  const whole = { ...asked, stored, timeoutMs, rowsMax: ROWS_MAX };
  return (await searchTree(search, actor, whole, signal)).rows;
}

function nameIn(row: Row, by: string | undefined): string {
  const name = by === undefined ? '' : row[by];
  return typeof name === 'string' ? name : '';
}

function factsIn(row: Row): EventFacts {
  const count = (name: string): number => numberIn(row, name) ?? 0;
  return {
    events: count('events'),
    errors: count('errors'),
    durationField: firstUsual(DURATION_FIELDS, (at) => count(`d${at}`), count('events')),
    saturationField: firstUsual(SATURATION_FIELDS, (at) => count(`s${at}`), count('events')),
    saturated: count('saturated'),
  };
}

/** Fields that one event in a hundred has are no accident. */
const USUAL_SHARE = 0.01;

function firstUsual(
  fields: readonly string[],
  countAt: (at: number) => number,
  events: number,
): string | undefined {
  const counts = fields.map((name, at) => ({ name, count: countAt(at) }));
  const usual = counts.filter(({ count }) => count > 0 && count >= USUAL_SHARE * events);
  const most = Math.max(...usual.map(({ count }) => count));
  // Of those that are nearly as frequent as the most frequent one, the most telling.
  return usual.find(({ count }) => count >= most / 2)?.name;
}
