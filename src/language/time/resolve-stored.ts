import type { Query } from '../tree.ts';
import type { TimeTerm } from '../tree/time.ts';
import type { TimeProblem } from './parse-time.ts';
import { resolveTimeSpec, type ResolvedTime, type TimeContext } from './resolve-time.ts';

/** When events were stored, half open; a missing end is unbounded. */
export interface StoredRange {
  readonly kind: 'stored';
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The bounds that the first stage of a query has for when its events were stored; undefined without any. */
export function resolveStored(
  query: Query | undefined,
  context: TimeContext,
): StoredRange | TimeProblem | undefined {
  const [first] = query?.stages ?? [];
  if (first?.kind !== 'search' && first?.kind !== 'tstats') return undefined;
  const { indexEarliest, indexLatest } = first;
  if (indexEarliest === undefined && indexLatest === undefined) return undefined;
  const from = resolve(indexEarliest, context);
  const to = resolve(indexLatest, context);
  if (from?.kind === 'problem') return { ...from, term: indexEarliest };
  if (to?.kind === 'problem') return { ...to, term: indexLatest };
  if (from !== undefined && to !== undefined && from.ms >= to.ms) {
    return {
      kind: 'problem',
      message: 'The ingest time range ends before it starts.',
      term: indexLatest,
    };
  }
  return { kind: 'stored', from: from?.ms, to: to?.ms };
}

function resolve(term: TimeTerm | undefined, context: TimeContext): ResolvedTime | undefined {
  return term === undefined ? undefined : resolveTimeSpec(term.time, context);
}
