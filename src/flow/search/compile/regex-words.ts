/** More words hardly exclude more. */
const WORDS_MAX = 8;
const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/;

/**
 * Returns words that every text matching the regex contains: whole words, as in the word index. Only considers text
 * outside of groups and classes, with a non-word character on both sides. Anything it cannot interpret yields no word,
 * which costs time but never misses an event.
 */
export function wordsOfRegex(regex: string): string[] {
  const runs = literalRuns(regex);
  const words = (runs ?? []).flatMap((run) =>
    [...run.matchAll(/(?<=[^A-Za-z0-9])[A-Za-z0-9]+(?=[^A-Za-z0-9])/g)].map(([word]) => word),
  );
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** ASCII substrings that must occur literally; undefined if unknown. */
function literalRuns(regex: string): string[] | undefined {
  // When case is ignored, some non-ASCII letters match ASCII letters, which the index keeps separate.
  if (/\(\?[A-Za-z]*i|\\Q/.test(regex)) return undefined;
  const runs: string[] = [];
  let run = '';
  const endRun = (): void => {
    runs.push(run);
    run = '';
  };
  for (let at = 0; at < regex.length;) {
    const { literal, length } = nextPiece(regex, at);
    if (literal === '|') return undefined;
    at += length;
    const quantifier = QUANTIFIER.exec(regex.slice(at, at + 40))?.[0] ?? '';
    at += quantifier.length;
    if (literal === undefined || quantifier !== '') endRun();
    else run += literal;
  }
  endRun();
  return runs;
}

interface Piece {
  /** One literal character; `|` for an alternation between its left and right side. */
  readonly literal: string | undefined;
  readonly length: number;
}

function nextPiece(regex: string, at: number): Piece {
  const character = regex.charAt(at);
  switch (character) {
    case '\\': {
      const escaped = regex.charAt(at + 1);
      // An escaped letter or digit has a special meaning, and some escapes are longer.
      if (!isAscii(escaped) || LETTER_OR_DIGIT.test(escaped)) {
        return { literal: undefined, length: lengthOfEscape(regex, at) };
      }
      return { literal: escaped === '|' ? undefined : escaped, length: 2 };
    }
    case '[':
      return { literal: undefined, length: lengthOfClass(regex, at) };
    case '(':
      return { literal: undefined, length: lengthOfGroup(regex, at) };
    case '.':
    case '^':
    case '$':
    case ')':
      return { literal: undefined, length: 1 };
    default:
      return { literal: isAscii(character) ? character : undefined, length: 1 };
  }
}

function lengthOfEscape(regex: string, at: number): number {
  const long = /^\\(?:[pPx]\{[^}]*\}|[pP].|x[0-9A-Fa-f]{2}|[0-7]{1,3}|.)/su.exec(
    regex.slice(at, at + 80),
  );
  return long?.[0].length ?? 2;
}

function lengthOfClass(regex: string, at: number): number {
  let end = at + 1;
  if (regex.charAt(end) === '^') end++;
  // A bracket right at the beginning is an ordinary character.
  if (regex.charAt(end) === ']') end++;
  for (; end < regex.length && regex.charAt(end) !== ']'; end++) {
    if (regex.charAt(end) === '\\') end++;
    else if (regex.startsWith('[:', end)) end = Math.max(end, regex.indexOf(':]', end) + 1);
  }
  return end + 1 - at;
}

function lengthOfGroup(regex: string, at: number): number {
  let end = at + 1;
  while (end < regex.length && regex.charAt(end) !== ')') {
    const character = regex.charAt(end);
    if (character === '(') end += lengthOfGroup(regex, end);
    else if (character === '[') end += lengthOfClass(regex, end);
    else end += character === '\\' ? 2 : 1;
  }
  return end + 1 - at;
}

function isAscii(character: string): boolean {
  return character !== '' && character <= '\x7f';
}
