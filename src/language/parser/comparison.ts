/** `field=value`, `field IN (…)`, `CASE(…)` and `TERM(…)` in a search. */
import { scanToken, type Token } from './lexer.ts';
import { decodePattern, encodeText } from '../quoting.ts';
import type { FieldIn, SearchExpression, SearchValue, Term } from '../tree.ts';
import type { ComparisonOperator } from '../tree/expression.ts';
import { hasWildcard, type Field, type Pattern } from '../tree/node.ts';
import { exactName, expectClosing } from './arguments.ts';
import {
  expecting,
  fail,
  failUnclosed,
  failUnexpected,
  peek,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from './state.ts';
import { boundComparison, patternsOf, searchValues, withoutLimit } from './bind-search.ts';
import { onlyValue, requireValues, takeVariable, variableAt } from './variable.ts';

const OPERATORS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Returns the operator after a word that may be a field, `in` for IN and NOT IN, or undefined for a term. */
export function operatorAfter(parser: Parser, token: Token): ComparisonOperator | 'in' | undefined {
  const first = scanToken(parser.text, token.end, 'search');
  if (first.kind === 'symbol') return OPERATORS[textOf(parser, first)];
  if (first.kind !== 'word') return undefined;
  const word = textOf(parser, first);
  const second = scanToken(parser.text, first.end, 'search');
  const isIn = word === 'IN' && textOf(parser, second) === '(';
  const isNotIn =
    word === 'NOT' &&
    second.kind === 'word' &&
    textOf(parser, second) === 'IN' &&
    textOf(parser, scanToken(parser.text, second.end, 'search')) === '(';
  return isIn || isNotIn ? 'in' : undefined;
}

export function readComparison(
  parser: Parser,
  token: Token,
  pattern: Pattern,
  operator: ComparisonOperator,
): SearchExpression {
  const field = takeField(parser, token, pattern);
  take(parser, peek(parser, 'search'), 'operator');
  expecting(parser, { kind: 'value', field: field.name, quoted: false });
  const variable = takeVariable(parser, 'value');
  if (variable !== undefined) return boundComparison(parser, field, operator, variable);
  const value = readValue(parser, field.name, 'value');
  if (operator !== '=' && operator !== '!=' && hasWildcard(value.pattern)) {
    report(
      parser,
      'wildcard-not-allowed',
      value,
      `Wildcards only work with = and !=, not with ${operator}.`,
    );
  }
  return { kind: 'comparison', field, operator, value, ...spanFrom(parser, token.start) };
}

export function readIn(parser: Parser, token: Token, pattern: Pattern): SearchExpression {
  const field = takeField(parser, token, pattern);
  const word = peek(parser, 'search');
  const isNegated = textOf(parser, word) === 'NOT';
  take(parser, word, 'keyword');
  if (isNegated) take(parser, peek(parser, 'search'), 'keyword');
  const open = peek(parser, 'search');
  take(parser, open, 'bracket');
  const values: SearchValue[] = [];
  let isLimited = true;
  for (;;) {
    takeCommas(parser);
    if (values.length > 0 && textOf(parser, peek(parser, 'list')) === ')') break;
    const before = parser.terms;
    const some = readValues(parser, field.name);
    values.push(...some);
    isLimited &&= some.length > 0;
    parser.terms = before + some.filter((value) => !isPlain(value)).length;
    const next = peek(parser, 'list');
    const text = textOf(parser, next);
    if (next.kind === 'end' || [')', '|', ']'].includes(text)) break;
  }
  expectClosing(parser, open.start);
  if (!isLimited) return withoutLimit(parser, spanFrom(parser, token.start));
  const operand: FieldIn = { kind: 'in', field, values, ...spanFrom(parser, token.start) };
  return isNegated ? { kind: 'not', operand, ...spanFrom(parser, token.start) } : operand;
}

/** Extra commas are ignored. */
function takeCommas(parser: Parser): void {
  for (;;) {
    const token = peek(parser, 'list');
    if (textOf(parser, token) !== ',') return;
    take(parser, token, 'operator');
  }
}

/** One value of a list, or those of a variable. */
function readValues(parser: Parser, field: string): SearchValue[] {
  expecting(parser, { kind: 'value', field, quoted: false });
  const variable = takeVariable(parser, 'list');
  return variable === undefined
    ? [readValue(parser, field, 'list')]
    : searchValues(parser, variable);
}

/** Values that the store gets as one list, so that any number of them is one term. */
function isPlain({ match, pattern: [text, ...more] }: SearchValue): boolean {
  return match === 'word' && more.length === 0 && !text.includes('/');
}

function takeField(parser: Parser, token: Token, pattern: Pattern): Field {
  take(parser, token, variableAt(parser, token) === undefined ? 'field' : 'variable');
  const name = exactName(parser, { pattern, start: token.start, end: token.end });
  return { kind: 'field', name, start: token.start, end: token.end };
}

function readValue(parser: Parser, field: string, mode: 'value' | 'list'): SearchValue {
  expecting(parser, { kind: 'value', field, quoted: false });
  const token = peek(parser, mode);
  failUnclosed(parser, token);
  const special = readSpecialTerm(parser, token);
  if (special !== undefined) return { kind: 'value', ...special };
  const raw = textOf(parser, token);
  if (token.kind !== 'word' && token.kind !== 'text') failUnexpected(parser, token);
  if (raw.startsWith("'")) refuseSingleQuotes(parser, token);
  take(parser, token, /^[-+]?\d+(?:\.\d+)?$/.test(raw) ? 'number' : 'text');
  const pattern = decodePattern(token.kind === 'text' ? raw.slice(1, -1) : raw);
  return { kind: 'value', match: 'word', pattern, start: token.start, end: token.end };
}

/** `user='bob smith'`: the following words are meant to belong to the value. */
function refuseSingleQuotes(parser: Parser, token: Token): never {
  const { text } = parser;
  const close = text.indexOf("'", token.start + 1);
  const pipe = text.indexOf('|', token.start);
  const isClosed = close > 0 && (pipe < 0 || close < pipe);
  const end = isClosed ? Math.max(close + 1, token.end) : token.end;
  parser.at = end;
  fail(
    parser,
    'single-quotes',
    { start: token.start, end },
    'Put strings in double quotes, not single quotes.',
    {
      expected: ['text in double quotes'],
      fix: {
        label: 'Use double quotes',
        start: token.start,
        end,
        text: encodeText(text.slice(token.start, end).replaceAll("'", '')),
      },
    },
  );
}

/** Reads `CASE(…)` and `TERM(…)`, with the parenthesis directly after the word. */
export function readSpecialTerm(parser: Parser, token: Token): Omit<Term, 'kind'> | undefined {
  const word = textOf(parser, token);
  if (token.kind !== 'word' || (word !== 'CASE' && word !== 'TERM')) return undefined;
  if (parser.text.charAt(token.end) !== '(') return undefined;
  const open = { start: token.end, end: token.end + 1 };
  take(parser, token, 'function');
  take(parser, open, 'bracket');
  const pattern = readSpecialText(parser, word);
  expectClosing(parser, open.start);
  const match = word === 'CASE' ? 'case' : 'term';
  return { match, pattern, ...spanFrom(parser, token.start) };
}

/** Up to the parenthesis everything is text, also `=` and `,`. */
function readSpecialText(parser: Parser, word: string): Pattern {
  const variable = takeVariable(parser, 'search');
  if (variable !== undefined) {
    requireValues(parser, variable);
    onlyValue(parser, variable, `${word}(…)`);
    return patternsOf(variable)[0] ?? [''];
  }
  const quoted = peek(parser, 'search');
  failUnclosed(parser, quoted);
  if (quoted.kind === 'text') {
    take(parser, quoted, 'text');
    return decodePattern(textOf(parser, quoted).slice(1, -1));
  }
  const end = parser.text.indexOf(')', parser.at);
  const raw = parser.text.slice(parser.at, end < 0 ? parser.text.length : end);
  if (end < 0 || raw.trim() === '' || /\s/.test(raw.trim())) {
    const token = { start: parser.at, end: parser.at + raw.length };
    fail(
      parser,
      'unexpected-token',
      token,
      `${word}(…) takes one term. Put a term with spaces in double quotes.`,
    );
  }
  const start = parser.at + raw.length - raw.trimStart().length;
  take(parser, { start, end: start + raw.trim().length }, 'term');
  return decodePattern(raw.trim());
}
