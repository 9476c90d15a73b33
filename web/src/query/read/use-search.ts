/** Runs the search of the address: pages of rows, what it cost, and a way to stop it. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Column } from '../../../../src/charts/chart-data.ts';
import type { SearchProgress } from '../../../../src/contract/search.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { type LogEvent, type Row, toEvent } from '../rows/log-event.ts';
import type { SearchState } from '../../data/search-state.ts';
import { readSearch, type SearchAnswer } from './read-search.ts';

type Data = SearchAnswer['data'];

export interface SearchRun {
  readonly isRunning: boolean;
  /** The rows are those of the search before, until this one has its own. */
  readonly isStale: boolean;
  readonly progress: SearchProgress | undefined;
  readonly isLoadingMore: boolean;
  readonly isCancelled: boolean;
  readonly error: unknown;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly events: readonly LogEvent[];
  /** Of the first page: later ones only read on. */
  readonly stats: Data['stats'] | undefined;
  readonly limits: Data['limits_applied'];
  readonly warnings: Data['warnings'];
  readonly comparison: Data['comparison'];
  readonly hasMore: boolean;
  readonly startedAt: number;
  readonly loadMore: () => void;
  readonly cancel: () => void;
  readonly retry: () => void;
}

export interface SearchInput {
  readonly organization: string;
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly sort: SearchState['sort'];
  readonly isTable: boolean;
  /** Counts repeated runs of the same search. */
  readonly run: number;
  readonly isEnabled: boolean;
  /** What a table is compared with. */
  readonly compare: string | undefined;
}

interface Started {
  readonly at: number;
  readonly progress: SearchProgress | undefined;
}

/** Rows kept of an event query: to see more, the user narrows the search instead of scrolling. */
export const ROWS_KEPT_MAX = LIMITS.query.rowsMax;
/** The first page is small to arrive fast; later pages are larger, since each page counts as a search. */
const FIRST_ROWS = LIMITS.query.rowsDefault;
const FURTHER_ROWS = 3 * FIRST_ROWS;

function searchKey(input: SearchInput): readonly unknown[] {
  const { organization, query, earliest, latest, sort, run, isTable, compare } = input;
  return ['search', isTable, organization, query, earliest, latest, sort, run, compare];
}

export function useSearch(input: SearchInput): SearchRun {
  const client = useQueryClient();
  const key = searchKey(input);
  const keyText = JSON.stringify(key);
  const [started, setStarted] = useState<Started>({ at: 0, progress: undefined });
  const [cancelled, setCancelled] = useState('');
  const result = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const at = performance.now();
      setStarted({ at, progress: undefined });
      return readPage(input, pageParam, signal, (progress) => setStarted({ at, progress }));
    },
    initialPageParam: '',
    getNextPageParam: (last, pages) =>
      last.nextCursor !== null && rowsOf(pages) < ROWS_KEPT_MAX ? last.nextCursor : undefined,
    enabled: input.isEnabled && cancelled !== keyText,
    placeholderData: (before, query) => (query?.queryKey[1] === input.isTable ? before : undefined),
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
  const pages = result.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ data }) => data.rows as Row[]), [pages]);
  const events = useMemo(() => (input.isTable ? [] : rows.map(toEvent)), [rows, input.isTable]);
  const cancel = useCallback(() => {
    setCancelled(keyText);
    void client.cancelQueries({ queryKey: JSON.parse(keyText) as unknown[] });
  }, [client, keyText]);
  // A cancelled search can be requested again under the same key, e.g. with the back button.
  useEffect(() => () => setCancelled(''), [keyText]);
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isError } = result;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isError]);
  const first = pages?.[0]?.data;
  return {
    isRunning: result.isFetching && !isFetchingNextPage,
    isLoadingMore: isFetchingNextPage,
    isCancelled: cancelled === keyText,
    error: cancelled === keyText ? null : result.error,
    columns: first?.columns ?? [],
    rows,
    events,
    stats: first?.stats,
    limits: pages?.at(-1)?.data.limits_applied ?? [],
    warnings: first?.warnings ?? [],
    comparison: first?.comparison,
    hasMore: hasNextPage,
    startedAt: started.at,
    progress: started.progress,
    isStale: result.isPlaceholderData,
    retry: () => void result.refetch(),
    loadMore,
    cancel,
  };
}

function rowsOf(pages: readonly SearchAnswer[]): number {
  return pages.reduce((sum, { data }) => sum + data.rows.length, 0);
}

async function readPage(
  input: SearchInput,
  cursor: string,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
) {
  const { query, earliest, latest, sort, isTable, compare } = input;
  // The API returns events newest first; in reverse order the whole result comes in one response.
  const isReversed = sort === 'oldest' && !isTable;
  return readSearch(
    {
      query: {
        query: isReversed ? `${query === '' ? '*' : query} | sort 0 _time` : query,
        earliest,
        latest,
        limit: isTable || isReversed ? ROWS_KEPT_MAX : cursor === '' ? FIRST_ROWS : FURTHER_ROWS,
        ...(cursor === '' ? {} : { cursor }),
        ...(compare === undefined ? {} : { compare }),
      },
    },
    signal,
    onProgress,
  );
}
