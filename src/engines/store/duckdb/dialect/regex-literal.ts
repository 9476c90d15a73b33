/**
 * Texts contained in everything that a regex matches. Searching for one is faster than the regex and usually finds
 * nothing. Empty if there is no obvious one: then only the regex can decide.
 */
export function literalsOf(regex: string): readonly string[] {
  // With letters of either case, quoted text or numbers of characters, a character is not just itself.
  if (/\(\?[a-zA-Z]*i|\\[QpPxC\d]/.test(regex)) return [];
  const runs = [''];
  for (const piece of piecesOf(regex)) {
    if (piece.text === '|') return [];
    const isOften = piece.quantifier !== '';
    if (piece.literal !== undefined && !isOften) runs.push((runs.pop() ?? '') + piece.literal);
    else runs.push('');
  }
  return runs.filter(({ length }) => length >= LITERAL_CHARACTERS_MIN);
}

/** The longest of them. */
export function literalOf(regex: string): string | undefined {
  return literalsOf(regex).reduce<string | undefined>(
    (best, each) => (each.length > (best?.length ?? 0) ? each : best),
    undefined,
  );
}

/** Shorter ones occur in most texts. */
const LITERAL_CHARACTERS_MIN = 3;

/** A character, an escape, a class or a group, and how often it may occur there. */
interface Piece {
  readonly text: string;
  /** The character that it represents, if any. */
  readonly literal: string | undefined;
  readonly quantifier: string;
}

const META = /[.^$|()[\]{}*+?\\]/;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})*/y;

function* piecesOf(regex: string): Generator<Piece> {
  for (let at = 0; at < regex.length;) {
    const end = endOfPiece(regex, at);
    const text = regex.slice(at, end);
    QUANTIFIER.lastIndex = end;
    const quantifier = QUANTIFIER.exec(regex)?.[0] ?? '';
    yield { text, literal: characterOf(text), quantifier };
    at = end + quantifier.length;
  }
}

function characterOf(text: string): string | undefined {
  // Letters and digits after a backslash have a special meaning.
  if (text.startsWith('\\')) return /^\\[^\w]$/u.test(text) ? text.slice(1) : undefined;
  return META.test(text) ? undefined : text;
}

function endOfPiece(regex: string, at: number): number {
  const character = regex.charAt(at);
  if (character === '\\') return Math.min(at + 2, regex.length);
  if (character === '[') return endOfClass(regex, at);
  if (character === '(') return endOfGroup(regex, at);
  return at + String.fromCodePoint(regex.codePointAt(at) ?? 0).length;
}

/** A bracket right at the beginning of a class is an ordinary character. */
function endOfClass(regex: string, start: number): number {
  let at = start + 1;
  if (regex.charAt(at) === '^') at++;
  if (regex.charAt(at) === ']') at++;
  for (; at < regex.length && regex.charAt(at) !== ']'; at++) {
    if (regex.charAt(at) === '\\') at++;
    // A class with a name, as in `[[:digit:]]`.
    else if (regex.startsWith('[:', at)) at = Math.max(at, regex.indexOf(':]', at) + 1);
  }
  return at + 1;
}

function endOfGroup(regex: string, start: number): number {
  let at = start + 1;
  while (at < regex.length && regex.charAt(at) !== ')') at = endOfPiece(regex, at);
  return at + 1;
}
