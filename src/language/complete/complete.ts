/**
 * Suggests completions at the cursor. Parses the text before the word at the cursor as far as possible; the tokens the
 * parser would accept next become suggestions, with names and values from the given source.
 */
import { LIMITS } from '../../spec/limits.ts';
import { BUILT_IN_MACROS } from '../macros/built-in-macros.ts';
import { candidatesFor } from './candidates.ts';
import type { Completion, CompletionKind, Completions, CompletionSource } from './completion.ts';
import { endOfComment, endOfQuoted } from '../parser/lexer.ts';
import { readText } from '../parser/parser.ts';
import type { Expectation } from '../parser/expectation.ts';
import type { Shape } from '../tree/shape.ts';
import type { Variables } from '../variables.ts';

/** Where suggestions go, and what the parser would take there. */
interface Place {
  readonly from: number;
  readonly prefix: string;
  readonly expected: readonly Expectation[];
  readonly shape: Shape;
}

export function complete(text: string, cursor: number, source: CompletionSource): Completions {
  const at = Math.min(Math.max(0, cursor), text.length);
  const none = { from: at, to: at, items: [], valuesOf: undefined };
  if (text.length > LIMITS.query.textCharactersMax) return none;
  const open = openAt(text, at);
  if (open?.kind === 'comment') return none;
  if (open?.kind === 'macro') return completeMacro(text, open.start + 1, at, source);
  const { variables } = source;
  const place =
    open === undefined
      ? placeOfWord(text, at, variables)
      : placeOfQuoted(text, open.start, at, variables);
  const isQuoted = open !== undefined;
  const items = rank(candidatesFor(place.expected, place.shape, source, isQuoted), place.prefix);
  const value = place.expected.find((each) => each.kind === 'value');
  return { from: place.from, to: endOfReplaced(text, at, isQuoted), items, valuesOf: value?.field };
}

/** Names of macros; in the arguments of a call anything goes. */
function completeMacro(
  text: string,
  from: number,
  cursor: number,
  { macros = [] }: CompletionSource,
): Completions {
  const prefix = text.slice(from, cursor);
  const rest = /^[\w.:-]*/.exec(text.slice(cursor))?.[0] ?? '';
  const to = cursor + rest.length;
  const isClosed = text.charAt(to) === '`' || text.charAt(to) === '(';
  const known = /[^\w.:-]/.test(prefix) ? [] : [...macros, ...BUILT_IN_MACROS];
  const candidates = known.map(({ name, arguments: names, description }): Completion => {
    const label = names.length === 0 ? name : `${name}(${names.join(', ')})`;
    const end = isClosed ? '' : names.length === 0 ? '`' : '(';
    return { kind: 'macro', label, detail: description, apply: name + end };
  });
  return { from, to, items: rank(candidates, prefix), valuesOf: undefined };
}

/** The quoted text or comment that is still open at the cursor. */
function openAt(
  text: string,
  cursor: number,
): { readonly kind: 'text' | 'macro' | 'comment'; readonly start: number } | undefined {
  let at = 0;
  while (at < cursor) {
    const start = at;
    if (text.startsWith('```', at)) {
      at = endOfComment(text, at);
      if (at > cursor || (at === cursor && at === text.length && !text.endsWith('```'))) {
        return { kind: 'comment', start };
      }
    } else if (text.charAt(at) === '"' || text.charAt(at) === '`') {
      const kind = text.charAt(at) === '"' ? 'text' : 'macro';
      at = endOfQuoted(text, at) ?? text.length + 1;
      if (at > cursor) return { kind, start };
    } else {
      at += 1;
    }
  }
  return undefined;
}

function placeOfQuoted(
  text: string,
  start: number,
  cursor: number,
  variables: Variables | undefined,
): Place {
  return { ...readUpTo(text, start, variables), prefix: text.slice(start + 1, cursor) };
}

/** Finds the word before the cursor; its extent depends on what is allowed there. */
function placeOfWord(text: string, cursor: number, variables: Variables | undefined): Place {
  const before = text.slice(0, cursor);
  const wide = /[^\s=(),|[\]"'<>!]*$/.exec(before)?.[0] ?? '';
  const narrow = /\$?[\p{L}\p{N}_.@{}]*$/u.exec(before)?.[0] ?? '';
  const place = { ...readUpTo(text, cursor - wide.length, variables), prefix: wide };
  const isExpression = place.expected.some((each) => each.kind === 'expression');
  if (isExpression && narrow !== wide) {
    return { ...readUpTo(text, cursor - narrow.length, variables), prefix: narrow };
  }
  const takesTime = place.expected.some((each) => each.kind === 'time');
  // The sign in front of a sort field is no part of its name.
  if (/^[+-]/.test(wide) && !takesTime) {
    const expected = place.expected.filter((each) => each.kind === 'field');
    return { ...place, expected, from: place.from + 1, prefix: wide.slice(1) };
  }
  return place;
}

function readUpTo(text: string, from: number, variables: Variables | undefined): Place {
  const { parser } = readText(text.slice(0, from), variables);
  const expected = parser.expectedAt === from ? parser.expected : [];
  return { from, prefix: '', expected, shape: parser.lastShape };
}

/** Includes the rest of the word under the cursor and a closing quote directly after it in the replacement. */
function endOfReplaced(text: string, cursor: number, isQuoted: boolean): number {
  const rest = text.slice(cursor);
  const word = isQuoted ? /^[^"\s|]*"?/.exec(rest) : /^[\p{L}\p{N}_.@{}*$-]*/u.exec(rest);
  return cursor + (word?.[0].length ?? 0);
}

/** The most frequently needed kinds come before connecting words. */
const WEIGHT: Readonly<Record<CompletionKind, number>> = {
  value: 0,
  time: 0,
  command: 0,
  field: 0,
  variable: 0,
  macro: 0,
  aggregation: 0,
  function: 1,
  option: 2,
  keyword: 2,
};

/** Prefix matches come first, then matches anywhere; then by kind, then in the original order. */
function rank(candidates: readonly Completion[], prefix: string): Completion[] {
  const wanted = prefix.toLowerCase();
  const seen = new Set<string>();
  const scored = candidates.flatMap((candidate) => {
    const found = candidate.label.toLowerCase().indexOf(wanted);
    const key = `${candidate.kind} ${candidate.apply}`;
    if (found < 0 || seen.has(key)) return [];
    seen.add(key);
    return [{ candidate, score: (found === 0 ? 0 : 10) + WEIGHT[candidate.kind] }];
  });
  return scored
    .toSorted((left, right) => left.score - right.score)
    .slice(0, LIMITS.query.completionsMax)
    .map(({ candidate }) => candidate);
}
