/**
 * The first fields of a row, as classified for headers: times, numbers, levels, brackets, `component:`. Fields are
 * separated by blanks or bars; a bracket that contains blanks is one field.
 */
import { CODE, isDigit, isLatinLetter } from './characters.ts';
import { mayBeSeverity, severityRank } from './severity.ts';
import { at, endAt, KIND, kindAt, startAt, type TokenTable } from './token-table.ts';

export const FIELD = {
  other: 0,
  number: 1,
  time: 2,
  severity: 3,
  bracket: 4,
  /** Ends with a colon or a closing bracket: `sshd[42]:`, `server.go:12]`. */
  component: 5,
  dash: 6,
  /** A number that may be seconds or milliseconds since 1970. */
  epoch: 7,
} as const;

/** Fields examined per row. */
export const FIELDS_MAX = 12;
const DATED_LETTER_CHARACTERS = 5;
/** Maximum tokens of a bracket that may contain blanks, such as a thread's name. */
const BRACKET_TOKENS_MAX = 24;

export interface FieldTable {
  readonly kinds: Int32Array;
  /** Index of each field's last token. */
  readonly lasts: Int32Array;
  readonly severities: Int32Array;
  readonly counts: Int32Array;
}

export function createFieldTable(rows: number): FieldTable {
  return {
    kinds: new Int32Array(rows * FIELDS_MAX),
    lasts: new Int32Array(rows * FIELDS_MAX),
    severities: new Int32Array(rows * FIELDS_MAX),
    counts: new Int32Array(rows),
  };
}

/** Fills in the fields of one row, whose tokens are `from` to before `to`. */
export function readFields(
  fields: FieldTable,
  table: TokenTable,
  text: string,
  row: number,
  from: number,
  to: number,
): void {
  const base = row * FIELDS_MAX;
  let count = 0;
  let first = from;
  while (first < to && count < FIELDS_MAX) {
    if (isPunctuation(table, first, CODE.bar)) first += 1;
    else {
      const last = fieldEnd(table, first, to);
      classify(fields, table, text, base + count, first, last);
      count += 1;
      first = last + 1;
    }
  }
  fields.counts[row] = count;
}

function fieldEnd(table: TokenTable, first: number, to: number): number {
  const isBracket = isPunctuation(table, first, CODE.openSquare);
  let depth = 0;
  let last = first;
  for (; last < to; last += 1) {
    depth += nesting(table, last);
    const next = last + 1;
    if (next >= to) break;
    if (depth <= 0 && isPunctuation(table, next, CODE.bar)) break;
    const hasGap = startAt(table, next) > endAt(table, last);
    if (hasGap && !(isBracket && depth > 0 && last - first < BRACKET_TOKENS_MAX)) break;
  }
  return Math.min(last, to - 1);
}

function nesting(table: TokenTable, index: number): number {
  if (kindAt(table, index) !== KIND.punctuation) return 0;
  const code = at(table.keys, index);
  if (code === CODE.openSquare || code === CODE.open || code === CODE.openCurly) return 1;
  return code === CODE.closeSquare || code === CODE.close || code === CODE.closeCurly ? -1 : 0;
}

function isPunctuation(table: TokenTable, index: number, code: number): boolean {
  return kindAt(table, index) === KIND.punctuation && at(table.keys, index) === code;
}

function classify(
  fields: FieldTable,
  table: TokenTable,
  text: string,
  field: number,
  first: number,
  last: number,
): void {
  fields.lasts[field] = last;
  if (first === last) {
    fields.kinds[field] = kindOfSingle(fields, table, text, field, first, false);
    return;
  }
  let inner = first;
  let innerLast = last;
  while (innerLast > inner && isTrailing(table, innerLast)) innerLast -= 1;
  const isBracket = innerLast - inner > 1 && isOpening(table, inner) && isClosing(table, innerLast);
  if (isBracket) {
    inner += 1;
    innerLast -= 1;
  }
  const isMarked = isBracket || isPunctuation(table, last, CODE.colon);
  const single =
    inner === innerLast ? kindOfSingle(fields, table, text, field, inner, isMarked) : FIELD.other;
  const isDashInBracket = single === FIELD.dash && isBracket;
  if (single !== FIELD.other && !isDashInBracket) fields.kinds[field] = single;
  else fields.kinds[field] = kindOfMany(table, first, last, inner, innerLast, isBracket);
}

/** Whether a field is a single ordinary word, ignoring trailing marks. */
export function isPlainField(
  fields: FieldTable,
  table: TokenTable,
  text: string,
  row: number,
  field: number,
): boolean {
  const last = at(fields.lasts, row * FIELDS_MAX + field);
  let word = last;
  while (word > 0 && isTrailing(table, word)) word -= 1;
  const start = startAt(table, word);
  if (kindAt(table, word) !== KIND.word) return false;
  const before = start === 0 ? 32 : text.charCodeAt(start - 1);
  return (before <= 32 || before === CODE.bar) && isPlainWord(text, start, endAt(table, word));
}

function isTrailing(table: TokenTable, index: number): boolean {
  return (
    isPunctuation(table, index, CODE.comma) ||
    isPunctuation(table, index, CODE.colon) ||
    isPunctuation(table, index, CODE.semicolon)
  );
}

function isOpening(table: TokenTable, index: number): boolean {
  return (
    isPunctuation(table, index, CODE.openSquare) ||
    isPunctuation(table, index, CODE.open) ||
    isPunctuation(table, index, CODE.less)
  );
}

function isClosing(table: TokenTable, index: number): boolean {
  return (
    isPunctuation(table, index, CODE.closeSquare) ||
    isPunctuation(table, index, CODE.close) ||
    isPunctuation(table, index, CODE.greater)
  );
}

/** The kind of a field of one token, brackets aside. */
function kindOfSingle(
  fields: FieldTable,
  table: TokenTable,
  text: string,
  field: number,
  token: number,
  isMarked: boolean,
): number {
  const kind = kindAt(table, token);
  const start = startAt(table, token);
  const end = endAt(table, token);
  if (kind === KIND.time) return FIELD.time;
  if (kind === KIND.number) return isEpoch(text, start, end) ? FIELD.epoch : FIELD.number;
  if (isPunctuation(table, token, CODE.colon)) return FIELD.dash;
  if (end - start === DATED_LETTER_CHARACTERS) {
    fields.severities[field] = severityOfDatedLetter(text, start, end);
  }
  if (kind !== KIND.word) return FIELD.other;
  if (mayBeSeverity(at(table.raws, token))) {
    const severity = severityRank(text.slice(start, end), isMarked);
    if (severity > 0) {
      fields.severities[field] = severity;
      return FIELD.severity;
    }
  }
  return isDash(text, start, end) ? FIELD.dash : FIELD.other;
}

/** `-`, `--`, `---`, `->`, `~`. */
function isDash(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(start);
  if (code === CODE.tilde) return end - start === 1;
  if (code !== CODE.dash || end - start > 3) return false;
  for (let index = start + 1; index < end; index += 1) {
    const next = text.charCodeAt(index);
    if (next !== CODE.dash && next !== CODE.greater) return false;
  }
  return true;
}

function kindOfMany(
  table: TokenTable,
  first: number,
  last: number,
  inner: number,
  innerLast: number,
  isBracket: boolean,
): number {
  if (isBracket && innerLast - inner < 4) {
    for (let token = inner; token <= innerLast; token += 1) {
      if (kindAt(table, token) === KIND.time) return FIELD.time;
    }
  }
  if (isBracket && isPunctuation(table, first, CODE.openSquare)) return FIELD.bracket;
  const isEnd =
    isPunctuation(table, last, CODE.colon) || isPunctuation(table, last, CODE.closeSquare);
  return isEnd ? FIELD.component : FIELD.other;
}

/** `W0612`: the level and the day in one, as Go and C++ servers write it. */
function severityOfDatedLetter(text: string, start: number, end: number): number {
  for (let index = start + 1; index < end; index += 1) {
    if (!isDigit(text.charCodeAt(index))) return 0;
  }
  return severityRank(text.charAt(start), false);
}

/** 10 or 13 digits starting with 1: from the year 2001 to 2033. */
function isEpoch(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) !== CODE.one) return false;
  let digitsEnd = start;
  while (digitsEnd < end && isDigit(text.charCodeAt(digitsEnd))) digitsEnd += 1;
  const digits = digitsEnd - start;
  return digits === 10 || digits === 13;
}

/** Letters only, more than one, and no capital inside: `Connection`, not `NameSystem`. */
function isPlainWord(text: string, start: number, end: number): boolean {
  if (end - start < 2) return false;
  let lowerBefore = false;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (!isLatinLetter(code) && code < 128) return false;
    const isLower = code > 96;
    if (lowerBefore && !isLower) return false;
    lowerBefore = isLower;
  }
  return true;
}
