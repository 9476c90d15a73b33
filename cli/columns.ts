export type Row = readonly [left: string, right: string];

/** Two columns, indented, the second one aligned. */
export function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
