/** A row of a table whose number of cells is not that of its heading. */
export interface UnevenRow {
  readonly line: number;
  readonly cells: number;
  readonly expected: number;
}

/**
 * Rows that a page would render incorrectly: most often because of an unescaped pipe in a cell. Code blocks are
 * skipped.
 */
export function unevenRows(text: string): UnevenRow[] {
  const found: UnevenRow[] = [];
  let expected: number | undefined;
  let isCode = false;
  for (const [i, line] of text.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || !/^\s*\|/.test(line)) {
      expected = undefined;
      continue;
    }
    const cells = cellsOf(line);
    expected ??= cells;
    if (cells !== expected) found.push({ line: i + 1, cells, expected });
  }
  return found;
}

/** Splits at pipes that are not preceded by a backslash. */
function cellsOf(line: string): number {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).length;
}
