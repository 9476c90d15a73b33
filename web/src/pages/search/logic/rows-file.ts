/** The rows that are loaded, as a file. The server records it first: saving rows is an export like any other. */
import { escapeCell } from '../../../../../src/contract/csv-cells.ts';
import { textOf } from '../../../../../src/charts/chart-data.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import type { SearchState } from '../../../data/search-state.ts';
import type { Row } from '../../../query/rows/log-event.ts';

const TYPES = { json: 'application/json', csv: 'text/csv' } as const;

export type RowsForm = keyof typeof TYPES;

export async function saveRows(
  { query, earliest, latest }: Pick<SearchState, 'query' | 'earliest' | 'latest'>,
  rows: readonly Row[],
  form: RowsForm,
): Promise<void> {
  const body = { query, earliest, latest, format: form, rows: rows.length };
  await call(api.recordSavedRows, { body });
  const text = form === 'json' ? JSON.stringify(rows, undefined, 2) : csvOf(rows);
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[form] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `xplain-rows.${form}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** One column per field that occurs in any row, in order of first occurrence. */
export function csvOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  return `${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = escapeCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
