/**
 * If a pattern leaves many characters open, RE2 tracks for each of them how many bytes remain, with four ways to start
 * one, and takes three times as long on multi-byte characters. So each character is mapped to one byte: characters in
 * the pattern get their own byte, and all others share one, since no such pattern distinguishes them.
 */
import type { Writer } from './writer.ts';

export interface Narrowing {
  /** An expression that may be any of the characters left. */
  readonly any: string;
  /** A part of the pattern. */
  readonly letters: (pattern: string) => string;
  /** Converts the text to match. */
  readonly text: (value: string) => string;
}

/** Minimum number of open characters for which converting the text pays off. */
export const OPEN_CHARACTERS_MIN = 8;

/**
 * Control characters that are named neither by people nor by escapes such as `\t`. They represent letters of a pattern.
 */
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
