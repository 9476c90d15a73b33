import { escapeCell } from '../../../contract/csv-cells.ts';
import {
  type AddColumn,
  lineProblem,
  type LineLimits,
  refuseEmptiness,
  tooWide,
  type UploadLine,
} from './check-content.ts';
import { type LookupContent, rowsOfContent } from './content.ts';

/**
 * The rows after the header; `addColumn` receives the names. Quoted values may contain commas, newlines and doubled
 * quotes. Empty lines are skipped.
 */
export function* csvLines(
  text: string,
  limits: LineLimits,
  addColumn: AddColumn,
): Generator<UploadLine> {
  let columns: number | undefined;
  let emptyLines = 0;
  for (const { line, values, isQuoted } of recordsOf(text, limits)) {
    if (values.length === 1 && values[0] === '' && !isQuoted) {
      emptyLines += 1;
      refuseEmptiness(emptyLines, line);
      continue;
    }
    if (columns === undefined) {
      for (const name of values) addColumn(name.trim(), line);
      columns = values.length;
      continue;
    }
    if (values.length !== columns) {
      throw lineProblem(line, `Expected ${columns} values, found ${values.length}.`);
    }
    yield { line, values };
  }
}

interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly values: string[];
  isQuoted: boolean;
}

function* recordsOf(text: string, limits: LineLimits): Generator<CsvRecord> {
  const plain = /[^,\r\n]*/y;
  let at = 0;
  let line = 1;
  let record: CsvRecord = { line, values: [], isQuoted: false };
  while (at <= text.length) {
    if (text[at] === '"') {
      const cell = readQuoted(text, at, line, record.values.length + 1, limits);
      record.values.push(cell.value);
      record.isQuoted = true;
      ({ at } = cell);
      line += cell.lineEnds;
    } else {
      plain.lastIndex = at;
      const [value = ''] = plain.exec(text) ?? [];
      record.values.push(value);
      at += value.length;
    }
    if (text[at] === ',') {
      if (record.values.length >= limits.columnsMax) throw tooWide(record.line, limits);
      at += 1;
      continue;
    }
    yield record;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    record = { line, values: [], isQuoted: false };
    if (at >= text.length) return;
  }
}

interface QuotedCell {
  readonly value: string;
  /** Index after the closing quote. */
  readonly at: number;
  readonly lineEnds: number;
}

function readQuoted(
  text: string,
  start: number,
  line: number,
  column: number,
  { valueBytesMax }: LineLimits,
): QuotedCell {
  // A quote inside is written twice.
  const endMax = start + 2 * valueBytesMax + 1;
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && end <= endMax && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end > endMax) {
    throw lineProblem(line, `Value ${column} has more than ${valueBytesMax} bytes.`);
  }
  if (end < 0) throw lineProblem(line, `Unclosed quotes in value ${column}.`);
  const inside = text.slice(start + 1, end);
  const lineEnds = inside.split('\n').length - 1;
  const next = text[end + 1];
  if (next !== undefined && next !== ',' && next !== '\n' && next !== '\r') {
    const message = `Expected a comma or the end of the line after the quotes of value ${column}.`;
    throw lineProblem(line + lineEnds, message);
  }
  return { value: inside.replaceAll('""', '"'), at: end + 1, lineEnds };
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Writes rows in pieces, so that a large table doesn't have to be in memory as text. */
/** As they are, or such that a spreadsheet runs none of them; reading one takes back what writing added. */
export type CsvCells = 'raw' | 'escaped';

export function* writeCsv(content: LookupContent, cells: CsvCells): Generator<string> {
  const cellOf = cells === 'raw' ? (value: string) => value : escapeCell;
  yield csvLine(content.columns.map(cellOf));
  let piece = '';
  for (let i = 0; i < rowsOfContent(content); i++) {
    piece += csvLine(content.lists.map((list) => cellOf(list[i] ?? '')));
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const PIECE_CHARACTERS = 64 * 1024;

function csvLine(values: readonly string[]): string {
  const cells = values.map((value) =>
    NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
  );
  // A line without any character would be skipped when read.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\n`;
}
