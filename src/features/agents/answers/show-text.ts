/**
 * Text that others wrote, on one line, with everything visible: control characters, those that turn or hide text, and parts of
 * terminal sequences are named instead of sent.
 */
export function showText(text: string): string {
  return text.replace(HIDDEN, (character) => NAMES[character] ?? nameOf(character));
}

/**
 * Controls, formats (bidirectional, zero width, tags), separators, half and private characters, and what Unicode has not assigned;
 * also what is ignored by default (variation selectors, fillers) and the braille blank, which show as nothing.
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

/** How a text ends of which so many characters were left out. */
export function cutEnd(missing: number): string {
  return `…[+${missing}]`;
}
