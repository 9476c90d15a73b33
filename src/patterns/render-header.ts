/** The header part of a template: what all rows of the pattern have in common before their messages. */
import { MASK } from './characters.ts';
import { maskedText } from './mask-word.ts';
import {
  at,
  commonKind,
  endAt,
  isVariable,
  KIND,
  kindAt,
  placeholderOf,
  startAt,
  type TokenTable,
} from './token-table.ts';

export interface HeaderSpans {
  readonly table: TokenTable;
  readonly texts: readonly string[];
  /** The header of row r is tokens `starts[r]` to before `begins[r]`. */
  readonly starts: Int32Array;
  readonly begins: Int32Array;
}

/** Ends with a space if the message follows one; empty without a header. */
export function renderHeader(spans: HeaderSpans, rows: readonly number[]): string {
  const first = rows[0];
  if (first === undefined) return '';
  const length = lengthOf(spans, first);
  if (rows.every((row) => lengthOf(spans, row) === length)) {
    return renderTokens(spans, rows, 0, length, 0) + gapBehind(spans, first, length);
  }
  return renderUneven(spans, rows);
}

function lengthOf(spans: HeaderSpans, row: number): number {
  return at(spans.begins, row) - at(spans.starts, row);
}

/** Headers of different lengths: their common head and tail, one placeholder between. */
function renderUneven(spans: HeaderSpans, rows: readonly number[]): string {
  const lengths = rows.map((row) => lengthOf(spans, row));
  const shortest = Math.min(...lengthRange(lengths));
  if (shortest === 0) return '';
  const first = rows[0] ?? 0;
  const fits = (fromEnd: boolean, offset: number): boolean =>
    rows.every((row) => areAlike(spans, first, row, fromEnd, offset));
  let head = 0;
  while (head < shortest && fits(false, head)) head += 1;
  let tail = 0;
  while (tail < shortest - head && fits(true, tail)) tail += 1;
  const length = lengthOf(spans, first);
  const front = renderTokens(spans, rows, 0, head, 0);
  const back = tail === 0 ? '' : renderTokens(spans, rows, length - tail, length, tail);
  const start = at(spans.starts, first);
  const frontGap = head > 0 && hasGap(spans, start + head) ? ' ' : '';
  const backGap = tail > 0 && hasGap(spans, start + length - tail) ? ' ' : '';
  return front + frontGap + MASK + backGap + back + gapBehind(spans, first, length);
}

/** Whether a token is preceded by a space. */
function hasGap(spans: HeaderSpans, token: number): boolean {
  return startAt(spans.table, token) > endAt(spans.table, token - 1);
}

function lengthRange(lengths: readonly number[]): number[] {
  return [...new Set(lengths)];
}

/** Whether both are variables, or both are the same word or punctuation mark. */
function areAlike(
  spans: HeaderSpans,
  one: number,
  other: number,
  fromEnd: boolean,
  offset: number,
): boolean {
  const { table } = spans;
  const oneToken = fromEnd ? at(spans.begins, one) - 1 - offset : at(spans.starts, one) + offset;
  const otherToken = fromEnd
    ? at(spans.begins, other) - 1 - offset
    : at(spans.starts, other) + offset;
  return at(table.keys, oneToken) === at(table.keys, otherToken);
}

/** Columns `from` to before `to`; with `tail`, columns are counted from the end of each row's header. */
function renderTokens(
  spans: HeaderSpans,
  rows: readonly number[],
  from: number,
  to: number,
  tail: number,
): string {
  const { table, texts } = spans;
  const first = rows[0] ?? 0;
  const text = texts[first] ?? '';
  let out = '';
  for (let column = from; column < to; column += 1) {
    const token = at(spans.starts, first) + column;
    const gap = column > from && hasGap(spans, token) ? ' ' : '';
    const literal = text.slice(startAt(table, token), endAt(table, token));
    const part = renderColumn(spans, rows, token, literal, tail === 0 ? column : column - to, text);
    if (part === MASK && out.endsWith(MASK) && gap === ' ') continue;
    out += gap + part;
  }
  return out;
}

function renderColumn(
  spans: HeaderSpans,
  rows: readonly number[],
  token: number,
  literal: string,
  offset: number,
  text: string,
): string {
  const { table } = spans;
  let hasSameText = true;
  let hasSameKey = true;
  let covering = kindAt(table, token);
  for (const row of rows) {
    const base = offset < 0 ? at(spans.begins, row) : at(spans.starts, row);
    const other = base + offset;
    if (at(table.raws, other) !== at(table.raws, token)) hasSameText = false;
    if (at(table.keys, other) !== at(table.keys, token)) hasSameKey = false;
    covering = commonKind(covering, kindAt(table, other));
  }
  if (hasSameText) return literal;
  if (isVariable(covering)) return placeholderOf(covering);
  const isMixed = hasSameKey && covering === KIND.mixed;
  return isMixed ? maskedText(text, startAt(table, token), endAt(table, token)) : MASK;
}

/** A blank where the row has one between its header and its message. */
function gapBehind(spans: HeaderSpans, row: number, length: number): string {
  if (length === 0) return '';
  const { table, texts } = spans;
  const next = texts[row]?.charCodeAt(endAt(table, at(spans.begins, row) - 1)) ?? 0;
  return next <= 32 ? ' ' : '';
}
