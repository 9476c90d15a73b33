import { textOf } from '../../../../../src/charts/chart-data.ts';

export interface SortedBy {
  readonly name: string;
  readonly isDown: boolean;
}

/** Row indexes in the order selected by a click on a column header; missing values come last. */
export function orderRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  sorted: SortedBy | undefined,
): number[] {
  const places = rows.map((_, at) => at);
  if (sorted === undefined) return places;
  const { name, isDown } = sorted;
  return places.toSorted((left, right) => {
    const [a, b] = [rows[left]?.[name], rows[right]?.[name]];
    const [first, second] = [textOf(a), textOf(b)];
    if (first === '' || second === '') return Number(first === '') - Number(second === '');
    const difference =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : first.localeCompare(second, 'en', { numeric: true });
    return isDown ? -difference : difference;
  });
}
