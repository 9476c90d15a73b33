/**
 * Converts a text to one line that shows everything in it: line ends and tabs become `\n`, `\r`, `\t`; control
 * characters, lone surrogates and characters that hide or reorder text become U+FFFD. So a row can neither start a new
 * line nor look like something else.
 */
export function foldLine(text: string): string {
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 32 && code < 127) continue;
    const length = unsafeLength(text, at, code);
    if (length === 0) {
      if (isHighSurrogate(code)) at += 1;
      continue;
    }
    out += text.slice(kept, at) + replacementOf(code);
    at += length - 1;
    kept = at + 1;
  }
  return kept === 0 ? text : out + text.slice(kept);
}

/** The beginning of a text, at most `charactersMax` UTF-16 units and never half a character. */
export function clipText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const isSplit = charactersMax > 0 && isHighSurrogate(text.charCodeAt(charactersMax - 1));
  return text.slice(0, isSplit ? charactersMax - 1 : charactersMax);
}

function replacementOf(code: number): string {
  if (code === 10) return '\\n';
  if (code === 13) return '\\r';
  return code === 9 ? '\\t' : '\ufffd';
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** Units to replace at a position: 0 for none, 2 for an unsafe pair. */
function unsafeLength(text: string, at: number, code: number): number {
  if (code < 0xd800 || code > 0xdfff) return isUnsafe(code) ? 1 : 0;
  const low = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  if (!isHighSurrogate(code) || low < 0xdc00 || low > 0xdfff) return 1;
  // Plane 14 contains nothing visible: tags and further variation selectors.
  return code === 0xdb40 ? 2 : 0;
}

function isUnsafe(code: number): boolean {
  if (code < 0xa0) return true;
  if (code < 0x2000) return code === 0xad || code === 0x61c || code === 0x115f || code === 0x180e;
  if (code <= 0x206f) return isUnsafePunctuation(code);
  return (
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0x3164 ||
    (code >= 0xfff9 && code <= 0xfffb)
  );
}

/** Zero-width characters, line separators, marks and overrides of the writing direction. */
function isUnsafePunctuation(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f)
  );
}
