import { invalid, type AppError } from '../../base/errors.ts';
import {
  type Query,
  resolveRange,
  type ResolvedRange,
  resolveStored,
  type TimeProblem,
  type Zone,
} from '../../language/index.ts';
import { refuse } from './compile/context.ts';
import type { ArrivalBounds, StoredTimes } from './compile/read-logs.ts';

/** Which events a search sees: when they happened and when they were stored, half open, in milliseconds since 1970. */
export interface SearchBounds {
  readonly from: number;
  readonly to: number;
  readonly stored: StoredTimes | undefined;
  readonly arrival?: ArrivalBounds | undefined;
}

/** The time range of a query: bounds in the text override those of the request. */
export function rangeOf(
  query: Query,
  { earliest, latest }: { readonly earliest?: string; readonly latest?: string },
  now: number,
  timeZone: string,
): ResolvedRange {
  const given = {
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
  };
  const range = resolveRange(query, given, { now, timeZone });
  if (range.kind === 'problem') throw refuseBounds(range);
  return range;
}

/** The range of ingest times, if the query sets one. */
export function storedOf(
  query: Query,
  { now, zone }: { readonly now: number; readonly zone: Zone },
): StoredTimes | undefined {
  const stored = resolveStored(query, { now, timeZone: zone.name });
  if (stored?.kind === 'problem') throw refuseBounds(stored);
  return stored;
}

/** Errors of bounds in the text have a position; other bounds are named. */
export function refuseBounds({ message, term }: TimeProblem): AppError {
  return term === undefined ? invalid('earliest', message) : refuse(term, message);
}
