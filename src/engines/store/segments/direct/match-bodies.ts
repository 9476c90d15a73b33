/** Searches the bodies of a whole page together, which is several times as fast as one after the other. */
import { literalsOf } from '../../duckdb/dialect/regex-literal.ts';
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import { type TextPage, textIn } from './group-reader.ts';
import type { RowCondition } from './row-condition.ts';
import { NotDirect } from './value.ts';

export type BodyCondition = Exclude<RowCondition, { kind: 'equals' }>;

export interface BodySearch {
  /** Which texts of a page match the condition: 1 or 0. */
  in(page: TextPage): Uint8Array;
}

export function createBodySearch(condition: BodyCondition): BodySearch {
  const { exact, search, literals } = searchFor(condition);
  const holdsFor = (page: TextPage, at: number): boolean =>
    isMatch(textIn(page, at), condition, exact);
  let literal: string | undefined;
  return {
    in(page) {
      const held = new Uint8Array(page.end - page.first);
      if (literals.length > 0) {
        literal ??= rarestIn(page, literals);
        searchLiteral(page, literal, (at) => void (held[at] = Number(holdsFor(page, at))));
      } else if (page.isAscii()) searchPattern(page, search, exact, held);
      else for (const at of held.keys()) held[at] = Number(holdsFor(page, at));
      return held;
    },
  };
}

interface BodySearches {
  /** Matches a single text. */
  readonly exact: RegExp;
  /** Found in every text that `exact` matches, regardless of the text around it. */
  readonly search: RegExp;
  /** Every text that `exact` matches contains all of them. */
  readonly literals: readonly string[];
}

function searchFor(condition: BodyCondition): BodySearches {
  switch (condition.kind) {
    case 'word': {
      const { word } = condition;
      const [before, behind] = [`(?<!${WORD_LETTER})`, `(?!${WORD_LETTER})`];
      return {
        exact: new RegExp(`${before}${word}${behind}`, 'i'),
        search: new RegExp(word, 'gi'),
        literals: [],
      };
    }
    case 'contains': {
      const text = RegExp.escape(condition.text);
      return { exact: new RegExp(text, 'i'), search: new RegExp(text, 'gi'), literals: [] };
    }
    case 'phrase': {
      const { phrase, source } = condition;
      return { exact: new RegExp(source, 'i'), search: new RegExp(phrase, 'gi'), literals: [] };
    }
    case 'regex': {
      const { source } = condition;
      const literals = literalsOf(source);
      return { exact: new RegExp(source), search: new RegExp(source, 'g'), literals };
    }
  }
}

/** The literal with the fewest occurrences in a page: other pages are usually similar. */
function rarestIn({ bytes }: TextPage, literals: readonly string[]): string {
  const counted = literals.map((literal) => ({ literal, places: countPlaces(bytes, literal) }));
  return counted.reduce((best, each) => (each.places < best.places ? each : best)).literal;
}

function countPlaces(bytes: Buffer, literal: string): number {
  let places = 0;
  for (let found = bytes.indexOf(literal, 0, 'latin1'); found >= 0; places++) {
    found = bytes.indexOf(literal, found + 1, 'latin1');
  }
  return places;
}

const WORD_LETTER = '[A-Za-z0-9\\u0080-\\uffff]';
/** Beyond ASCII, words are in the engine's lower case; only the engine defines what a letter is in a regex. */
function isMatch(text: string, condition: BodyCondition, exact: RegExp): boolean {
  if (!OTHER_LETTERS.test(text)) return exact.test(text);
  const isRegex = condition.kind === 'regex' || condition.kind === 'phrase';
  if (isRegex) throw new NotDirect('regexes on other letters');
  return exact.test(lowerText(text));
}

const OTHER_LETTERS = /[^\p{ASCII}]/u;

/** Texts are concatenated: a match may extend beyond its text, so each text is tested separately. */
function searchPattern(page: TextPage, search: RegExp, exact: RegExp, held: Uint8Array): void {
  const { starts, lengths } = page.values;
  const [first = 0] = starts;
  const text = page.bytes.toString('latin1', first);
  let at = 0;
  search.lastIndex = 0;
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) - first <= found.index) at++;
    const start = (starts[at] ?? 0) - first;
    const end = start + (lengths[at] ?? 0);
    held[at] = Number(exact.test(text.slice(start, end)));
    search.lastIndex = Math.max(end, found.index + 1);
  }
}

/** Most pages do not have it, and need not be taken apart into texts. */
function searchLiteral(page: TextPage, literal: string, onFound: (at: number) => void): void {
  const { bytes } = page;
  let at = 0;
  for (let found = bytes.indexOf(literal, 0, 'latin1'); found >= 0;) {
    const { starts, lengths } = page.values;
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= found) at++;
    const start = starts[at] ?? 0;
    let next = found + 1;
    // In front of the first text are their lengths.
    if (found >= start) {
      onFound(at);
      next = Math.max(next, start + (lengths[at] ?? 0));
    }
    found = bytes.indexOf(literal, next, 'latin1');
  }
}
