/** How the words, phrases and wildcards of a search are matched in text. */
import { bodyHasWord, bodyMayHaveWord, isWord } from '../../../engines/store/log-fields.ts';
import { sql, string, type Sql } from '../../../engines/store/sql.ts';
import type { Pattern, SearchValue, Term } from '../../../language/index.ts';
import { allOf } from './value.ts';

type Match = Term['match'];

/** ASCII without letters and digits: the characters between words. */
const BETWEEN_WORDS = '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]';
/** What ends an unbroken term. */
const BETWEEN_TERMS = '[\\s\\[\\]<>(){}|!;,\'"*&?+]';
const WORD_START = /^(?:[A-Za-z0-9]|[^\p{ASCII}])/u;
const WORD_END = /(?:[A-Za-z0-9]|[^\p{ASCII}])$/u;

/** Whether the text contains the term, at the borders of words. `isBody` means that it is the indexed column. */
export function textHasTerm(text: Sql, pattern: Pattern, match: Match, isBody: boolean): Sql {
  const [only] = pattern;
  const pieces = pattern.filter((piece) => piece !== '');
  if (pieces.length === 0) return sql`1`;
  if (isBody && match === 'word' && pattern.length === 1 && isWord(only)) return bodyHasWord(only);

  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best));
  const conditions = isBody ? wholeWords(pattern).map(bodyMayHaveWord) : [];
  conditions.push(holds(text, longest, match));
  const isInside = pattern.length === 3 && pattern[0] === '' && pattern[2] === '';
  if (!isInside || match === 'term') {
    conditions.push(sql`match(${text}, ${string(termRegex(pattern, match))})`);
  }
  return allOf(conditions);
}

function holds(text: Sql, piece: string, match: Match): Sql {
  if (match === 'case') return sql`position(${text}, ${string(piece)}) > 0`;
  return isAscii(piece)
    ? sql`positionCaseInsensitive(${text}, ${string(piece)}) > 0`
    : sql`positionCaseInsensitiveUTF8(${text}, ${string(piece)}) > 0`;
}

/** Words of the pattern that are not adjacent to a wildcard. */
function wholeWords(pattern: Pattern): string[] {
  const words = pattern.flatMap((piece, i) => {
    const found = piece.match(/(?:[A-Za-z0-9]|[^\p{ASCII}])+/gu) ?? [];
    const isCutAtStart = i > 0 && WORD_START.test(piece);
    const isCutAtEnd = i < pattern.length - 1 && WORD_END.test(piece);
    return found.slice(isCutAtStart ? 1 : 0, isCutAtEnd ? -1 : undefined);
  });
  return [...new Set(words)].slice(0, WORDS_LOOKED_UP_MAX);
}

/** More words hardly exclude more. */
const WORDS_LOOKED_UP_MAX = 8;

function termRegex(pattern: Pattern, match: Match): string {
  const first = pattern[0];
  const last = pattern.at(-1) ?? '';
  const border = match === 'term' ? BETWEEN_TERMS : BETWEEN_WORDS;
  const startsWithin = first === '' || (match !== 'term' && !WORD_START.test(first));
  const endsWithin = last === '' || (match !== 'term' && !WORD_END.test(last));
  const middle = pattern.map(escapeRegex).join(match === 'term' ? '\\S*' : '.*');
  const flags = match === 'case' ? '(?s)' : '(?is)';
  return `${flags}${startsWithin ? '' : `(?:^|${border})`}${middle}${endsWithin ? '' : `(?:$|${border})`}`;
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
}

/** The whole text fits the pattern. */
export function textEquals(text: Sql, value: SearchValue): Sql {
  const { pattern, match } = value;
  const [only] = pattern;
  if (pattern.length === 1) {
    return match === 'case'
      ? sql`${text} = ${string(only)}`
      : sql`lowerUTF8(${text}) = lowerUTF8(${string(only)})`;
  }
  const wanted = string(likePattern(pattern));
  return match === 'case' ? sql`${text} LIKE ${wanted}` : sql`${text} ILIKE ${wanted}`;
}

export function likePattern(pattern: Pattern): string {
  return pattern.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%');
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
