/** Finds the words of a query in a text, to highlight them. */

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const MARKS_MAX = 200;

/** Builds one regular expression for all words; undefined if there are none. */
export function createMarker(words: readonly string[]): RegExp | undefined {
  const parts = words
    .filter((word) => word !== '')
    .toSorted((left, right) => right.length - left.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'giu');
}

export function markWords(text: string, marker: RegExp | undefined): Piece[] {
  if (marker === undefined) return [{ text, isMarked: false }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(marker)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isMarked: false });
    pieces.push({ text: match[0], isMarked: true });
    at = match.index + match[0].length;
    if (pieces.length >= MARKS_MAX) break;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
