import { AppError } from '../../../base/errors.ts';
import type { Limits } from '../../../spec/limits.ts';
import { bytesOfContent, rowsOfContent, type LookupContent } from './content.ts';

/** Describes to the author what is wrong with the content; undefined if it is valid. */
export function contentProblem(
  limits: Limits['lookups'],
  content: LookupContent,
): string | undefined {
  const { columns, lists } = content;
  const rows = rowsOfContent(content);
  if (rows > limits.rowsMax) {
    return `Too many rows: ${rows}, maximum ${limits.rowsMax}.`;
  }
  return (
    columnsProblem(limits, columns) ??
    cellsProblem(limits, rows, columns.length) ??
    valuesProblem(limits, columns, lists) ??
    sizeProblem(limits, content)
  );
}

export function columnsProblem(
  limits: Limits['lookups'],
  columns: readonly string[],
): string | undefined {
  if (columns.length === 0) return 'A lookup table needs at least one column.';
  if (columns.length > limits.columnsMax) {
    return `Too many columns: ${columns.length}, maximum ${limits.columnsMax}.`;
  }
  const seen = new Set<string>();
  for (const [i, name] of columns.entries()) {
    if (name === '') return `Column ${i + 1} has no name.`;
    if (name.length > limits.columnCharactersMax) {
      return `The name of column ${i + 1} has more than ${limits.columnCharactersMax} characters.`;
    }
    if (/\p{Cc}/u.test(name)) return `The name of column ${i + 1} has a control character.`;
    if (seen.has(name)) return `Duplicate column name “${name}”.`;
    seen.add(name);
  }
  return undefined;
}

export function cellsProblem(
  { cellsMax }: Limits['lookups'],
  rows: number,
  columns: number,
): string | undefined {
  return rows * columns > cellsMax
    ? `Too many values (maximum ${cellsMax}, rows times columns).`
    : undefined;
}

function valuesProblem(
  limits: Limits['lookups'],
  columns: readonly string[],
  lists: LookupContent['lists'],
): string | undefined {
  for (const [i, list] of lists.entries()) {
    const at = list.findIndex((value) => isTooLong(limits, value));
    if (at >= 0) {
      return `Row ${at + 1}, column “${columns[i] ?? ''}”: a value has at most ${limits.valueBytesMax} bytes.`;
    }
  }
  return undefined;
}

export function isTooLong({ valueBytesMax }: Limits['lookups'], value: string): boolean {
  // A character takes three bytes at most, per unit of the text.
  return value.length * 3 > valueBytesMax && Buffer.byteLength(value) > valueBytesMax;
}

function sizeProblem(limits: Limits['lookups'], content: LookupContent): string | undefined {
  const bytes = bytesOfContent(content);
  return bytes > limits.contentBytesMax
    ? `The lookup table is too large: ${bytes} bytes, maximum ${limits.contentBytesMax}.`
    : undefined;
}

/** One line of a table as it was sent: where it begins, and its values in the order of the columns so far. */
export interface UploadLine {
  readonly line: number;
  readonly values: readonly string[];
}

/** What bounds one line, so that it is refused before it is read whole. */
export type LineLimits = Pick<Limits['lookups'], 'columnsMax' | 'valueBytesMax'>;

export function tooWide(line: number, { columnsMax }: LineLimits): AppError {
  return lineProblem(line, `Too many columns (maximum ${columnsMax}).`);
}

/** Empty lines are skipped synchronously, so millions of them would block other requests. */
const EMPTY_LINES_MAX = 50_000;

export function refuseEmptiness(emptyLines: number, line: number): void {
  if (emptyLines <= EMPTY_LINES_MAX) return;
  throw lineProblem(line, `Too many empty lines (maximum ${EMPTY_LINES_MAX}).`);
}

/** Adds a column; `line` is the position of its name. */
export type AddColumn = (name: string, line: number) => void;

/** The text that was sent cannot be read; the line is counted from 1, the header included. */
export function lineProblem(line: number, message: string): AppError {
  return new AppError('VALIDATION_ERROR', `Line ${line}: ${message}`, {
    details: [{ path: `lines.${line}`, message }],
  });
}
