/** Counts of measurements by size, as histograms of Prometheus keep them; pure. */
export interface Buckets {
  /** Upper ends, in seconds. */
  readonly bounds: readonly number[];
  /** How many fell into each, and last how many were larger than all. */
  readonly counts: readonly number[];
}

export function totalOf({ counts }: Buckets): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the counts since `before`; all of `now` if the two do not match, as after a restart. */
export function subtract(now: Buckets, before: Buckets | undefined): Buckets {
  if (before === undefined || !isSameForm(now, before)) return now;
  const counts = now.counts.map((count, at) => count - (before.counts[at] ?? 0));
  return counts.some((count) => count < 0) ? now : { bounds: now.bounds, counts };
}

/** Sums all buckets with the same bounds; others, for example from another release, are ignored. */
export function addUp(all: readonly Buckets[]): Buckets | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const same = all.filter((each) => isSameForm(each, first));
  return {
    bounds: first.bounds,
    counts: first.counts.map((_, at) =>
      same.reduce((sum, each) => sum + (each.counts[at] ?? 0), 0),
    ),
  };
}

export interface Quantile {
  readonly seconds: number;
  /** The value is above the last bound by an unknown amount. */
  readonly isMore: boolean;
}

/** The upper end of the bucket in which the share of all measurements is reached: never less than the true value. */
export function quantile(buckets: Buckets, share: number): Quantile | undefined {
  const total = totalOf(buckets);
  if (total === 0) return undefined;
  const wanted = Math.ceil(share * total);
  let seen = 0;
  for (const [at, bound] of buckets.bounds.entries()) {
    seen += buckets.counts[at] ?? 0;
    if (seen >= wanted) return { seconds: bound, isMore: false };
  }
  return { seconds: buckets.bounds.at(-1) ?? 0, isMore: true };
}

function isSameForm(one: Buckets, other: Buckets): boolean {
  return (
    one.counts.length === other.counts.length &&
    one.bounds.length === other.bounds.length &&
    one.bounds.every((bound, at) => bound === other.bounds[at])
  );
}
