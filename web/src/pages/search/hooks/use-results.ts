/** Everything the page reads from the server for its address. */
import { useMemo } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import { resolveRange } from '../../../../../src/language/index.ts';
import { shownColumns } from '../logic/columns.ts';
import { isComparable } from '../logic/table-stage.ts';
import type { Preferences } from '../logic/preferences.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import { hasFailed, useKeptResult } from './use-kept-result.ts';
import type { LogEvent } from '../../../query/rows/log-event.ts';
import { orderRows } from '../../../query/table/order-rows.ts';
import type { Order, SearchState } from '../../../data/search-state.ts';
import { type SearchRun, useSearch } from '../../../query/read/use-search.ts';
import { useFields, useHistogram } from '../../../query/read/use-views.ts';

interface ResultsInput {
  readonly organization: string;
  readonly state: SearchState;
  readonly facts: QueryFacts;
  readonly preferences: Preferences;
  readonly timeZone: string;
  readonly run: number;
}

export function useResults(given: ResultsInput) {
  const { organization, state, facts, preferences, timeZone, run } = given;
  const { query, earliest, latest, sort, mode, isLive, compare } = state;
  const isEventsMode = mode === 'events' && facts.isTable;
  const isTable = facts.isTable && !isEventsMode && mode !== 'patterns' && !isLive;
  const shownQuery = isEventsMode ? facts.eventPart : query;
  const input = { organization, query, earliest, latest, run };
  const found = useSearch({
    ...input,
    query: shownQuery,
    sort,
    isTable,
    compare: isTable && isComparable(facts.tableStage) ? compare : undefined,
    isEnabled: !isLive && mode !== 'patterns',
  });
  const order = orderOf(state);
  const search = useOrdered(found, order);
  const kept = useKeptResult({ query: shownQuery, facts, isTable, search });
  // What cannot be read fails once, with its reason, and not again for every part of the page.
  const isReadable = facts.result.query !== undefined;
  const isChartWanted = preferences.isHistogramShown && !isLive && !isTable && isReadable;
  const histogram = useHistogram(input, isChartWanted, compare);
  // The rail comes after the rows, never before; a live tail and patterns have no rows to wait for.
  const isSettled = !search.isRunning && search.stats !== undefined;
  const isRailReady = isSettled || ((isLive || mode === 'patterns') && isReadable);
  const fields = useFields(input, preferences.isRailShown && !isTable && isRailReady);
  const counted = histogram.isPlaceholderData ? undefined : histogram.data;
  const range = useMemo<Instants | undefined>(() => {
    if (counted !== undefined) {
      return { from: Date.parse(counted.from), to: Date.parse(counted.to) };
    }
    const context = { now: Date.now(), timeZone };
    const resolved = resolveRange(facts.result.query, { earliest, latest }, context);
    return resolved.kind === 'problem' ? undefined : resolved;
    // With every run `now` has moved on, too.
  }, [counted, facts, earliest, latest, timeZone, run]);
  const isFailed = hasFailed(search);
  return {
    input,
    query: shownQuery,
    isTable,
    search,
    order,
    kept,
    isFailed,
    histogram,
    fields,
    range,
  };
}

/** Only a table has heads that tell what it is sorted by. */
function orderOf(state: SearchState): Order | undefined {
  const { order, view, isLive } = state;
  if (order === undefined || view !== 'table' || isLive) return undefined;
  return shownColumns(state).includes(order.field) ? order : undefined;
}

/** Sorts the events as they are displayed, so that stepping through them follows that order. */
function useOrdered(found: SearchRun, order: Order | undefined): SearchRun {
  const events = useMemo(() => orderRows(found.events, order, cellOf), [found.events, order]);
  return { ...found, events };
}

function cellOf({ row, text }: LogEvent, field: string): unknown {
  return field === 'event' ? text : row[field];
}
