/** Reads an uploaded lookup table: CSV with a header, or one JSON object per line. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../base/errors.ts';
import { unescapeCell } from '../../../contract/csv-cells.ts';
import type { Limits } from '../../../spec/limits.ts';
import {
  type AddColumn,
  cellsProblem,
  columnsProblem,
  isTooLong,
  lineProblem,
} from './check-content.ts';
import { createTurns, type LookupContent } from './content.ts';
import { type CsvCells, csvLines } from './csv.ts';
import { jsonLines } from './json-lines.ts';

export type UploadFormat = 'csv' | 'jsonl';

export async function readUpload(
  limits: Limits['lookups'],
  body: Uint8Array,
  format: UploadFormat,
  cells: CsvCells,
): Promise<LookupContent> {
  const text = readText(limits, body);
  const columns: string[] = [];
  const lists: string[][] = [];
  let rows = 0;
  const cellOf = format === 'csv' && cells === 'escaped' ? unescapeCell : asItIs;
  const addColumn: AddColumn = (name, line) => {
    columns.push(cellOf(name));
    const problem = columnsProblem(limits, columns);
    if (problem !== undefined) throw lineProblem(line, problem);
    lists.push(Array.from({ length: rows }, () => ''));
  };
  const linesOf = format === 'csv' ? csvLines : jsonLines;
  const lines = linesOf(text, limits, addColumn);
  const giveTurn = createTurns();
  for (const { line, values } of lines) {
    for (const [i, list] of lists.entries()) {
      const value = cellOf(values[i] ?? '');
      if (isTooLong(limits, value)) {
        const message = `In the column “${columns[i] ?? ''}” a value has more than ${limits.valueBytesMax} bytes.`;
        throw lineProblem(line, message);
      }
      list.push(value);
    }
    rows += 1;
    if (rows > limits.rowsMax) {
      throw lineProblem(line, `Too many rows (maximum ${limits.rowsMax}).`);
    }
    const sizeProblem = cellsProblem(limits, rows, columns.length);
    if (sizeProblem !== undefined) throw lineProblem(line, sizeProblem);
    await giveTurn();
  }
  if (columns.length === 0) {
    throw lineProblem(1, 'The table is empty. Send at least a line with column names.');
  }
  return { columns, lists };
}

function asItIs(text: string): string {
  return text;
}

function readText({ contentBytesMax }: Limits['lookups'], body: Uint8Array): string {
  if (body.length > contentBytesMax) {
    const message = `The lookup table is too large (maximum ${contentBytesMax} bytes).`;
    throw new AppError('FST_ERR_CTP_BODY_TOO_LARGE', message);
  }
  if (!isUtf8(body)) throw lineProblem(brokenLine(body), 'The table is not valid UTF-8.');
  const text = new TextDecoder().decode(body);
  const nul = text.indexOf('\0');
  if (nul >= 0) throw lineProblem(lineAt(text, nul), 'The table contains a NUL character.');
  return text;
}

const LINE_END = 10;

function brokenLine(body: Uint8Array): number {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = body.indexOf(LINE_END, start);
    if (end < 0 || !isUtf8(body.subarray(start, end))) return line;
    start = end + 1;
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
