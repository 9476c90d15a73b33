/**
 * Lengths that columns of subqueries would have if expanded wherever they are named. DuckDB expands them in filters: it
 * pushes a filter below the columns that it names, and a column computed from another one, named twice, doubles it.
 */
export interface ColumnWeights {
  /** Of a text that names columns. */
  of(text: string): number;
  /** Our statements name a column of theirs once; parts of a UNION ALL have the same names. */
  set(column: string, text: string): void;
}

export function createColumnWeights(): ColumnWeights {
  const weights = new Map<string, number>();
  const of = (text: string): number => {
    let weight = text.length;
    for (const [, name = ''] of text.matchAll(COLUMN)) weight += weights.get(name) ?? 0;
    return weight;
  };
  return {
    of,
    set: (column, text) => weights.set(column, Math.max(weights.get(column) ?? 0, of(text))),
  };
}

/** As our compiler names what it computes. */
const COLUMN = /"(c\d+)"/g;

/** Written out, this takes a few hundredths of a second to plan. */
const WEIGHT_MAX = 200_000;

/** Returns rows to which a condition is applied in place, if it would grow too long when pushed down. */
export function heldAbove(weights: ColumnWeights, condition: string, rows: string): string {
  if (rows === '' || weights.of(condition) <= WEIGHT_MAX) return rows;
  // No condition passes a limit.
  return `(SELECT * FROM ${rows} LIMIT ${ROWS_MAX})`;
}

const ROWS_MAX = 2n ** 62n;
