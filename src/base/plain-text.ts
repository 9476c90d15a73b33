const CHARACTERS_MAX = 512;

/** What a client says of itself, as it is kept: neither NUL characters nor novels belong into a row. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').slice(0, CHARACTERS_MAX);
}
