/**
 * One pass over a row: words, punctuation, and typed variables. Only the first tokens of a row determine its pattern,
 * so a row of megabytes costs no more than a page of text.
 */
import {
  classOf,
  CODE,
  codeAt,
  DIGIT,
  HEX_LETTER,
  isBoundary,
  isDigit,
  isLatinLetter,
  isMark,
  isMaskAt,
  JOIN,
  LETTER,
  MASK,
  PUNCTUATION,
  SPACE,
} from './characters.ts';
import { foldAfterVariable, foldAfterWord, foldQuoted, foldRepeated } from './fold-tokens.ts';
import { addToHash, hashOf, HASH_SEED } from './hash.ts';
import { maskedKey } from './mask-word.ts';
import { scanTime } from './scan-time.ts';
import {
  isUuid,
  scanHexGroups,
  scanIp4,
  scanNumber,
  scanPath,
  scanPrefixedHex,
  scanUrl,
  UUID_CHARACTERS,
} from './scan-value.ts';
import {
  addToken,
  KIND,
  kindOfPlaceholder,
  POSITION_MAX,
  reserveTokens,
  VARIABLE,
  wordKey,
  type TokenTable,
} from './token-table.ts';

/** A longer word is data, such as a key or a base64 blob: a variable, regardless of its content. */
const WORD_CHARACTERS_MAX = 128;
const PLACEHOLDER_CHARACTERS_MAX = 8;
const HEX_CHARACTERS_MIN = 6;
/** Without a digit, only a run of at least this many hexadecimal letters is not a natural-language word. */
const HEX_LETTERS_MIN = 8;

/** A row being read, and the facts about its current word. */
interface Reader {
  readonly table: TokenTable;
  readonly text: string;
  readonly end: number;
  readonly first: number;
  readonly word: Word;
}

interface Word {
  raw: number;
  /** One bit per class of characters in it. */
  seen: number;
  joins: number;
  /** Joining characters that names have, with something on both sides. */
  innerJoins: number;
  slashes: number;
  hasQuery: boolean;
  /** Position of an `@`, or -1. */
  atSign: number;
}

const DIGITS = 1 << DIGIT;
const HEX_LETTERS = 1 << HEX_LETTER;
const LETTERS = HEX_LETTERS | (1 << LETTER);

/** Appends the tokens of a row; returns where it stopped, which is the end unless there were too many. */
export function tokenize(
  table: TokenTable,
  text: string,
  charactersMax: number,
  tokensMax: number,
): number {
  reserveTokens(table, tokensMax + 1);
  const end = Math.min(text.length, charactersMax, POSITION_MAX);
  const first = table.size;
  const word = {
    raw: 0,
    seen: 0,
    joins: 0,
    innerJoins: 0,
    slashes: 0,
    hasQuery: false,
    atSign: -1,
  };
  const reader: Reader = { table, text, end, first, word };
  let at = 0;
  while (at < end && table.size - first < tokensMax) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if (kind === SPACE) at += 1;
    else if (kind === PUNCTUATION) at = readPunctuation(reader, at, code);
    else if (kind === JOIN && standsAlone(reader, at, code)) at = readMarks(reader, at, code);
    else at = readWord(reader, at, code);
  }
  return at;
}

/** Punctuation after a word, and the slash of `/10.0.0.1`, which carries no information about the address. */
function standsAlone(reader: Reader, at: number, code: number): boolean {
  const { text, end } = reader;
  if (isMark(code)) return isBoundary(text, at, end);
  const next = codeAt(text, at + 1, end);
  return code === CODE.slash && (isDigit(next) || next === CODE.less);
}

function readMarks(reader: Reader, from: number, code: number): number {
  let at = from + 1;
  if (isMark(code)) while (codeAt(reader.text, at, reader.end) === code) at += 1;
  addToken(reader.table, KIND.punctuation, code, code, from, at);
  return at;
}

function readPunctuation(reader: Reader, from: number, code: number): number {
  const { table, text, end } = reader;
  if (code === CODE.less) {
    const placeholder = readPlaceholder(reader, from);
    if (placeholder > from) return placeholder;
    // `<1 sec`: the comparison sign belongs to the number.
    if (isDigit(codeAt(text, from + 1, end)) && codeAt(text, from + 2, end) !== CODE.greater) {
      return from + 1;
    }
  }
  if (code === CODE.quote || code === CODE.apostrophe) {
    if (foldQuoted(table, text, reader.first, from, code)) return from + 1;
  }
  addToken(table, KIND.punctuation, code, code, from, from + 1);
  return from + 1;
}

/** Templates are mined again when pattern sets are merged, so their placeholders are read as variables. */
function readPlaceholder(reader: Reader, from: number): number {
  const { text, end } = reader;
  if (isMaskAt(text, from, end) && !isBoundary(text, from + MASK.length, end)) {
    return readWord(reader, from, CODE.less);
  }
  let at = from + 1;
  const limit = Math.min(end, from + PLACEHOLDER_CHARACTERS_MAX);
  while (at < limit && text.charCodeAt(at) !== CODE.greater) at += 1;
  if (codeAt(text, at, end) !== CODE.greater) return from;
  const kind = kindOfPlaceholder(text.slice(from, at + 1));
  if (kind === undefined) return from;
  addVariable(reader, kind, hashOf(text, from, at + 1), from, at + 1);
  return at + 1;
}

function readWord(reader: Reader, from: number, code: number): number {
  const { text, end } = reader;
  const to = measureWord(reader, from);
  const { word } = reader;
  const next = codeAt(text, to, end);
  const hasLetters = (word.seen & LETTERS) > 0;
  if (next === CODE.colon && hasLetters && isSchemeEnd(text, to, end)) {
    const url = scanUrl(text, to + 3, end);
    addVariable(reader, KIND.url, hashOf(text, from, url), from, url);
    return url;
  }
  if (code === CODE.slash && (word.slashes > 1 || word.hasQuery)) {
    const path = scanPath(text, to, end);
    addVariable(reader, KIND.path, hashOf(text, from, path), from, path);
    return path;
  }
  if (to - from > WORD_CHARACTERS_MAX) return addVariable(reader, KIND.any, word.raw, from, to);
  if ((word.seen & DIGITS) > 0 || next === CODE.colon || isBareHex(word, to - from)) {
    const typed = readTyped(reader, from, to, next);
    if (typed > from) return typed;
  }
  addPlain(reader, from, to);
  return to;
}

function isSchemeEnd(text: string, at: number, end: number): boolean {
  return codeAt(text, at + 1, end) === CODE.slash && codeAt(text, at + 2, end) === CODE.slash;
}

/** Returns the end of the word and stores the facts about it in `reader.word`. */
function measureWord(reader: Reader, from: number): number {
  const { text, end, word } = reader;
  let raw = HASH_SEED;
  let seen = 0;
  word.joins = 0;
  word.innerJoins = 0;
  word.slashes = 0;
  word.hasQuery = false;
  word.atSign = -1;
  let at = from;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    let kind = classOf(code);
    if (kind === JOIN) {
      if (isMark(code) && isBoundary(text, at, end)) break;
      noteJoin(reader, from, at, code);
    } else if (kind <= PUNCTUATION) {
      if (kind === SPACE) break;
      if (code === CODE.less && isMaskAt(text, at, end)) {
        // The mask of an earlier template counts as digits.
        kind = DIGIT;
        at += MASK.length - 1;
      } else if (!isApostropheInside(text, from, at, end, code)) break;
    }
    seen |= 1 << kind;
    raw = addToHash(raw, code);
  }
  word.raw = raw;
  word.seen = seen;
  return at;
}

function noteJoin(reader: Reader, from: number, at: number, code: number): void {
  const { word, text, end } = reader;
  word.joins += 1;
  if (code === CODE.slash) word.slashes += 1;
  else if (code === CODE.question) word.hasQuery = true;
  else if (code === CODE.at) word.atSign = at;
  if (!joinsNames(code)) return;
  if (at > from && at + 1 < end && classOf(text.charCodeAt(at + 1)) > PUNCTUATION) {
    word.innerJoins += 1;
  }
}

/** `a.b`, `a/b`, `a_b`, `a$b`, `a@b`, `a#b`, `a\\b`; not `well-known` or `and/or?no`. */
function joinsNames(code: number): boolean {
  return (
    code === CODE.dot ||
    code === CODE.slash ||
    code === CODE.underscore ||
    code === CODE.dollar ||
    code === CODE.at ||
    code === CODE.hash ||
    code === CODE.backslash
  );
}

/** `can't` is one word. */
function isApostropheInside(
  text: string,
  from: number,
  at: number,
  end: number,
  code: number,
): boolean {
  return (
    code === CODE.apostrophe &&
    at > from &&
    isLatinLetter(text.charCodeAt(at - 1)) &&
    isLatinLetter(codeAt(text, at + 1, end))
  );
}

/** Only hexadecimal digits, including letters, and too long to be a word or number. */
function isBareHex(word: Word, length: number): boolean {
  if (word.seen === (DIGITS | HEX_LETTERS)) return length >= HEX_CHARACTERS_MIN;
  return word.seen === HEX_LETTERS && length >= HEX_LETTERS_MIN;
}

/** Reads a typed variable that starts with the word; returns its end, or `from` if there is none. */
function readTyped(reader: Reader, from: number, to: number, next: number): number {
  const { text, end, word } = reader;
  const code = text.charCodeAt(from);
  const isHex = (word.seen & ~(DIGITS | HEX_LETTERS)) === 0;
  const hex = isHex && next === CODE.colon ? scanHexGroups(text, from, end) : undefined;
  if (hex !== undefined && isBoundary(text, hex.end, end)) {
    const kind = hex.isHardware ? KIND.mac : KIND.ip;
    return addVariable(reader, kind, hashOf(text, from, hex.end), from, hex.end);
  }
  // Most numbers are nothing but digits.
  if (word.seen === DIGITS && !mayGoOn(text, to, end, next)) {
    return addVariable(reader, KIND.number, word.raw, from, to);
  }
  const isSigned = code === CODE.dash || code === CODE.plus;
  if (isDigit(isSigned ? codeAt(text, from + 1, end) : code)) {
    const numeric = readNumeric(reader, from, isSigned);
    if (numeric > from) return numeric;
  }
  if (to - from === UUID_CHARACTERS && isUuid(text, from, end)) {
    return addVariable(reader, KIND.uuid, word.raw, from, to);
  }
  return isBareHex(word, to - from) ? addVariable(reader, KIND.hex, word.raw, from, to) : from;
}

/** A clock or a number with thousands may follow the digits. */
function mayGoOn(text: string, to: number, end: number, next: number): boolean {
  return next === CODE.colon || (next === CODE.comma && isDigit(codeAt(text, to + 1, end)));
}

function readNumeric(reader: Reader, from: number, isSigned: boolean): number {
  const { text, end, word } = reader;
  if (!isSigned) {
    const isDotted = word.joins >= 3 && (word.seen & LETTERS) === 0;
    const ip = isDotted ? scanIp4(text, from, end) : -1;
    if (ip > 0 && isBoundary(text, ip, end)) return addTyped(reader, KIND.ip, from, ip);
    const time = scanTime(text, from, end);
    if (time > 0 && isBoundary(text, time, end)) return addTyped(reader, KIND.time, from, time);
    const hex = scanPrefixedHex(text, from, end);
    if (hex > 0) return addTyped(reader, KIND.hex, from, hex);
  }
  const number = scanNumber(text, from, end);
  return number > 0 ? addTyped(reader, KIND.number, from, number) : from;
}

function addTyped(reader: Reader, kind: number, from: number, to: number): number {
  return addVariable(reader, kind, hashOf(reader.text, from, to), from, to);
}

function addVariable(reader: Reader, kind: number, raw: number, from: number, to: number): number {
  addToken(reader.table, kind, VARIABLE, raw, from, to);
  foldAfterVariable(reader.table, reader.text, reader.first);
  return to;
}

function addPlain(reader: Reader, from: number, to: number): void {
  const { table, text, first, word } = reader;
  if (word.atSign > from && isEmail(text, word, from, to)) {
    addVariable(reader, KIND.email, word.raw, from, to);
  } else if ((word.seen & DIGITS) > 0) {
    const key = maskedKey(text, from, to);
    if (key === VARIABLE) {
      const isNumber = (word.seen & LETTERS) === 0 && text.charCodeAt(from) !== CODE.less;
      addVariable(reader, isNumber ? KIND.number : KIND.any, word.raw, from, to);
    } else {
      addToken(table, KIND.mixed, key, word.raw, from, to);
      foldRepeated(table, first);
    }
  } else {
    // Names in capitals are states and event types, which a reader wants to tell apart.
    const isName = word.innerJoins > 0 && hasLowerCase(text, from, to);
    addToken(table, isName ? KIND.name : KIND.word, wordKey(word.raw), word.raw, from, to);
    foldAfterWord(table, text, first);
  }
}

function hasLowerCase(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) return true;
  }
  return false;
}

/** Text before the `@`; after it, a name that contains a dot and has no digit at either end. */
function isEmail(text: string, word: Word, from: number, to: number): boolean {
  if (word.slashes > 0 || word.atSign === from) return false;
  const dot = text.indexOf('.', word.atSign);
  return (
    dot > word.atSign + 1 &&
    dot < to - 1 &&
    isLatinLetter(text.charCodeAt(word.atSign + 1)) &&
    isLatinLetter(text.charCodeAt(to - 1))
  );
}
