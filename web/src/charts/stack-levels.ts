/** Counts by level, piled up for a chart of bars. */
import type { Histogram } from '../../../src/contract/search-views.ts';

export interface StackedSeries {
  readonly name: string;
  readonly total: number;
  /** Its own counts, for reading. */
  readonly counts: readonly number[];
  /** Its counts on top of those below it, for drawing. */
  readonly tops: readonly number[];
}

export interface StackedHistogram {
  /** Seconds since 1970: where each bucket begins. */
  readonly x: readonly number[];
  readonly bucketSeconds: number;
  /** The top of the stack first: when drawn in this order, each series covers the ones below it. */
  readonly series: readonly StackedSeries[];
  readonly totals: readonly number[];
}

/** The worst at the bottom, where small counts can be seen. */
const ORDER = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

export function stackLevels(
  histogram: Histogram,
  toLevel: (word: string) => string,
): StackedHistogram {
  const { buckets } = histogram;
  const x = buckets.map(({ time }) => Date.parse(time) / 1_000);
  const names = histogram.series
    .map(({ value }) => value)
    .toSorted((left, right) => rank(toLevel(left)) - rank(toLevel(right)));
  const pile = buckets.map(() => 0);
  const series = names.map((name) => {
    const counts = buckets.map(({ values }) => values?.[name] ?? 0);
    for (const [at, count] of counts.entries()) pile[at] = (pile[at] ?? 0) + count;
    return { name, counts, tops: [...pile], total: counts.reduce((sum, count) => sum + count, 0) };
  });
  return {
    x,
    bucketSeconds: widthOf(x, histogram),
    series: series.toReversed(),
    totals: buckets.map(({ count }) => count),
  };
}

function rank(level: string): number {
  const place = ORDER.indexOf(level);
  return place < 0 ? ORDER.length : place;
}

function widthOf(x: readonly number[], { from, to }: Histogram): number {
  const [first = 0, second] = x;
  if (second !== undefined) return second - first;
  return Math.max(1, (Date.parse(to) - Date.parse(from)) / 1_000);
}
