/**
 * Words that contain digits: `blk_-1608999687919862906`, `attempt_1445_0020_m_000003_0`, `node-17`. Their digits and
 * hexadecimal parts are variable, the rest names the kind of thing, so the mask keeps the rest.
 */
import {
  classOf,
  CODE,
  codeAt,
  DIGIT,
  HEX_LETTER,
  isDigit,
  JOIN,
  MASK,
  PUNCTUATION,
} from './characters.ts';
import { addToHash, HASH_SEED } from './hash.ts';
import { isUuid, UUID_CHARACTERS } from './scan-value.ts';
import { VARIABLE, wordKey } from './token-table.ts';

const MASK_CODE = 0x10ffff;

/** Returns the key of the masked word, or VARIABLE if nothing but masks remains. */
export function maskedKey(text: string, from: number, to: number): number {
  let hash = HASH_SEED;
  let hashAtMask = HASH_SEED;
  let sinceMask = -1;
  let letters = 0;
  let at = from;
  while (at < to) {
    const masked = maskedRun(text, from, at, to);
    if (masked > at) {
      // `1.2.3` and `7-8` are one mask each: how many parts a number has does not matter.
      hash = sinceMask === 0 || sinceMask === 1 ? hashAtMask : addToHash(hash, MASK_CODE);
      hashAtMask = hash;
      sinceMask = 0;
      at = masked;
    } else if (classOf(text.charCodeAt(at)) === JOIN) {
      hash = addToHash(hash, text.charCodeAt(at));
      sinceMask = sinceMask < 0 ? -1 : sinceMask + 1;
      at += 1;
    } else {
      sinceMask = -1;
      for (const end = literalEnd(text, at, to); at < end; at += 1) {
        hash = addToHash(hash, text.charCodeAt(at));
        letters += 1;
      }
    }
  }
  return letters === 0 ? VARIABLE : wordKey(hash);
}

/** The end of the letters that start here: nothing before it can be the start of a mask. */
function literalEnd(text: string, from: number, to: number): number {
  let at = from + 1;
  while (at < to) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === DIGIT || kind === JOIN || kind === PUNCTUATION) break;
    at += 1;
  }
  return at;
}

/** Returns the masked word as shown to readers: `blk_<*>`. */
export function maskedText(text: string, from: number, to: number): string {
  let out = '';
  let lengthAtMask = -1;
  let at = from;
  while (at < to) {
    const masked = maskedRun(text, from, at, to);
    if (masked > at) {
      const isJoined = lengthAtMask >= 0 && out.length - lengthAtMask <= 1;
      out = isJoined ? out.slice(0, lengthAtMask) : out + MASK;
      lengthAtMask = out.length;
      at = masked;
    } else {
      const code = text.charCodeAt(at);
      if (classOf(code) !== JOIN) lengthAtMask = -1;
      out += text.charAt(at);
      at += 1;
    }
  }
  return out;
}

/** The end of a masked part that starts here; `at` itself when none does. */
function maskedRun(text: string, from: number, at: number, to: number): number {
  const code = text.charCodeAt(at);
  const kind = classOf(code);
  if (kind === PUNCTUATION) return code === CODE.less ? Math.min(at + MASK.length, to) : at;
  if (kind === JOIN) return isSign(text, from, at, to) ? maskedRun(text, from, at + 1, to) : at;
  if (at > from && isInsideSegment(text, at)) {
    return kind === DIGIT ? digitsEnd(text, at, to) : at;
  }
  if (to - at >= UUID_CHARACTERS && isUuid(text, at, to)) return at + UUID_CHARACTERS;
  const whole = maskedWhole(text, at, to);
  if (whole > at) return whole;
  return kind === DIGIT ? digitsEnd(text, at, to) : at;
}

/** A dash after another joining character is the sign of the number: `blk_-160899`. */
function isSign(text: string, from: number, at: number, to: number): boolean {
  return (
    text.charCodeAt(at) === CODE.dash &&
    at > from &&
    classOf(text.charCodeAt(at - 1)) === JOIN &&
    isDigit(codeAt(text, at + 1, to))
  );
}

function isInsideSegment(text: string, at: number): boolean {
  const before = classOf(text.charCodeAt(at - 1));
  return before !== JOIN && before !== PUNCTUATION;
}

/**
 * The end of a part of letters and digits that is an identifier as a whole: it is hexadecimal or changes
 * between letters and digits too often. `from` itself for any other part.
 */
function maskedWhole(text: string, from: number, to: number): number {
  let digits = 0;
  let hexDigits = 0;
  let changes = 0;
  let before = -1;
  let at = from;
  for (; at < to; at += 1) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === JOIN || kind === PUNCTUATION) break;
    const isDecimal = kind === DIGIT ? 1 : 0;
    digits += isDecimal;
    if (isDecimal === 1 || kind === HEX_LETTER) hexDigits += 1;
    if (before >= 0 && before !== isDecimal) changes += 1;
    before = isDecimal;
  }
  const length = at - from;
  if (digits === 0) return from;
  if (digits === length || (hexDigits === length && length >= 4)) return at;
  const hasPrefix =
    text.charCodeAt(from) === CODE.zero && text.charCodeAt(from + 1) === CODE.lowerX;
  return (hasPrefix && hexDigits === length - 1) || (changes >= 3 && length >= 8) ? at : from;
}

function digitsEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}
