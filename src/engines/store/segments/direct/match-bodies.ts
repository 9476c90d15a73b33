/** Searches the bodies of a whole page at once, which is several times as fast as one after the other. */
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import { type TextPage, textIn } from './group-reader.ts';
import type { RowCondition } from './row-condition.ts';
import { NotDirect } from './value.ts';

export type BodyCondition = Exclude<RowCondition, { kind: 'equals' }>;

/** Which texts of a page a condition holds for: 1, or 0. */
export function matchesIn(page: TextPage, condition: BodyCondition): Uint8Array {
  const held = new Uint8Array(page.values.starts.length);
  const { exact, search } = searchFor(condition);
  if (!page.isAscii()) {
    for (const at of held.keys()) held[at] = Number(isMatch(textIn(page, at), condition, exact));
  } else if (typeof search === 'string') searchText(page, search, exact, held);
  else searchPattern(page, search, exact, held);
  return held;
}

interface BodySearch {
  /** Tells for one text alone. */
  readonly exact: RegExp;
  /** Found in every text that `exact` holds for, whatever stands before or behind it. */
  readonly search: string | RegExp;
}

function searchFor(condition: BodyCondition): BodySearch {
  switch (condition.kind) {
    case 'word': {
      const { word } = condition;
      const [before, behind] = [`(?<!${WORD_LETTER})`, `(?!${WORD_LETTER})`];
      return {
        exact: new RegExp(`${before}${word}${behind}`, 'i'),
        search: new RegExp(word, 'gi'),
      };
    }
    case 'contains': {
      const text = RegExp.escape(condition.text);
      return { exact: new RegExp(text, 'i'), search: new RegExp(text, 'gi') };
    }
    case 'phrase': {
      const { phrase, source } = condition;
      return { exact: new RegExp(source, 'i'), search: new RegExp(phrase, 'gi') };
    }
    case 'regex': {
      const { source } = condition;
      const [literal = ''] = LITERAL_START.exec(source) ?? [];
      const isLong = literal.length >= LITERAL_MIN;
      return { exact: new RegExp(source), search: isLong ? literal : new RegExp(source, 'g') };
    }
  }
}

const WORD_LETTER = '[A-Za-z0-9\\u0080-\\uffff]';
/** Characters that mean themselves, up to one that may be left out or repeated. */
const LITERAL_START = /^[\w /:=<>"'@#%&,;!~-]+(?![*+?{|])/;
const LITERAL_MIN = 4;

/** Beyond ASCII words are in the engine's lower case; what it takes for one letter in a regex is its own business. */
function isMatch(text: string, condition: BodyCondition, exact: RegExp): boolean {
  if (!OTHER_LETTERS.test(text)) return exact.test(text);
  const isRegex = condition.kind === 'regex' || condition.kind === 'phrase';
  if (isRegex) throw new NotDirect('regexes on other letters');
  return exact.test(lowerText(text));
}

const OTHER_LETTERS = /[^\p{ASCII}]/u;

/** Texts stand one behind the other: what is found may go beyond its own, so each is asked alone. */
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

function searchText(page: TextPage, search: string, exact: RegExp, held: Uint8Array): void {
  const { bytes, values } = page;
  const { starts, lengths } = values;
  const [first = 0] = starts;
  let at = 0;
  for (let found = bytes.indexOf(search, first, 'latin1'); found >= 0;) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= found) at++;
    const end = (starts[at] ?? 0) + (lengths[at] ?? 0);
    held[at] = Number(exact.test(textIn(page, at)));
    found = bytes.indexOf(search, Math.max(end, found + 1), 'latin1');
  }
}
