import type { ArrivalCount } from '../../../flow/search/index.ts';

/** How many events of one group were stored when, on a grid. */
export interface Cells {
  /** Half open; both bounds are on the grid. */
  between(from: number, to: number): { readonly count: number; readonly late: number };
}

export function createCells(
  rows: readonly Pick<ArrivalCount, 'storing' | 'count' | 'late'>[],
  first: number,
  sizeMs: number,
): Cells {
  const sorted = rows.toSorted((a, b) => a.storing - b.storing);
  const at = sorted.map(({ storing }) => first + storing * sizeMs);
  const counts = sums(sorted.map(({ count }) => count));
  const lates = sums(sorted.map(({ late }) => late));
  return {
    between(from, to) {
      const start = firstAtOrAfter(at, from);
      const end = firstAtOrAfter(at, to);
      const sum = (all: readonly number[]): number => (all[end] ?? 0) - (all[start] ?? 0);
      return { count: sum(counts), late: sum(lates) };
    },
  };
}

/** The sum of all before each, and of all of them at the end. */
function sums(values: readonly number[]): number[] {
  const all = [0];
  for (const value of values) all.push((all.at(-1) ?? 0) + value);
  return all;
}

function firstAtOrAfter(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
