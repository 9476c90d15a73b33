/** Interleaves the second half with the first, so that distant items become adjacent. */
export function interleave<T>(items: readonly T[]): T[] {
  const half = Math.ceil(items.length / 2);
  const second = items.slice(half);
  return items.slice(0, half).flatMap((item, i) => [item, ...second.slice(i, i + 1)]);
}
