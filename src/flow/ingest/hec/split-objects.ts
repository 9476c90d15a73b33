/** Finds the start and end of concatenated JSON objects, with or without whitespace between them. */
export function splitObjects(body: Buffer): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (start < 0) {
      if (isSpace(byte)) continue;
      start = at;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth <= 0) {
      spans.push({ start, end: at + 1 });
      depth = 0;
      start = -1;
    }
  }
  // An object that never closes is passed on as it is; the parser reports it as broken.
  if (start >= 0) spans.push({ start, end: body.length });
  return spans;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const BACKSLASH = 92;
const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}
