/** A row of a table whose number of cells is not that of its heading. */
export interface UnevenRow {
  readonly line: number;
  readonly cells: number;
  readonly expected: number;
}

/** Rows that a page would show wrong: most often a pipe in a cell that is not escaped. Code blocks are left out. */
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

/** Between pipes that no backslash stands before. */
function cellsOf(line: string): number {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).length;
}
