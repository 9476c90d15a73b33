const CHARACTERS_MAX = 512;

/** A client's description of itself, as stored: no NUL characters, and truncated. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').slice(0, CHARACTERS_MAX);
}
