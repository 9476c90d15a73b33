/** The rows to judge: what a search finds, or what was pasted. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import type { RowSource } from './evaluation-draft.ts';
import { type EventRow, rowOfEvent, rowsOfText, rowsThatFit } from './event-rows.ts';

export interface Rows {
  readonly rows: readonly EventRow[];
  /** Rows that were found or pasted and do not fit one request. */
  readonly left: number;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Criteria, items and the envelope need room as well. */
const ROWS_BYTES_MAX = LIMITS.evaluation.bodyBytesMax - 256 * 1024;

export function useRows(source: RowSource, pasted: string | undefined): Rows {
  const found = useQuery({
    queryKey: ['evaluation-rows', source],
    queryFn: async ({ signal }) => findRows(source, signal),
    enabled: pasted === undefined && source.query.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const all = pasted === undefined ? (found.data ?? []) : rowsOfText(pasted);
    const rows = rowsThatFit(all, LIMITS.evaluation.rowsMax, ROWS_BYTES_MAX);
    return {
      rows,
      left: all.length - rows.length,
      isLoading: pasted === undefined && found.isFetching,
      error: pasted === undefined ? found.error : null,
    };
  }, [found.data, found.isFetching, found.error, pasted]);
}

/** Oldest first, in reading order. */
async function findRows(source: RowSource, signal: AbortSignal): Promise<EventRow[]> {
  const { query, earliest, latest } = source;
  const limit = LIMITS.query.rowsMax;
  const { data } = await call(api.listLogs, { query: { query, earliest, latest, limit } }, signal);
  return data.rows
    .map((event) => rowOfEvent(Object.fromEntries(Object.entries(event))))
    .toReversed();
}
