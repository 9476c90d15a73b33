/** Changes of a query that an answer offers. */
import type { QueryFix } from '../../../../../src/contract/schema.ts';
import { ApiError } from '../../../api/call.ts';

const FIXES_MAX = 3;

/** Returns the fixes of an error, at most one per position. */
export function fixesOf(error: unknown): QueryFix[] {
  if (!(error instanceof ApiError)) return [];
  const fixes = error.details
    .flatMap(({ fix }) => (fix === undefined ? [] : [fix]))
    .toSorted((left, right) => left.start - right.start);
  return fixes
    .filter((fix, place) => place === 0 || fix.start >= (fixes[place - 1]?.end ?? 0))
    .slice(0, FIXES_MAX);
}

/** The query with all of them; they are in order and do not overlap. */
export function mended(query: string, fixes: readonly QueryFix[]): string {
  return fixes
    .toReversed()
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      query,
    );
}
