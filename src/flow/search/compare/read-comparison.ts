/** What a search is compared with, as people write it: `previous`, or how far back. */
import { invalid } from '../../../base/errors.ts';
import { parseSpan, type Zone } from '../../../language/index.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { type Comparison, isWhole, type Range, shiftBack, shiftRange } from './shift-range.ts';

export interface ComparedRange extends Range {
  /** The instant that is compared with one of the range itself. */
  readonly before: (instant: number) => number;
}

function readComparison(text: string): Comparison {
  if (text === 'previous') return 'previous';
  const span = parseSpan(text);
  if (span.kind !== 'time' || span.unit === 'ms' || span.weekday !== undefined) {
    throw invalid('compare', 'Use previous, or a time such as 1h, 1d or 1w.');
  }
  return { kind: 'offset', amount: -span.amount, unit: span.unit };
}

/** Buckets of `spanMs` fall on buckets: the period before begins as much earlier as that needs. */
export function comparedRange(
  range: Range,
  zone: Zone,
  text: string,
  spanMs: number = MINUTE_MS,
): ComparedRange {
  const comparison = readComparison(text);
  if (comparison === 'previous' && !isWhole(range, zone)) {
    const shift = Math.max(1, Math.ceil((range.to - range.from) / spanMs)) * spanMs;
    return {
      from: range.from - shift,
      to: range.to - shift,
      before: (instant) => instant - shift,
    };
  }
  return {
    ...shiftRange(range, zone, comparison),
    before: (instant) => shiftBack(instant, range, zone, comparison),
  };
}
