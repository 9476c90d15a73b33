/**
 * Where a pattern leaves many characters open, RE2 remembers for each of them how many bytes are still to come, of four
 * ways to begin one, and takes three times as long on letters of several bytes. So each character becomes one byte:
 * what the pattern names gets a byte of its own, and all others share one, as no such pattern tells them apart.
 */
import type { Writer } from './writer.ts';

export interface Narrowing {
  /** An expression that may be any of the characters left. */
  readonly any: string;
  /** A part of the pattern. */
  readonly letters: (pattern: string) => string;
  /** What is compared with it. */
  readonly text: (value: string) => string;
}

/** So many open characters are worth the change of the text. */
export const OPEN_CHARACTERS_MIN = 8;

/** Control characters that neither people nor escapes such as `\t` name. They stand for letters of a pattern. */
export const SPARE =
  '\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';

/** What all other letters become. */
const OTHERS = '\x7f';

/** Undefined where the pattern names what others become, or too many letters. */
export function narrowingFor(writer: Writer, pattern: string): Narrowing | undefined {
  if (Array.from(SPARE + OTHERS).some((each) => pattern.includes(each))) return undefined;
  const letters = [...new Set(pattern.match(/\P{ASCII}/gu) ?? [])];
  if (letters.length > SPARE.length) return undefined;
  const spare = new Map(letters.map((letter, i) => [letter, SPARE.charAt(i)]));
  const { text: bound } = writer.bind({ type: 'VARCHAR', value: letters.join('') });
  return {
    any: '[\\x00-\\x7f]',
    letters: (text) => text.replaceAll(/\P{ASCII}/gu, (letter) => spare.get(letter) ?? letter),
    text: (value) => `ch_narrow(${value}, ${bound})`,
  };
}

/** Names what only some of the letters are that become one here, or makes the case of letters count no more. */
const TELLS_LETTERS = /\\[QpPxCa\d]|\[:|\(\?(?!:|P?<)|\P{ASCII}-|-\P{ASCII}|\\[tnrfv]-/u;
const PIECES = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\.|\[/g;

/** The same for an expression; undefined where it leaves few characters open, too. */
export function narrowedRegex(
  writer: Writer,
  regex: string,
): { readonly regex: string; readonly text: Narrowing['text'] } | undefined {
  if (openCharacters(regex) < OPEN_CHARACTERS_MIN || TELLS_LETTERS.test(regex)) return undefined;
  const narrowing = narrowingFor(writer, regex);
  if (narrowing === undefined) return undefined;
  const { any, letters, text } = narrowing;
  return { regex: letters(regex.replaceAll(PIECES, (each) => (each === '.' ? any : each))), text };
}

/** How many characters it leaves open, one after the other. */
function openCharacters(regex: string): number {
  let open = 0;
  for (const { 0: piece, index } of regex.matchAll(PIECES)) {
    if (piece !== '.' && !piece.startsWith('[^')) continue;
    const [, least, , most] = /^\{(\d+)(,(\d*))?\}/.exec(regex.slice(index + piece.length)) ?? [];
    open += Number(most || least || 1);
  }
  return open;
}
