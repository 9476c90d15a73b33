/** Checks the citations of a finding against the lines: only existing text counts. */
import { LIMITS } from '../../../spec/limits.ts';
import type { DraftFinding } from '../../../evaluator/index.ts';
import type { PreparedLine, ShownRow } from '../input/prepared-line.ts';
import { clipText } from '../../../patterns/index.ts';
import { findQuote, type FoldedText, foldQuote } from './match-quote.ts';

/** A row of the request that a citation refers to. */
export interface CitedRow {
  readonly row: number;
  /** Offset of the quote in the row as sent; null if the pattern was quoted. */
  readonly start: number | null;
  readonly end: number | null;
  readonly sha256: string;
  /** Event id, if the rows come from a search. */
  readonly eventId?: string;
  /** What was quoted, or the beginning of the row whose pattern was; for callers who don't have the row at hand. */
  readonly quote?: string;
}

/** A verified citation. */
export interface Citation {
  readonly line: PreparedLine;
  readonly rows: readonly CitedRow[];
}

const { quoteCharactersMin, quoteCharactersMax } = LIMITS.evaluation;

export interface CitedLines {
  readonly lines: readonly PreparedLine[];
  readonly fold: (text: string) => FoldedText;
  /** Precedes each line that a model has read. */
  readonly mark: string | undefined;
  /** Rows without an event ID are quoted, too. */
  readonly quotesRows: boolean;
}

export function findCitations(
  { lines, fold, mark, quotesRows }: CitedLines,
  evidence: DraftFinding['evidence'],
): Citation[] {
  const citations: Citation[] = [];
  for (const { n, q } of evidence) {
    const line = lines[n - 1];
    if (line === undefined) continue;
    const show = (row: ShownRow, place: Place) => citedRow(row, place, quotesRows);
    const rows = citedRows(line, foldQuote(withoutPrefix(q, mark)), fold, show);
    if (rows !== undefined) citations.push({ line, rows });
  }
  return citations;
}

/** A model may copy the number and the mark of the line along with its text. */
function withoutPrefix(quote: string, mark: string | undefined): string {
  if (mark === undefined) return quote;
  const at = quote.indexOf(mark);
  return at >= 0 && /^\d*\s*$/.test(quote.slice(0, at)) ? quote.slice(at + mark.length) : quote;
}

type Place = Pick<CitedRow, 'start' | 'end'>;

/** Undefined if the line does not contain the quote. */
function citedRows(
  line: PreparedLine,
  quote: string,
  fold: CitedLines['fold'],
  show: (row: ShownRow, place: Place) => CitedRow,
): CitedRow[] | undefined {
  const isLong = quote.length >= quoteCharactersMin;
  const found = line.shown.flatMap((row): CitedRow[] => {
    const folded = fold(row.text);
    // Too short to mean anything, unless the row itself is.
    if (!isLong && folded.text.trim() !== quote) return [];
    const place = findQuote(folded, quote);
    return place === undefined ? [] : [show(row, place)];
  });
  if (found.length > 0) return found;
  if (!isLong || !fold(line.text).text.includes(quote)) return undefined;
  return line.shown.map((row) => show(row, { start: null, end: null }));
}

function citedRow(
  { row, text, sha256, eventId }: ShownRow,
  { start, end }: Place,
  quotesRows: boolean,
): CitedRow {
  const cited = { row, start, end, sha256 };
  if (eventId === undefined && !quotesRows) return cited;
  const quote = clipText(text.slice(start ?? 0, end ?? undefined), quoteCharactersMax);
  return { ...cited, ...(eventId === undefined ? {} : { eventId }), quote };
}
