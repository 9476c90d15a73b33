import { isoTime } from '../../../base/clock.ts';
import { gapsBetween } from '../../../flow/ingest/index.ts';
import { macroOptions } from '../../../flow/search/index.ts';
import { parse, type Query, querySyntaxError, resolveRange } from '../../../language/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { ToolCaller } from './tool.ts';
import { queryLine, ToolRefusal } from './tool-problem.ts';

/** Bounds that contain all events; every time between them can be formatted and parsed again. */
const FIRST_MS = Date.UTC(1900, 0, 1);
const LAST_MS = Date.UTC(2300, 0, 1);

/** A parsed query and its time range, fixed once for all queries of a tool call. */
export interface ReadQuery {
  readonly query: Query;
  readonly from: number;
  readonly to: number;
  /** For endpoints. */
  readonly bounds: { readonly earliest: string; readonly latest: string };
  /** For the first line. */
  readonly range: string;
}

export interface QueryInput {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

export async function readQuery(
  { needs, actor, now, timeZone }: Pick<ToolCaller, 'needs' | 'actor' | 'now' | 'timeZone'>,
  { query: text, earliest, latest }: QueryInput,
): Promise<ReadQuery> {
  const { query, diagnostics } = parse(
    text,
    await macroOptions(needs.search.knowledge, actor.organization, text),
  );
  if (query === undefined) {
    const { message, facts } = querySyntaxError(diagnostics);
    const [detail] = facts.details ?? [];
    throw invalidQuery(detail?.message ?? message, detail?.position);
  }
  const found = resolveRange(query, { earliest, latest }, { now, timeZone });
  if (found.kind === 'problem') throw invalidQuery(found.message, found.term?.start);
  const from = Math.max(found.from, FIRST_MS);
  const to = Math.min(found.to, LAST_MS);
  const bounds = { earliest: isoTime(from), latest: isoTime(to) };
  return { query, from, to, bounds, range: `${shortTime(from)} to ${shortTime(to)}` };
}

function invalidQuery(message: string, position: number | undefined): ToolRefusal {
  return new ToolRefusal('QUERY_INVALID', queryLine(message, position));
}

/** Without milliseconds where there are none. */
export function shortTime(ms: number): string {
  return isoTime(ms).replace('.000Z', 'Z');
}

/** Why the events of a range may not all be there; undefined when they are. */
export async function incompleteBecause(
  { needs, actor, now }: Pick<ToolCaller, 'needs' | 'actor' | 'now'>,
  { from, to }: Pick<ReadQuery, 'from' | 'to'>,
): Promise<string | undefined> {
  const gaps = await gapsBetween(needs, actor.organization, from, to);
  if (gaps.length === 0) return undefined;
  const open = gaps.filter((gap) => gap.to === null);
  if (open.length === 0) return 'events of this range were late or refused';
  const since = Math.min(...open.map((gap) => gap.from));
  return `events are ${Math.max(1, Math.round((now - since) / SECOND_MS))} s behind`;
}
