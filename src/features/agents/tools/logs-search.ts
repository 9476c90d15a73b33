import { encodeCursor } from '../../../base/cursor.ts';
import { listIndexes } from '../../../contract/indexes.ts';
import { search } from '../../../contract/search.ts';
import { histogram } from '../../../contract/search-views.ts';
import { everySearch } from '../../../language/index.ts';
import type { CutReason } from '../../../spec/agents.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { AnswerTable } from '../answers/write-answer.ts';
import { cell, type Row, timeCells } from './cells.ts';
import { openCursor, sealCursor } from './page-cursor.ts';
import { incompleteBecause, type ReadQuery, readQuery, shortTime } from './read-range.ts';
import type { RunTool, ToolCaller } from './tool.ts';

/** What events have in common is shown once; what varies becomes a column. */
const VARYING = ['level', 'source', 'service', 'host'] as const;

export const logsSearch: RunTool<'logs_search'> = async (caller, input) => {
  const {
    cursor: given,
    maxTokens: _budget,
    format: _format,
    lineCharacters: _line,
    ...asked
  } = input;
  const place = given === undefined ? undefined : openCursor(caller, asked, given);
  const read = await readQuery(caller, { ...input, ...place?.bounds });
  const { data, nextCursor } = await caller.call(search, {
    query: {
      query: input.query,
      ...read.bounds,
      limit: input.limit,
      ...(place === undefined ? {} : { cursor: place.cursor }),
    },
  });
  const incomplete = await incompleteBecause(caller, read);
  const rows = data.rows as Row[];
  const isEvents = data.columns.some(({ name }) => name === '_id');
  const cut: CutReason[] = nextCursor === null && !data.truncated ? [] : ['rows'];
  if (!isEvents) {
    const columns = data.columns.map(({ name }) => name);
    const table = { columns, rows: rows.map((row) => columns.map((name) => cell(row[name]))) };
    const of = data.stats.matched ?? rows.length;
    return {
      head: (shown) => `${shown} of ${of} rows, ${read.range}`,
      tables: [table],
      cut,
      incomplete,
      next: rows.length === 0 ? 'a wider range, or logs_fields for the names of fields' : undefined,
    };
  }
  if (rows.length === 0) return { ...(await noEvents(caller, read)), incomplete };
  const before = place?.seen ?? 0;
  const total =
    cut.length === 0
      ? before + rows.length
      : (place?.total ?? (await countEvents(caller, input.query, read, data.stats)));
  const table = eventTable(rows, input.fields);
  return {
    head: (shown) =>
      `${shown} of ${total ?? `at least ${before + rows.length + 1}`} events, ${read.range}`,
    tables: [table],
    cut,
    // Behind the last one shown: what the budget cut off belongs to the next page.
    cursor: (shown) => {
      const last = rows[shown - 1];
      const isLast = shown === rows.length && nextCursor === null;
      if (last === undefined || isLast || !hasPages(read, nextCursor)) return undefined;
      const cursor = encodeCursor({ at: Date.parse(cell(last['_time'])), id: cell(last['_id']) });
      return sealCursor(caller, asked, {
        cursor,
        bounds: read.bounds,
        seen: before + shown,
        total,
      });
    },
    incomplete,
    next: nextOf(rows, total),
  };
};

/** Undefined where reading the range once more would make the answer much later than the events themselves. */
async function countEvents(
  caller: ToolCaller,
  query: string,
  { bounds }: ReadQuery,
  { scannedRows }: { readonly scannedRows: number },
): Promise<number | undefined> {
  if (scannedRows > LIMITS.agents.countedRowsMax) return undefined;
  const { data } = await caller.call(histogram, { query: { query, ...bounds, split: '' } });
  return data.total;
}

/** A search for events alone has pages even if its last one was cut by the budget. */
function hasPages({ query }: ReadQuery, nextCursor: string | null): boolean {
  return nextCursor !== null || query.stages.every(({ kind }) => kind === 'search');
}

/** Reports that nothing matched, and the time of the newest event in these indexes. */
async function noEvents(caller: ToolCaller, { query, range }: ReadQuery) {
  const next = 'a wider range, fewer filters, or describe';
  if (!caller.actor.permissions.has('indexes:read')) {
    return { head: () => `0 events, ${range}`, tables: [], next };
  }
  const { data } = await caller.call(listIndexes);
  const named = namedIndexes(query);
  const newest = data
    .filter(({ name }) => (named.length === 0 ? !name.startsWith('_') : named.includes(name)))
    .map(({ newestEvent }) => newestEvent)
    .filter((time) => time !== null)
    .toSorted()
    .at(-1);
  const known =
    newest === undefined ? 'no events at all' : `newest event at ${shortTime(Date.parse(newest))}`;
  return { head: () => `0 events, ${range}, ${known}`, tables: [], next };
}

function namedIndexes({ stages: [first] }: ReadQuery['query']): string[] {
  if (first?.kind !== 'search') return [];
  return [...everySearch(first.expression)].flatMap((each) => {
    if (each.kind !== 'comparison' || each.operator !== '=') return [];
    if (!/^_?index$/.test(each.field.name) || each.value.pattern.length > 1) return [];
    return [each.value.pattern[0].toLowerCase()];
  });
}

function eventTable(rows: readonly Row[], chosen: readonly string[] | undefined): AnswerTable {
  const same = (name: string): boolean =>
    rows.every((row) => cell(row[name]) === cell(rows[0]?.[name]));
  const isKnown = (name: string): boolean => rows.some((row) => cell(row[name]) !== '');
  const candidates = chosen ?? VARYING;
  const shared = ['_index', ...candidates].filter(
    (name) => isKnown(name) && same(name) && rows.length > 1,
  );
  const varying = candidates
    .filter((name) => !shared.includes(name) && (chosen !== undefined || isKnown(name)))
    .slice(0, LIMITS.agents.cellsMax);
  const withIndex = shared.includes('_index') ? varying : ['_index', ...varying];
  const times = timeCells(rows.map((row) => row['_time']));
  return {
    common: shared.map((name) => [name.replace(/^_/, ''), cell(rows[0]?.[name])]),
    columns: ['id', 'time', ...withIndex.map((name) => name.replace(/^_/, '')), 'event'],
    rows: rows.map((row, at) => [
      cell(row['_id']),
      times[at] ?? '',
      ...withIndex.map((name) => cell(row[name])),
      cell(row['event']),
    ]),
  };
}

/** From a closed list: no text of an event gets into it. */
function nextOf(rows: readonly Row[], total: number | undefined): string {
  if (total !== undefined && total <= rows.length) {
    return 'logs_event with an id for all fields and neighbours';
  }
  const [widest] = VARYING.map((name) => ({
    name,
    values: new Set(rows.map((row) => cell(row[name]))).size,
  })).toSorted((a, b) => b.values - a.values);
  const narrow =
    widest === undefined || widest.values < 2
      ? ''
      : `, or narrow by ${widest.name} (${widest.values} values here)`;
  if (total === undefined) return `logs_count for how many, logs_patterns for all${narrow}`;
  return `logs_patterns for all ${total}${narrow}`;
}
