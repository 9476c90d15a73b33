/**
 * Joins the token just read with those before it: dates of several words, runs of numbers, lists, numbers with their
 * units, short quoted texts. Each becomes one variable, regardless of its number of parts.
 */
import { classOf, CODE, codeAt, isDigit, isLatinLetter, SPACE } from './characters.ts';
import { addToHash, hashOf, HASH_SEED } from './hash.ts';
import { isUnitWord } from './scan-value.ts';
import { isMonth, isWeekday, isZoneName } from './scan-time.ts';
import {
  at,
  endAt,
  isVariable,
  KIND,
  setToken,
  kindAt,
  startAt,
  VARIABLE,
  wordKey,
  type TokenTable,
} from './token-table.ts';

const QUOTED_WORDS_MAX = 3;
const QUOTED_TOKENS_MAX = 12;

/** After a typed variable at the end of the table. */
export function foldAfterVariable(table: TokenTable, text: string, first: number): void {
  const last = table.size - 1;
  if (last <= first) return;
  const kind = kindAt(table, last);
  if ((kind === KIND.number || kind === KIND.time) && foldDate(table, text, first, last)) return;
  const before = kindAt(table, last - 1);
  if (before === kind) join(table, last - 1, kind);
  else if (
    last - 2 >= first &&
    kindAt(table, last - 2) === kind &&
    isListMark(table, text, last - 1)
  ) {
    join(table, last - 2, kind);
  }
}

/** Called after a word: folds a time zone, or the unit of a number. */
export function foldAfterWord(table: TokenTable, text: string, first: number): void {
  const last = table.size - 1;
  if (last <= first) return;
  const start = startAt(table, last);
  const end = endAt(table, last);
  if (start - endAt(table, last - 1) !== 1) return;
  const before = kindAt(table, last - 1);
  const isUnitOfNumber = before === KIND.number && isUnitWord(text, start, end);
  const isZoneOfTime = before === KIND.time && isZoneName(text, start, end);
  if (isUnitOfNumber || isZoneOfTime) join(table, last - 1, before);
}

/** Folds lists such as `blk_1 blk_2, blk_3`: the same masked word repeated. */
export function foldRepeated(table: TokenTable, first: number): void {
  const last = table.size - 1;
  const hasComma = at(table.keys, last - 1) === CODE.comma;
  const target = hasComma ? last - 2 : last - 1;
  if (target < first || kindAt(table, target) !== KIND.mixed) return;
  if (at(table.keys, target) !== at(table.keys, last)) return;
  const raw = addToHash(addToHash(HASH_SEED, at(table.raws, target)), at(table.raws, last));
  const start = startAt(table, target);
  setToken(table, target, KIND.mixed, at(table.keys, last), raw, start, endAt(table, last));
  table.size = target + 1;
}

/**
 * Called at a closing quote: a quoted name or a few quoted words become one token, since quoted text is usually a
 * value. Longer quoted texts stay unchanged.
 */
export function foldQuoted(
  table: TokenTable,
  text: string,
  first: number,
  close: number,
  quote: number,
): boolean {
  if (close === 0 || classOf(text.charCodeAt(close - 1)) === SPACE) return false;
  const open = findOpeningQuote(table, first, close, quote);
  if (open < 0) return false;
  const inner = table.size - open - 1;
  if (inner === 0) return false;
  const start = startAt(table, open);
  if (classOf(codeAt(text, start + 1, close)) === SPACE) return false;
  const kind = kindAt(table, open + 1);
  const isValue = inner === 1 && isVariable(kind);
  let key = addToHash(HASH_SEED, quote);
  for (let index = open + 1; index < table.size; index += 1) {
    key = addToHash(key, at(table.keys, index));
  }
  const raw = hashOf(text, start, close + 1);
  if (isValue) setToken(table, open, kind, VARIABLE, raw, start, close + 1);
  else setToken(table, open, KIND.quoted, wordKey(key), raw, start, close + 1);
  table.size = open + 1;
  return true;
}

/** Returns the opening quote if the content is one unbroken text or a few words; else -1. */
function findOpeningQuote(table: TokenTable, first: number, close: number, quote: number): number {
  let hasGap = false;
  let hasOther = false;
  let next = close;
  const limit = Math.max(first, table.size - QUOTED_TOKENS_MAX);
  for (let index = table.size - 1; index >= limit; index -= 1) {
    const kind = kindAt(table, index);
    if (endAt(table, index) < next) hasGap = true;
    next = startAt(table, index);
    if (kind === KIND.punctuation && at(table.keys, index) === quote) return index;
    if (kind === KIND.punctuation || isVariable(kind)) hasOther = true;
    const words = table.size - index;
    if (hasGap && (hasOther || words > QUOTED_WORDS_MAX)) return -1;
  }
  return -1;
}

/** Folds `Jun 14`, `Sun Dec 04`, `11 May 2024`, a date and its time, a year or an offset after them. */
function foldDate(table: TokenTable, text: string, first: number, last: number): boolean {
  const before = kindAt(table, last - 1);
  const length = endAt(table, last) - startAt(table, last);
  if (kindAt(table, last) === KIND.time) {
    if (before !== KIND.time) return false;
    return join(table, last - 1, KIND.time);
  }
  if (before === KIND.time) {
    const isClose = startAt(table, last) - endAt(table, last - 1) <= 1;
    return isClose && isYearOrOffset(table, text, last) ? join(table, last - 1, KIND.time) : false;
  }
  if (!isWord(table, last - 1) || !isMonthToken(table, text, last - 1)) return false;
  if (length <= 2) return join(table, weekdayBefore(table, text, first, last - 1), KIND.time);
  const day = last - 2;
  if (length !== 4 || day < first || !isShortNumber(table, day)) return false;
  return join(table, weekdayBefore(table, text, first, day), KIND.time);
}

/** `2024` after a date that starts with a name, `+0200` after any time; a process id is neither. */
function isYearOrOffset(table: TokenTable, text: string, index: number): boolean {
  const start = startAt(table, index);
  const length = endAt(table, index) - start;
  const code = text.charCodeAt(start);
  if (length === 4) {
    const century = text.slice(start, start + 2);
    const isNamed = isLatinLetter(text.charCodeAt(startAt(table, index - 1)));
    return isNamed && (century === '19' || century === '20');
  }
  const hasSign = code === CODE.plus || code === CODE.dash;
  return length === 5 && hasSign && isDigit(text.charCodeAt(start + 4));
}

/** The token a date starts with: the weekday before `index`, with or without a comma, or `index` itself. */
function weekdayBefore(table: TokenTable, text: string, first: number, index: number): number {
  const comma = at(table.keys, index - 1) === CODE.comma ? 1 : 0;
  const day = index - 1 - comma;
  if (day < first || !isWord(table, day)) return index;
  return isWeekday(text, startAt(table, day), endAt(table, day)) ? day : index;
}

function isWord(table: TokenTable, index: number): boolean {
  return kindAt(table, index) === KIND.word;
}

function isMonthToken(table: TokenTable, text: string, index: number): boolean {
  return isMonth(text, startAt(table, index), endAt(table, index));
}

function isShortNumber(table: TokenTable, index: number): boolean {
  return kindAt(table, index) === KIND.number && endAt(table, index) - startAt(table, index) <= 2;
}

/** `1, 2` and `1 - 2`. */
function isListMark(table: TokenTable, text: string, index: number): boolean {
  if (at(table.keys, index) === CODE.comma) return true;
  const start = startAt(table, index);
  return (
    isWord(table, index) &&
    endAt(table, index) - start === 1 &&
    text.charCodeAt(start) === CODE.dash
  );
}

/** One variable from token `from` to the end of the table. */
function join(table: TokenTable, from: number, kind: number): true {
  const last = table.size - 1;
  // From the hashes of the parts, not from the text: a run of thousands of parts is folded one by one.
  // Seeded, so that their order counts and equal ones do not cancel each other out.
  let raw = addToHash(HASH_SEED, at(table.raws, from));
  for (let index = from + 1; index <= last; index += 1) raw = addToHash(raw, at(table.raws, index));
  setToken(table, from, kind, VARIABLE, raw, startAt(table, from), endAt(table, last));
  table.size = from + 1;
  return true;
}
