/** Finds a quote in a row, whatever its case and spacing, and says where it stands in the row as sent. */
import { foldLine } from '../../../patterns/index.ts';

/** A text as it is compared: one line, small letters, single blanks. */
export interface FoldedText {
  readonly text: string;
  /** For each unit of `text`, where what it was made from begins in the original; one entry more at the end. */
  readonly origins: readonly number[];
}

export function foldText(original: string): FoldedText {
  let text = '';
  const origins: number[] = [];
  for (let at = 0; at < original.length; at += 1) {
    const code = original.charCodeAt(at);
    if (code > 32 && code < 127) {
      // Nearly all of a log, and small letters are 32 behind the capital ones.
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

/** A quote as it is compared. */
export function foldQuote(quote: string): string {
  return foldText(quote).text.trim();
}

/** Where a folded quote stands in the original; undefined when it does not. */
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
