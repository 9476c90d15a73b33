/**
 * Sets of characters, one bit each for ASCII and one for everything beyond it: enough to tell whether two
 * parts of a pattern can begin with the same character.
 */
export type CharacterSet = bigint;

const BEYOND_ASCII = 128;

export const NO_CHARACTER: CharacterSet = 0n;
export const ANY_CHARACTER: CharacterSet = (1n << 129n) - 1n;

export function setOfRange(low: number, high: number): CharacterSet {
  let set = high >= BEYOND_ASCII ? 1n << 128n : 0n;
  for (let code = low; code <= Math.min(high, BEYOND_ASCII - 1); code++) set |= 1n << BigInt(code);
  return set;
}

export function setOfText(text: string): CharacterSet {
  let set = NO_CHARACTER;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    set |= setOfRange(code, code);
  }
  return set;
}

export function allBut(set: CharacterSet): CharacterSet {
  // Of the characters beyond ASCII some are always left.
  return (ANY_CHARACTER & ~set) | (1n << 128n);
}

const DIGITS = setOfRange(48, 57);
const LETTERS = setOfRange(65, 90) | setOfRange(97, 122);
const WORD = DIGITS | LETTERS | setOfText('_');
const SPACE = setOfText(' \t\n\v\f\r') | (1n << 128n);

/** `\d`, `\w` and the like. */
export const CLASS_ESCAPES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: allBut(DIGITS),
  w: WORD,
  W: allBut(WORD),
  s: SPACE,
  S: allBut(SPACE & ((1n << 128n) - 1n)),
};

/** POSIX character classes and their JavaScript equivalents. */
export const POSIX_CLASSES: Readonly<Record<string, { text: string; set: CharacterSet }>> = {
  alpha: { text: 'A-Za-z', set: LETTERS },
  digit: { text: '0-9', set: DIGITS },
  alnum: { text: '0-9A-Za-z', set: LETTERS | DIGITS },
  upper: { text: 'A-Z', set: setOfRange(65, 90) },
  lower: { text: 'a-z', set: setOfRange(97, 122) },
  space: { text: '\\s', set: SPACE },
  blank: { text: ' \\t', set: setOfText(' \t') },
  word: { text: '\\w', set: WORD },
  xdigit: { text: '0-9A-Fa-f', set: DIGITS | setOfRange(65, 70) | setOfRange(97, 102) },
  punct: {
    text: '!-\\/:-@\\[-`{-~',
    set: setOfRange(33, 47) | setOfRange(58, 64) | setOfRange(91, 96) | setOfRange(123, 126),
  },
};

/** The set with both cases of its letters. */
export function anyCase(set: CharacterSet): CharacterSet {
  const upper = set & setOfRange(65, 90);
  const lower = set & setOfRange(97, 122);
  return set | (upper << 32n) | (lower >> 32n);
}

export function overlaps(left: CharacterSet, right: CharacterSet): boolean {
  return (left & right) !== NO_CHARACTER;
}
