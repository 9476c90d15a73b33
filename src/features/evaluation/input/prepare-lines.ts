/** Rows as the lines an evaluator reads, within the budget of tokens. Pure, and slow for megabytes. */
import { createHash } from 'node:crypto';
import {
  type CompressedLine,
  compressRows,
  clipText,
  estimateTokens,
  foldLine,
  type Row,
  rowText,
} from '../../../patterns/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { tokensForRows } from '../asking/plan-calls.ts';
import type { PreparedRows } from './prepared-input.ts';
import type { PreparedLine, ShownRow } from './prepared-line.ts';
import type { FoundEvents, RunRequest } from './run-request.ts';
import type { Judge } from './write-preview.ts';

/** The number and the mark in front of each line, and its end. */
const LINE_TOKENS = 8;
/** Equal rows of one line that evidence may list. */
const SHOWN_MAX = 5;
/** Characters after which the tokens of all rows are reckoned from every n-th of them. */
const COUNTED_CHARACTERS_MAX = 400_000;

const { rowCharactersMax, rowsUncompressedMax } = LIMITS.evaluation;

/** `events` tells about rows that come from a search. `firstRow`: how many rows come before these. */
export function prepareLines(
  request: RunRequest,
  rows: readonly Row[],
  { isOffline }: Pick<Judge, 'isOffline'>,
  events?: FoundEvents,
  firstRow = 0,
): PreparedRows {
  const { logCompression, isPreview } = request;
  const texts = rows.map(rowText);
  const tokensMax = tokensForRows(request);
  const plain = takeFirst(texts, tokensMax);
  const packed =
    logCompression !== false || isPreview ? compress(request, rows, texts, tokensMax) : plain;
  const isCompressed = logCompression === 'auto' ? !isShorter(plain, packed) : logCompression;
  const sent = isCompressed ? packed : plain;
  const { tokens: lineTokens, isClipped, lines: _read, ...facts } = sent;
  const { lines } = isOffline && !isPreview && isWhole(plain, sent) ? plain : sent;
  const show = (row: number): ShownRow =>
    showRow(row + firstRow, texts[row] ?? '', events?.eventIds[row]);
  return {
    request,
    isCompressed,
    ...facts,
    isClipped: isClipped || events?.isTruncated === true,
    lineTokens,
    lines: lines.map((line) => showRows(line, show, isPreview)),
    tokens: isPreview
      ? {
          uncompressed: tokensOfAll(texts),
          compressed: dataTokens(packed),
          lines: dataTokens(sent),
        }
      : { uncompressed: 0, compressed: 0, lines: 0 },
    rowsSha256: isPreview ? '' : hashAll(texts),
  };
}

/** All rows as they are take less than their patterns, samples and counts do. */
function isShorter(plain: Lines, packed: Lines): boolean {
  return plain.inputRowCount === packed.inputRowCount && plain.tokens < packed.tokens;
}

/**
 * The lines represent every row, and the rows are few enough to be read in full. The built-in evaluator then reads the
 * rows: it is more accurate when it sees their order and the preceding rows.
 */
function isWhole(plain: Lines, sent: Lines): boolean {
  const isCut = sent.isClipped || sent.droppedTemplates > 0;
  return !isCut && plain.inputRowCount === sent.inputRowCount;
}

interface Lines {
  readonly lines: readonly Pick<CompressedLine, 'text' | 'shown' | 'rows'>[];
  readonly tokens: number;
  readonly inputRowCount: number;
  readonly uniqueTemplates: number;
  readonly droppedTemplates: number;
  readonly rareLineCount: number;
  readonly isClipped: boolean;
  readonly isOverBudget: boolean;
}

function compress(
  { options, criteria, items }: RunRequest,
  rows: readonly Row[],
  texts: readonly string[],
  tokensMax: number,
): Lines {
  const focus = [criteria, ...items.map(({ description }) => description)].filter(
    (text) => text !== '',
  );
  const { lines, tokens, truncated, ...counts } = compressRows(
    rows,
    { ...options, tokensMax, lineTokens: LINE_TOKENS },
    focus,
  );
  return {
    lines: lines.map(({ text, shown, rows: members }) => ({ text, shown, rows: members })),
    tokens,
    inputRowCount: texts.length,
    uniqueTemplates: counts.uniqueTemplates,
    droppedTemplates: counts.droppedTemplates,
    rareLineCount: counts.rareLineCount,
    isClipped: truncated,
    isOverBudget: counts.droppedLines + counts.droppedSamples > 0,
  };
}

/** The first rows in the order of the request, as many as fit. */
function takeFirst(texts: readonly string[], tokensMax: number): Lines {
  const lines: Lines['lines'][number][] = [];
  let tokens = 0;
  let isClipped = texts.length > rowsUncompressedMax;
  for (const [row, text] of texts.slice(0, rowsUncompressedMax).entries()) {
    if (text.length > rowCharactersMax) isClipped = true;
    const line = visibleLine(text);
    const cost = estimateTokens(line) + LINE_TOKENS;
    if (tokens + cost > tokensMax) {
      isClipped = true;
      break;
    }
    tokens += cost;
    lines.push({ text: line, shown: [row], rows: [row] });
  }
  const inputRowCount = lines.length;
  const none = { uniqueTemplates: 0, droppedTemplates: 0, rareLineCount: 0 };
  const isOverBudget = inputRowCount < texts.length;
  return { lines, tokens, inputRowCount, ...none, isClipped, isOverBudget };
}

function visibleLine(text: string): string {
  const line = foldLine(clipText(text, rowCharactersMax));
  return line.trim() === '' ? '(empty)' : line;
}

function showRows(
  { text, shown, rows }: Lines['lines'][number],
  show: (row: number) => ShownRow,
  isPreview: boolean,
): PreparedLine {
  if (isPreview) return { text, shown: [] };
  // A pattern without samples is still about rows.
  const named = shown.length > 0 ? shown : rows;
  return { text, shown: named.slice(0, SHOWN_MAX).map(show) };
}

function showRow(row: number, text: string, eventId: string | undefined): ShownRow {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const shown = { row, text: clipText(text, rowCharactersMax), sha256 };
  return eventId === undefined ? shown : { ...shown, eventId };
}

/** Without the numbers and marks in front of the lines. */
function dataTokens({ lines, tokens }: Lines): number {
  return tokens - lines.length * (LINE_TOKENS - 1);
}

/** Estimated for all rows, each as far as it would be sent. */
function tokensOfAll(texts: readonly string[]): number {
  const clipped = texts.map((text) => clipText(text, rowCharactersMax));
  const characters = clipped.reduce((sum, text) => sum + text.length, 0);
  const step = Math.max(1, Math.ceil(characters / COUNTED_CHARACTERS_MAX));
  let counted = 0;
  let tokens = 0;
  for (let row = 0; row < clipped.length; row += step) {
    const text = clipped[row] ?? '';
    counted += text.length;
    // The line end counts as one token.
    tokens += estimateTokens(text);
  }
  const share = counted === 0 ? 0 : characters / counted;
  return Math.round(tokens * share) + clipped.length;
}

function hashAll(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [row, text] of texts.entries()) {
    hash.update(row === 0 ? '[' : ',').update(JSON.stringify(text));
  }
  return hash.update(texts.length === 0 ? '[]' : ']').digest('hex');
}
