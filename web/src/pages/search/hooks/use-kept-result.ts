import { useState } from 'react';
import type { SearchRun } from '../../../query/read/use-search.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';

/** The last answer that came, and what it answers. */
export interface KeptResult {
  readonly query: string;
  readonly facts: QueryFacts;
  readonly isTable: boolean;
  readonly search: SearchRun;
}

/**
 * Keeps the last result, so that a typo in the query does not remove what the user was reading. Undefined unless the
 * current query has failed.
 */
export function useKeptResult(present: KeptResult): KeptResult | undefined {
  const { search } = present;
  const [kept, setKept] = useState<KeptResult>();
  const isWhole = search.stats !== undefined && !search.isStale && !search.isRunning;
  if (isWhole && kept?.search.rows !== search.rows) setKept(present);
  return hasFailed(search) ? kept : undefined;
}

/** A page of further rows may fail as well: then there still is a result. */
export function hasFailed({ error, stats, isRunning }: SearchRun): boolean {
  return error !== null && stats === undefined && !isRunning;
}
