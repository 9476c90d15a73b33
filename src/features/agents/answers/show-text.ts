/**
 * Renders foreign text on one line with everything visible: control characters, characters that reorder or hide text,
 * and parts of terminal sequences are replaced with their names.
 */
export function showText(text: string): string {
  return text.replace(HIDDEN, (character) => NAMES[character] ?? nameOf(character));
}

/**
 * Control, format (bidirectional, zero width, tags), separator, surrogate, private-use and unassigned characters; also
 * default-ignorable ones (variation selectors, fillers) and the braille blank, which are invisible.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function nameOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The beginning of a text, never with half a character at its end. */
export function beginningOf(text: string, charactersMax: number): string {
  const kept = text.slice(0, charactersMax);
  return /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}

/** Returns the suffix of a truncated text, with the number of omitted characters. */
export function cutEnd(missing: number): string {
  return `…[+${missing}]`;
}
