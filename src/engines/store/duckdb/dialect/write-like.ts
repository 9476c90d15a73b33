/**
 * Texts that match a pattern. DuckDB's LIKE tries every position of each percent sign again for every position of the
 * previous one, for hours in the worst case, and cannot be stopped meanwhile: so it is used with at most one percent
 * sign.
 */
import { computedOnce } from './computed-once.ts';
import { lowerText } from './lower-text.ts';
import { narrowingFor, OPEN_CHARACTERS_MIN } from './narrow-text.ts';
import type { IsLike } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

/** ILIKE of DuckDB is slow; both sides in lower case give the same. */
export function writeLike(writer: Writer, like: IsLike, scope: Scope): string {
  const fold = (text: string): string => (like.ignoresCase ? `lower(${text})` : text);
  const value = fold(writer.write(like.value, scope).text);
  const known = writer.valueOf(like.pattern);
  const fits =
    known?.type === 'VARCHAR'
      ? writeKnown(writer, like, value, known.value)
      : writeComputed(value, fold(writer.write(like.pattern, scope).text));
  return like.isNegated ? `(NOT ${fits})` : fits;
}

function writeKnown(
  writer: Writer,
  { ignoresCase }: IsLike,
  value: string,
  pattern: string,
): string {
  const bind = (text: string): string => {
    const bound = writer.bind({ type: 'VARCHAR', value: text }).text;
    return ignoresCase ? `lower(${bound})` : bound;
  };
  const parts = readPattern(pattern);
  const pieces = plainPieces(parts);
  if (pieces !== undefined) {
    const [first = '', second = '', third] = pieces;
    if (pieces.length === 1) return `(${value} = ${bind(first)})`;
    if (pieces.length === 2 && second === '') return `starts_with(${value}, ${bind(first)})`;
    if (pieces.length === 2 && first === '') return `ends_with(${value}, ${bind(second)})`;
    if (pieces.length === 3 && first === '' && third === '') {
      return `contains(${value}, ${bind(second)})`;
    }
  }
  // In small letters already: RE2 has to know the expression before it sees the first row.
  const cased = ignoresCase ? lowerText : (text: string): string => text;
  const text = (given: string): string =>
    writer.bind({ type: 'VARCHAR', value: cased(given) }).text;
  const longest = longestPiece(parts);
  const matches = matcherOf(writer, parts, cased);
  if (longest === '') return matches(value);
  // Most texts do not contain the longest piece, which is the fastest check.
  const needle = text(longest);
  return computedOnce(value, (each) => `(contains(${each}, ${needle}) AND ${matches(each)})`);
}

/** Where single characters are left open, RE2 takes twenty times as long as LIKE, which may have one percent sign. */
function matcherOf(
  writer: Writer,
  parts: readonly PatternPart[],
  cased: (text: string) => string,
): (value: string) => string {
  const bind = (value: string): string =>
    writer.bind({ type: 'VARCHAR', value: cased(value) }).text;
  const countOf = (wildcard: '%' | '_'): number =>
    parts.filter((part) => 'wildcard' in part && part.wildcard === wildcard).length;
  if (countOf('_') > 0 && countOf('%') <= 1) {
    const pattern = bind(parts.map(likeOf).join(''));
    return (value) => `(${value} LIKE ${pattern} ESCAPE '\\')`;
  }
  const narrowing =
    countOf('_') >= OPEN_CHARACTERS_MIN
      ? narrowingFor(writer, cased(parts.map(textOf).join('')))
      : undefined;
  const regex = cased(parts.map((...each) => regexOf(...each, narrowing?.any ?? '.')).join(''));
  const bound = bind(narrowing?.letters(regex) ?? regex);
  return (value) => `regexp_full_match(${narrowing?.text(value) ?? value}, ${bound}, 's')`;
}

/** A pattern of each row: only one with several percent signs is read as an expression, row by row. */
function writeComputed(value: string, pattern: string): string {
  return `ch_like(${value}, ${pattern})`;
}

/** A wildcard, or text between wildcards. */
type PatternPart = { readonly wildcard: '%' | '_' } | { readonly text: string };

function readPattern(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') parts.push({ text });
    text = '';
  };
  for (const [part] of pattern.matchAll(/\\[\\%_]|[\s\S]/gu)) {
    if (part === '%' || part === '_') {
      endText();
      parts.push({ wildcard: part });
      // A backslash before anything but a wildcard represents itself.
    } else text += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  }
  endText();
  return parts;
}

/** The texts between the percent signs; undefined where single characters are left open. */
function plainPieces(parts: readonly PatternPart[]): string[] | undefined {
  const pieces = [''];
  for (const part of parts) {
    if ('text' in part) pieces[pieces.length - 1] += part.text;
    else if (part.wildcard === '_') return undefined;
    else pieces.push('');
  }
  return pieces;
}

function longestPiece(parts: readonly PatternPart[]): string {
  return parts.reduce(
    (longest, part) => ('text' in part && part.text.length > longest.length ? part.text : longest),
    '',
  );
}

function likeOf(part: PatternPart): string {
  return 'text' in part ? part.text.replaceAll(/[\\%_]/g, '\\$&') : part.wildcard;
}

function textOf(part: PatternPart): string {
  return 'text' in part ? part.text : '';
}

function regexOf(
  part: PatternPart,
  place: number,
  all: readonly PatternPart[],
  any: string,
): string {
  if ('text' in part) {
    return part.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
  }
  if (part.wildcard === '_') return any;
  const before = all[place - 1];
  // Two in a row are equivalent to one.
  return before !== undefined && 'wildcard' in before && before.wildcard === '%' ? '' : '.*';
}
