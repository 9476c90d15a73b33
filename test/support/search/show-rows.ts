import type { SearchResult } from '../../../src/flow/search/index.ts';

/** The rows of an answer as lines of text with aligned columns. */
export function showRows(
  { columns, rows }: Pick<SearchResult, 'columns' | 'rows'>,
  { rowsMax = Infinity, columnsMax = Infinity, hidden = [] as readonly string[] } = {},
): string[] {
  const names = columns.map(({ name }) => name).filter((name) => !hidden.includes(name));
  if (names.length === 0) return [`${rows.length} rows without columns`];
  const shownNames = names.slice(0, columnsMax);
  const shown = rows.slice(0, rowsMax);
  const cells = [shownNames, ...shown.map((row) => shownNames.map((name) => cell(row[name])))];
  const widths = shownNames.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)));
  const lines = cells.map((line) =>
    line
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const moreColumns = names.slice(columnsMax);
  return [
    ...lines,
    ...(rows.length === 0 ? ['(no rows)'] : []),
    ...(rows.length > shown.length ? [`… and ${rows.length - shown.length} more rows`] : []),
    ...(moreColumns.length === 0 ? [] : [`… and the fields ${moreColumns.join(', ')}`]),
  ];
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('\n', '⏎').replaceAll('\0', '␀');
}
