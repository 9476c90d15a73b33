/** Names of series and groups come from log lines and are untrusted. */

/** Invisible characters, line breaks and characters that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\s]+/gu;

/** In pixels, in the font of an axis. */
const CHARACTER_WIDTH = 7;
/** Minimum length of a shortened label; fewer characters are meaningless. */
const CHARACTERS_MIN = 7;

/** On one line, without anything that is not seen, and no longer than this many characters. */
export function labelText(text: string, charactersMax = 60): string {
  // Bounds the work for names of several megabytes.
  const given = text.slice(0, 4 * charactersMax + 100).toWellFormed();
  const characters = Array.from(given.replaceAll(UNSEEN, ' ').trim());
  if (characters.length <= charactersMax && given.length === text.length) {
    return characters.join('');
  }
  return `${characters.slice(0, Math.max(1, charactersMax - 1)).join('')}…`;
}

/** Axis labels that fit: every n-th one, empty strings for the rest. */
export function labelsThatFit(labels: readonly string[], width: number): string[] {
  const room = Math.max(1, Math.floor(width / CHARACTER_WIDTH));
  const every = Math.max(1, Math.ceil((labels.length * CHARACTERS_MIN) / room));
  const charactersMax = Math.max(1, Math.floor((room * every) / Math.max(1, labels.length)));
  return labels.map((label, at) => (at % every === 0 ? labelText(label, charactersMax) : ''));
}

/** About how wide a text is drawn: nothing here can measure letters. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 1 : 0.58;
  return width * fontSize;
}
