/** Finds a quote in a row, ignoring case and spacing, and returns its position in the row as sent. */
import { foldLine } from '../../../patterns/index.ts';

/** A text normalized for comparison: one line, lower case, single spaces. */
export interface FoldedText {
  readonly text: string;
  /** For each code unit of `text`, the offset of its source in the original; plus one entry for the end. */
  readonly origins: readonly number[];
}

export function foldText(original: string): FoldedText {
  let text = '';
  const origins: number[] = [];
  for (let at = 0; at < original.length; at += 1) {
    const code = original.charCodeAt(at);
    if (code > 32 && code < 127) {
      // Nearly all log text is ASCII, where lower-case letters are 32 above the capital ones.
      text += String.fromCharCode(code >= 65 && code <= 90 ? code + 32 : code);
      origins.push(at);
      continue;
    }
    const character = String.fromCodePoint(original.codePointAt(at) ?? 0);
    for (const unit of foldLine(character).toLowerCase()) {
      const isBlank = unit.trim() === '';
      if (isBlank && text.endsWith(' ')) continue;
      text += isBlank ? ' ' : unit;
      for (let i = 0; i < unit.length; i += 1) origins.push(at);
    }
    at += character.length - 1;
  }
  origins.push(original.length);
  return { text, origins };
}

/** Normalizes a quote for comparison. */
export function foldQuote(quote: string): string {
  return foldText(quote).text.trim();
}

/** Position of a folded quote in the original; undefined if absent. */
export function findQuote(
  { text, origins }: FoldedText,
  quote: string,
): { readonly start: number; readonly end: number } | undefined {
  const at = quote === '' ? -1 : text.indexOf(quote);
  if (at < 0) return undefined;
  const start = origins[at] ?? 0;
  // The last unit of the quote reaches to where the next one begins.
  const last = origins[at + quote.length - 1] ?? 0;
  const end = origins.slice(at + quote.length).find((origin) => origin > last) ?? last + 1;
  return { start, end };
}
