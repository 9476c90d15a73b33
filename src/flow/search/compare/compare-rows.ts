/** A table beside the same table of an earlier time: difference and ratio of each number. Pure. */
import { invalid } from '../../../base/errors.ts';
import type { AnswerColumn, AnswerRow } from '../compile/write-answer.ts';
import type { ComparedTable } from './compared-table.ts';

interface Table {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
}

export interface Comparing extends Pick<ComparedTable, 'keys' | 'counts' | 'isWhole'> {
  /** Milliseconds since 1970 of the earlier time that is compared with a time. */
  readonly before: (instant: number) => number;
  /** The rows of both times are all there are. */
  readonly isAll: boolean;
}

const SUFFIXES = {
  previous: '_previous',
  difference: '_difference',
  ratio: '_ratio',
} as const;

/** Without earlier rows, nothing is known of them. */
export function compareRows(
  now: Table,
  earlier: Table | undefined,
  { keys, counts, isWhole, before, isAll }: Comparing,
): { readonly columns: AnswerColumn[]; readonly rows: AnswerRow[] } {
  for (const key of keys) requireColumn(now, key);
  const values = now.columns.filter(({ name, type }) => type === 'number' && !keys.includes(name));
  const names = new Set(now.columns.map(({ name }) => name));
  const columns = now.columns.flatMap((column) => {
    if (!values.includes(column)) return [column];
    const added = Object.values(SUFFIXES).map((suffix) => `${column.name}${suffix}`);
    const taken = added.find((name) => names.has(name));
    if (taken !== undefined) throw invalid('compare', `The result already has a column ${taken}.`);
    return [column, ...added.map((name) => ({ name, type: 'number' as const }))];
  });
  const rest = new Map(earlier?.rows.map((row) => [keyOf(row, keys, same), row]));
  const known = new Set(earlier?.columns.map(({ name }) => name));
  const isCounted = (name: string): boolean => earlier !== undefined && isAll && counts.has(name);
  const rows = now.rows.map((row) => {
    const key = keyOf(row, keys, before);
    const old = rest.get(key);
    rest.delete(key);
    return withValues(row, (name) => {
      if (old === undefined) return isCounted(name) ? 0 : null;
      // OTHER is not the same series at both times.
      return known.has(name) ? numberOf(old[name]) : null;
    });
  });
  if (isWhole && isAll && !keys.includes('_time') && keys.length > 0) {
    for (const old of rest.values()) {
      const gone = Object.fromEntries(
        now.columns.map(({ name }) => [
          name,
          keys.includes(name) ? old[name] : isCounted(name) ? 0 : null,
        ]),
      );
      rows.push(withValues(gone, (name) => numberOf(old[name])));
    }
  }
  return { columns, rows };

  function withValues(row: AnswerRow, previousOf: (name: string) => number | null): AnswerRow {
    const added = values.map(({ name }) => {
      const value = numberOf(row[name]);
      const previous = previousOf(name);
      const isBoth = value !== null && previous !== null;
      return [
        [`${name}${SUFFIXES.previous}`, previous],
        [`${name}${SUFFIXES.difference}`, isBoth ? rounded(value - previous) : null],
        [`${name}${SUFFIXES.ratio}`, isBoth && previous !== 0 ? rounded(value / previous) : null],
      ] as const;
    });
    return { ...row, ...Object.fromEntries(added.flat()) };
  }
}

function requireColumn({ columns, rows }: Table, key: string): void {
  if (rows.length === 0 || columns.some(({ name }) => name === key)) return;
  throw invalid('compare', `Keep the column ${key}. Rows are compared by it.`);
}

const same = (instant: number): number => instant;

function keyOf(row: AnswerRow, keys: readonly string[], move: (instant: number) => number): string {
  return JSON.stringify(
    keys.map((key) => (key === '_time' ? move(Date.parse(String(row[key]))) : (row[key] ?? null))),
  );
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Differences of decimal fractions have no digits that nobody measured. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
