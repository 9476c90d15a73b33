/**
 * Character classes of the tokeniser. Uses tables and code comparisons instead of regular expressions: the time per row
 * depends only on its length, not on its content.
 */
export const SPACE = 0;
/** Always a separate token: `= , ; : ( ) [ ] { } < > " ' | \``. */
export const PUNCTUATION = 1;
export const DIGIT = 2;
/** a to f in either case: a letter that may also be part of a hexadecimal number. */
export const HEX_LETTER = 3;
export const LETTER = 4;
/** Joins parts of a word: `. / - _ @ # $ % & * + \ ~ ^ ! ?`. */
export const JOIN = 5;

export const CODE = {
  bang: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  apostrophe: 39,
  open: 40,
  close: 41,
  star: 42,
  plus: 43,
  comma: 44,
  dash: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  one: 49,
  two: 50,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  at: 64,
  upperT: 84,
  upperZ: 90,
  openSquare: 91,
  backslash: 92,
  closeSquare: 93,
  underscore: 95,
  backtick: 96,
  lowerE: 101,
  lowerX: 120,
  openCurly: 123,
  bar: 124,
  closeCurly: 125,
  tilde: 126,
  micro: 181,
} as const;

const PUNCTUATION_MARKS = '=,;:()[]{}<>"\'|`';
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => classOfAscii(code));

function classOfAscii(code: number): number {
  if (code <= 32 || code === 127) return SPACE;
  if (code >= CODE.zero && code <= CODE.nine) return DIGIT;
  // Setting this bit turns an upper-case letter into its lower-case one.
  const lower = code | 32;
  if (lower >= 97 && lower <= 102) return HEX_LETTER;
  if (lower >= 103 && lower <= 122) return LETTER;
  return PUNCTUATION_MARKS.includes(String.fromCharCode(code)) ? PUNCTUATION : JOIN;
}

export function classOf(code: number): number {
  if (code < 128) return CLASSES[code] ?? SPACE;
  return isWideSpace(code) ? SPACE : LETTER;
}

function isWideSpace(code: number): boolean {
  if (code < 0x2000) return code <= 0xa0;
  return (
    code <= 0x200b ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isDigit(code: number): boolean {
  return code >= CODE.zero && code <= CODE.nine;
}

export function isHexDigit(code: number): boolean {
  const kind = classOf(code);
  return kind === DIGIT || kind === HEX_LETTER;
}

export function isLatinLetter(code: number): boolean {
  const lower = code | 32;
  return code < 128 && lower >= 97 && lower <= 122;
}

/** Returns the code at a position, 0 after the end: reading past a string would give NaN and slow down every reader. */
export function codeAt(text: string, at: number, end: number): number {
  return at < end ? text.charCodeAt(at) : 0;
}

export function skipDigits(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** This many marks in a row end a word, regardless of what follows: nothing looks further ahead. */
const MARKS_MAX = 4;

/** Whether it is a sentence mark: part of a word inside it (`1.5`, `a.b`), a separate token after it. */
export function isMark(code: number): boolean {
  return code === CODE.dot || code === CODE.bang || code === CODE.question;
}

/** True where a word may end: at white space, punctuation, the end, or marks that close a sentence. */
export function isBoundary(text: string, from: number, end: number): boolean {
  if (from >= end) return true;
  const code = text.charCodeAt(from);
  if (classOf(code) <= PUNCTUATION) return true;
  if (!isMark(code)) return false;
  // Leader dots (`prefetch depth........0`) always end a word.
  if (code === CODE.dot && codeAt(text, from + 1, end) === CODE.dot) return true;
  let at = from + 1;
  const limit = Math.min(end, from + MARKS_MAX);
  while (at < limit && isMark(text.charCodeAt(at))) at += 1;
  return (
    at === from + MARKS_MAX ||
    at >= end ||
    (classOf(text.charCodeAt(at)) <= PUNCTUATION && !isMaskAt(text, at, end))
  );
}

/** Placeholder for the variable part of a word in a template: `core.<*>`. */
export const MASK = '<*>';

export function isMaskAt(text: string, at: number, end: number): boolean {
  return (
    codeAt(text, at, end) === CODE.less &&
    codeAt(text, at + 1, end) === CODE.star &&
    codeAt(text, at + 2, end) === CODE.greater
  );
}
