/** The rows that are loaded, as a file: they never leave the browser on the way. */
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { Row } from '../../../query/rows/log-event.ts';

const TYPES = { json: 'application/json', csv: 'text/csv' } as const;

export function saveRows(rows: readonly Row[], form: keyof typeof TYPES): void {
  const text = form === 'json' ? JSON.stringify(rows, undefined, 2) : csvOf(rows);
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[form] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `xplain-rows.${form}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** One column for every field that a row has, in the order in which they turn up. */
export function csvOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  return `${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run what begins like a formula; behind an apostrophe it is text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
