const encoder = new TextEncoder();

/** The longest beginning of a text that takes at most `bytesMax` bytes in UTF-8, never half a character. */
export function cutText(text: string, bytesMax: number): string {
  // A UTF-16 unit takes at most three bytes, so most texts need no look.
  if (text.length * 3 <= bytesMax) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(bytesMax));
  return read === text.length ? text : text.slice(0, read);
}
