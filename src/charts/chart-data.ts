/** What a chart draws, and how it is read from the table of a search. */
export interface Series {
  readonly name: string;
  /** Nothing where there is no value: a gap, never a zero. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Seconds since 1970, or indexes of the labels if there are labels. */
  readonly x: readonly number[];
  readonly labels: readonly string[] | undefined;
  readonly series: readonly Series[];
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

export const SERIES_MAX = 20;
export const CATEGORIES_MAX = 50;

/** Undefined when there is nothing to draw: no numbers, or no rows. What rows are grouped by names them, be it a number. */
export function readChart(
  columns: readonly Column[],
  rows: readonly Row[],
  keys: readonly string[] = [],
): ChartData | undefined {
  const time = columns.find(({ name, type }) => name === '_time' && type === 'time');
  const numbers = columns.filter(
    ({ name }) => name !== '_time' && !keys.includes(name) && hasNumbers(rows, name),
  );
  if (rows.length === 0 || numbers.length === 0) return undefined;
  if (time !== undefined) {
    const x = rows.map((row) => Date.parse(textOf(row['_time'])) / 1_000);
    return { x, labels: undefined, series: seriesOf(numbers, rows) };
  }
  const names = columns.filter((column) => !numbers.includes(column));
  const shown = rows.slice(0, CATEGORIES_MAX);
  const labels = shown.map((row) => names.map(({ name }) => textOf(row[name])).join(' · '));
  return { x: shown.map((_, at) => at), labels, series: seriesOf(numbers, shown) };
}

function seriesOf(columns: readonly Column[], rows: readonly Row[]): Series[] {
  return columns.slice(0, SERIES_MAX).map(({ name }) => ({
    name,
    values: rows.map((row) => numberOf(row[name])),
  }));
}

function hasNumbers(rows: readonly Row[], name: string): boolean {
  return (
    rows.some((row) => numberOf(row[name]) !== null) &&
    rows.every((row) => numberOf(row[name]) !== null || textOf(row[name]) === '')
  );
}

/** The number in a cell; null for anything else, including non-finite numbers. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Any value of a cell as one text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}

export interface Item {
  readonly label: string;
  readonly value: number;
}

/** The largest ones, and one for all others together where there are more. */
export function topItems(items: readonly Item[], countMax: number): Item[] {
  const sorted = items
    .filter(({ value }) => Number.isFinite(value))
    .toSorted((left, right) => right.value - left.value || (left.label < right.label ? -1 : 1));
  if (sorted.length <= countMax) return sorted;
  const rest = sorted.slice(countMax).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, countMax), { label: 'Other', value: rest }];
}
