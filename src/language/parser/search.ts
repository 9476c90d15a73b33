/**
 * Search expressions. OR binds tighter than AND, AND is implied between terms, and NOT applies to the next
 * term: `a b OR c` is `a AND (b OR c)`.
 */
import { scanToken, type Token } from './lexer.ts';
import { decodeName, decodePattern } from '../quoting.ts';
import type { SearchExpression } from '../tree.ts';
import type { TreeNode, Pattern } from '../tree/node.ts';
import { BOUND_WORDS, NO_BOUNDS, type TimeBounds } from '../tree/time.ts';
import { expectClosing } from './arguments.ts';
import { operatorAfter, readComparison, readIn, readSpecialTerm } from './comparison.ts';
import {
  expecting,
  fail,
  failUnclosed,
  failUnexpected,
  nested,
  notice,
  peek,
  report,
  spanFrom,
  startOfNext,
  take,
  textOf,
  type Parser,
} from './state.ts';
import { readSubsearch } from './subsearch.ts';
import { isTimeWord, readTimeTerm } from './time-term.ts';
import { boundTerm, withoutLimit } from './bind-search.ts';
import { boundField, variableAt } from './variable.ts';

export interface SearchParts extends TimeBounds {
  readonly expression: SearchExpression;
}

/** Where to store time bounds, or why none are allowed. */
type Times = { -readonly [Bound in keyof TimeBounds]: TimeBounds[Bound] } | string;

/** Reads a search expression and its time bounds. */
export function readSearch(parser: Parser): SearchParts {
  const times = { ...NO_BOUNDS };
  const expression = readAll(parser, times);
  return { expression, ...times };
}

/** Reads a search expression where time bounds are not allowed. */
export function readFilter(parser: Parser, why: string): SearchExpression {
  return readAll(parser, why);
}

/** A filter in parentheses, without them in its span. */
export function readGroupedFilter(parser: Parser, why: string): SearchExpression {
  return readGroup(parser, why) ?? nothing(parser);
}

function readAll(parser: Parser, times: Times): SearchExpression {
  const start = startOfNext(parser);
  const expression = readConjunction(parser, times);
  return expression ?? { kind: 'everything', start, end: Math.max(start, parser.lastEnd) };
}

function nothing(parser: Parser): SearchExpression {
  const at = parser.lastEnd;
  return { kind: 'everything', start: at, end: at };
}

function isAtEnd(parser: Parser, token: Token): boolean {
  if (token.kind === 'end') return true;
  const text = textOf(parser, token);
  if (token.kind === 'symbol') return text === '|' || text === ']' || text === ')';
  return token.kind === 'word' && parser.stopWords.includes(text.toLowerCase());
}

function isKeyword(parser: Parser, token: Token, word: string): boolean {
  return token.kind === 'word' && textOf(parser, token) === word;
}

/** Undefined when there is nothing but time bounds. */
function readConjunction(parser: Parser, times: Times): SearchExpression | undefined {
  const start = startOfNext(parser);
  const operands: SearchExpression[] = [];
  let isFirst = true;
  for (;;) {
    expecting(parser, { kind: 'term' });
    const token = peek(parser, 'search');
    if (isAtEnd(parser, token)) break;
    if (isKeyword(parser, token, 'AND')) {
      takeConnector(parser, token, isFirst);
    } else if (isKeyword(parser, token, 'OR')) {
      takeConnector(parser, token, true);
    }
    const operand = readDisjunction(parser, times);
    if (operand !== undefined) operands.push(operand);
    isFirst = false;
  }
  const limiting = operands.filter((operand) => !parser.unlimited.has(operand));
  const [only = operands[0]] = limiting;
  if (limiting.length <= 1) return only;
  return { kind: 'and', operands: limiting, ...spanFrom(parser, start) };
}

/** Takes AND or OR, and complains when a side is missing. */
function takeConnector(parser: Parser, token: Token, isLeftMissing: boolean): void {
  const word = textOf(parser, token);
  take(parser, token, 'keyword');
  if (isLeftMissing) {
    report(parser, 'unexpected-token', token, `There is no search term before ${word}.`);
  }
  expecting(parser, { kind: 'term' });
  const after = peek(parser, 'search');
  const isOperator = isKeyword(parser, after, 'AND') || isKeyword(parser, after, 'OR');
  if (isOperator || isAtEnd(parser, after)) {
    fail(parser, 'unexpected-token', token, `There is no search term after ${word}.`, {
      expected: ['a search term'],
    });
  }
}

function readDisjunction(parser: Parser, times: Times): SearchExpression | undefined {
  const start = startOfNext(parser);
  const first = readNegation(parser, times);
  if (!isKeyword(parser, peek(parser, 'search'), 'OR')) return first;
  const why = 'Time bounds apply to the whole search, so they can’t be combined with OR.';
  if (first === undefined) report(parser, 'time-placement', spanFrom(parser, start), why);
  const operands = first === undefined ? [] : [first];
  while (isKeyword(parser, peek(parser, 'search'), 'OR')) {
    takeConnector(parser, peek(parser, 'search'), false);
    const operand = readNegation(parser, why);
    if (operand !== undefined) operands.push(operand);
  }
  if (operands.some((operand) => parser.unlimited.has(operand))) {
    return withoutLimit(parser, spanFrom(parser, start));
  }
  return { kind: 'or', operands, ...spanFrom(parser, start) };
}

function readNegation(parser: Parser, times: Times): SearchExpression | undefined {
  const token = peek(parser, 'search');
  if (!isKeyword(parser, token, 'NOT')) return readOperand(parser, times);
  takeConnector(parser, token, false);
  const why = 'Time bounds apply to the whole search, so they can’t follow NOT.';
  const operand = nested(parser, () => readNegation(parser, why));
  if (operand === undefined || parser.unlimited.has(operand)) return operand;
  return { kind: 'not', operand, ...spanFrom(parser, token.start) };
}

function readOperand(parser: Parser, times: Times): SearchExpression | undefined {
  const token = peek(parser, 'search');
  failUnclosed(parser, token);
  switch (token.kind) {
    case 'text':
    case 'word':
      return readTermOrComparison(parser, token, times);
    case 'name':
      return readQuotedField(parser, token);
    default:
      return readSymbol(parser, token, times);
  }
}

function readSymbol(parser: Parser, token: Token, times: Times): SearchExpression | undefined {
  const symbol = textOf(parser, token);
  if (symbol === '(') return readGroup(parser, times);
  if (symbol === '[') {
    const query = readSubsearch(parser);
    return { kind: 'subsearch', query, ...spanFrom(parser, token.start) };
  }
  if (symbol === ',') {
    fail(
      parser,
      'unexpected-token',
      token,
      'Unexpected comma. Commas are only allowed in lists of values: `field IN (…)`, with IN in upper case.',
    );
  }
  if (/^[=<>!]/.test(symbol)) {
    fail(parser, 'unexpected-token', token, `There is no field before ${symbol}.`, {
      expected: ['a field'],
    });
  }
  failUnexpected(parser, token);
}

function readGroup(parser: Parser, times: Times): SearchExpression | undefined {
  const open = peek(parser, 'search');
  take(parser, open, 'bracket');
  return nested(parser, () => {
    const inside = peek(parser, 'search');
    if (textOf(parser, inside) === ')') {
      take(parser, inside, 'bracket');
      const empty = spanFrom(parser, open.start);
      notice(parser, empty, 'Empty parentheses match all events.');
      return withoutLimit(parser, empty);
    }
    const expression = readConjunction(parser, times);
    expectClosing(parser, open.start);
    return expression;
  });
}

function readTermOrComparison(
  parser: Parser,
  token: Token,
  times: Times,
): SearchExpression | undefined {
  const special = readSpecialTerm(parser, token);
  if (special !== undefined) return requireText(parser, { kind: 'term', ...special });
  const raw = textOf(parser, token);
  const relation = operatorAfter(parser, token);
  const variable = variableAt(parser, token);
  const pattern: Pattern =
    variable === undefined || relation === undefined
      ? decodePattern(token.kind === 'text' ? raw.slice(1, -1) : raw)
      : [boundField(parser, variable)];
  if (relation === undefined && variable !== undefined) {
    take(parser, token, 'variable');
    return requireText(parser, boundTerm(parser, variable));
  }
  if (relation === undefined) {
    take(parser, token, 'term');
    if (pattern.length === 2 && pattern.join('') === '') {
      return { kind: 'everything', start: token.start, end: token.end };
    }
    if (pattern.length === 1 && pattern[0] === '') {
      notice(parser, token, 'An empty string matches all events.');
      return withoutLimit(parser, place(token));
    }
    if (!parser.shape.hasText && raw === 'search') {
      // Remains where a macro includes its own `search`, and is not a search term on rows without text.
      notice(parser, token, 'The second `search` is ignored. These rows have no raw text.');
      return withoutLimit(parser, place(token));
    }
    return requireText(parser, { kind: 'term', match: 'word', pattern, ...place(token) });
  }
  if (token.kind === 'word' && isTimeWord(raw)) {
    collectTime(parser, token, raw, times);
    return undefined;
  }
  return relation === 'in'
    ? readIn(parser, token, pattern)
    : readComparison(parser, token, pattern, relation);
}

function place(token: Token): TreeNode {
  return { start: token.start, end: token.end };
}

/** Table rows have no raw text, so a bare word would silently match nothing. */
function requireText(parser: Parser, term: SearchExpression): SearchExpression {
  if (!parser.shape.hasText && !parser.unlimited.has(term)) {
    const found = parser.text.slice(term.start, term.end);
    report(
      parser,
      'no-raw-text',
      term,
      `These rows have no raw text that contains ${found}. Compare a field, as in \`name=${found}\`.`,
    );
  }
  return term;
}

function readQuotedField(parser: Parser, token: Token): SearchExpression {
  const name = decodeName(textOf(parser, token).slice(1, -1));
  const relation = operatorAfter(parser, token);
  if (relation === undefined) {
    const text = scanToken(parser.text, token.start + 1, 'search');
    fail(
      parser,
      'single-quotes',
      token,
      'Single quotes are for field names. Put strings in double quotes.',
      {
        expected: ['text in double quotes'],
        fix: {
          label: 'Use double quotes',
          start: token.start,
          end: token.end,
          text: `"${parser.text.slice(text.start, token.end - 1)}"`,
        },
      },
    );
  }
  return relation === 'in'
    ? readIn(parser, token, [name])
    : readComparison(parser, token, [name], relation);
}

function collectTime(
  parser: Parser,
  token: Token,
  word: keyof typeof BOUND_WORDS,
  times: Times,
): void {
  const bound = BOUND_WORDS[word];
  const term = readTimeTerm(parser, token);
  if (typeof times === 'string') {
    report(parser, 'time-placement', term, times);
  } else if (times[bound] === undefined) {
    times[bound] = term;
  } else {
    report(parser, 'time-placement', term, `Duplicate \`${word}\`.`);
  }
}
