/**
 * How text gets into quotes and out again. A backslash escapes itself, the quote and, in search text, the
 * pipe and the star; before anything else it is an ordinary character, so that `"\d+"` and `"C:\temp"`
 * mean what they show.
 */
import type { Pattern } from './tree/node.ts';

const TEXT_ESCAPES = '\\"|';
const REGEX_ESCAPES = '\\"';
const NAME_ESCAPES = "\\'";
const PATTERN_ESCAPES = '\\"|*';

export function decodeText(inner: string): string {
  return decode(inner, TEXT_ESCAPES);
}

/** `\|` stays unchanged: in a regular expression it differs from `|`. */
export function decodeRegex(inner: string): string {
  return decode(inner, REGEX_ESCAPES);
}

export function decodeName(inner: string): string {
  return decode(inner, NAME_ESCAPES);
}

/** Splits at the stars that are not escaped; several in a row are one. */
export function decodePattern(inner: string): Pattern {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner.charAt(at);
    if (character === '*') {
      if (pieces.length === 0 || piece !== '') pieces.push(piece);
      piece = '';
    } else if (character === '\\' && isEscape(inner, at, PATTERN_ESCAPES)) {
      at += 1;
      piece += inner.charAt(at);
    } else {
      piece += character;
    }
  }
  return toPattern([...pieces, piece]);
}

function toPattern(pieces: readonly string[]): Pattern {
  const [first = '', ...rest] = pieces;
  return [first, ...rest];
}

export function encodeText(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
}

/** Doubles a backslash only where it would otherwise be read as an escape, so that `\d` stays readable. */
export function encodeRegex(value: string): string {
  return `"${value.replaceAll(/\\(?=[\\"]|$)|"/g, '\\$&')}"`;
}

export function encodeName(value: string): string {
  return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
}

/** Returns the text to put inside quotes, or a bare word if `isBareWord` allows it. */
export function encodePattern(pattern: Pattern): string {
  return pattern.map((piece) => piece.replaceAll(/[\\"*]/g, '\\$&')).join('*');
}

function decode(inner: string, escapes: string): string {
  if (!inner.includes('\\')) return inner;
  let decoded = '';
  for (let at = 0; at < inner.length; at += 1) {
    if (inner.charAt(at) === '\\' && isEscape(inner, at, escapes)) at += 1;
    decoded += inner.charAt(at);
  }
  return decoded;
}

function isEscape(text: string, at: number, escapes: string): boolean {
  return at + 1 < text.length && escapes.includes(text.charAt(at + 1));
}
