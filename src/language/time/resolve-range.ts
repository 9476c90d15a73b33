import { LIMITS } from '../../spec/limits.ts';
import type { Query } from '../tree.ts';
import type { TimeSpec } from '../tree/time.ts';
import { parseTime, type TimeProblem } from './parse-time.ts';
import { resolveTimeSpec, type ResolvedTime, type TimeContext } from './resolve-time.ts';

/** Half open: from `from` on, up to but without `to`. */
export interface ResolvedRange {
  readonly kind: 'range';
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the time range of a query. Times in its first stage override those of the caller (a time picker or request
 * parameters): with only `earliest` in the query, `latest` is now; with only `latest`, the caller's `earliest` still
 * applies. Without any start, the range begins a fixed time before its end.
 */
export function resolveRange(
  query: Query | undefined,
  given: { readonly earliest?: string; readonly latest?: string },
  context: TimeContext,
): ResolvedRange | TimeProblem {
  const [first] = query?.stages ?? [];
  const own = first?.kind === 'search' || first?.kind === 'tstats' ? first : undefined;
  const latest = own?.earliest === undefined ? read(given.latest) : undefined;
  const to = resolve(own?.latest?.time ?? latest ?? NOW, context);
  if (to.kind === 'problem') return { ...to, term: own?.latest };
  const earliest = own?.earliest?.time ?? read(given.earliest);
  const from =
    earliest === undefined
      ? { kind: 'instant' as const, ms: to.ms - LIMITS.query.rangeMsDefault }
      : resolve(earliest, context);
  if (from.kind === 'problem') return { ...from, term: own?.earliest };
  if (from.ms >= to.ms) {
    const term = own?.latest ?? own?.earliest;
    return { kind: 'problem', message: 'The time range ends before it starts.', term };
  }
  return { kind: 'range', from: from.ms, to: to.ms };
}

const NOW: TimeSpec = { kind: 'relative', steps: [] };

function resolve(time: TimeSpec | TimeProblem, context: TimeContext): ResolvedTime {
  return time.kind === 'problem' ? time : resolveTimeSpec(time, context);
}

function read(text: string | undefined): TimeSpec | TimeProblem | undefined {
  return text === undefined || text.trim() === '' ? undefined : parseTime(text);
}
