/** Follows an id through the events: from the first one that has it to the last one, oldest first. */
import type { Instants } from '../../../../src/charts/clock.ts';
import { textOf } from '../../../../src/charts/chart-data.ts';
import { DAY_MS } from '../../../../src/spec/units.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { applyFilter } from '../text/edit-query.ts';
import type { SearchState } from '../../data/search-state.ts';
import { toRange } from '../time/time-range.ts';
import type { LogEvent, Row } from './log-event.ts';

export interface Followed {
  readonly query: string;
  readonly part: Partial<SearchState>;
}

/** The search for the events with the id. What cannot be found out in time is no reason not to show them. */
export async function followId(
  event: LogEvent,
  field: string,
  value: string,
  range: Instants | undefined,
): Promise<Followed> {
  const query = applyFilter('', { action: 'only', field, value });
  const within = lookedThrough(event.timeMs, range);
  const ends = await readEnds(query, within).catch(() => undefined);
  const fitted = ends === undefined ? within : fitRange(ends);
  return {
    query,
    part: { ...toRange(fitted), sort: 'oldest', hasDistances: true, order: undefined },
  };
}

/** A day on both sides of the event, and all of the range that it was found in. */
export function lookedThrough(timeMs: number, range: Instants | undefined): Instants {
  return {
    from: Math.min(timeMs - DAY_MS, range?.from ?? timeMs),
    to: Math.max(timeMs + DAY_MS, range?.to ?? timeMs),
  };
}

const MARGIN_MS_MIN = 1_000;
const MARGIN_SHARE = 0.02;

/** Adds a margin at both ends, so that neither event is at the edge of the histogram. */
export function fitRange({ from, to }: Instants): Instants {
  const margin = Math.max(MARGIN_MS_MIN, Math.ceil((to - from) * MARGIN_SHARE));
  return { from: from - margin, to: to + margin };
}

async function readEnds(query: string, within: Instants): Promise<Instants | undefined> {
  const text = `${query} | stats min(_time) AS first, max(_time) AS last`;
  const { data } = await call(api.search, { query: { query: text, ...toRange(within) } });
  const [row] = data.rows as Row[];
  const from = instantOf(row?.['first']);
  const to = instantOf(row?.['last']);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Times of statistics are seconds since 1970, or written out. */
export function instantOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  const ms = Number.isFinite(Number(text)) ? Number(text) * 1_000 : Date.parse(text);
  return Number.isFinite(ms) ? ms : undefined;
}
