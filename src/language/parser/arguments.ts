/** Parsing of the elements most commands consist of: clause words, field names, numbers, text. */
import { decodeName, decodePattern, decodeRegex, decodeText } from '../quoting.ts';
import type { Token } from './lexer.ts';
import {
  hasWildcard,
  type Field,
  type FieldPattern,
  type TreeNode,
  type Pattern,
} from '../tree/node.ts';
import type { Expectation } from './expectation.ts';
import {
  expecting,
  fail,
  failUnclosed,
  failUnexpected,
  peek,
  report,
  startOfNext,
  take,
  textOf,
  type MarkKind,
  type Parser,
} from './state.ts';
import { boundField, onlyValue, requireValues, takeVariable, variableAt } from './variable.ts';

/** True before a pipe, before the bracket that closes a subsearch, and at the end. */
export function isAtStageEnd(parser: Parser): boolean {
  const token = peek(parser, 'argument');
  if (token.kind === 'end') return true;
  const text = textOf(parser, token);
  return token.kind === 'symbol' && (text === '|' || text === ']');
}

export function isAtSymbol(parser: Parser, symbol: string): boolean {
  expecting(parser, { kind: 'symbol', symbol });
  const token = peek(parser, 'argument');
  return token.kind === 'symbol' && textOf(parser, token) === symbol;
}

export function takeSymbol(parser: Parser, symbol: string): boolean {
  if (!isAtSymbol(parser, symbol)) return false;
  take(parser, peek(parser, 'argument'), '()[]'.includes(symbol) ? 'bracket' : 'operator');
  return true;
}

export function expectSymbol(parser: Parser, symbol: string): void {
  if (!takeSymbol(parser, symbol)) failUnexpected(parser, peek(parser, 'argument'));
}

/** Takes the closing parenthesis of the one at `open`. */
export function expectClosing(parser: Parser, open: number): void {
  if (takeSymbol(parser, ')')) return;
  if (!isAtStageEnd(parser)) failUnexpected(parser, peek(parser, 'argument'));
  fail(parser, 'unclosed-bracket', { start: open, end: open + 1 }, 'This ( has no matching ).', {
    expected: ['`)`'],
    fix: { label: 'Close it', start: parser.lastEnd, end: parser.lastEnd, text: ')' },
  });
}

/** Commas between list items are optional, and an extra one is ignored. */
export function takeComma(parser: Parser): void {
  for (;;) {
    const token = peek(parser, 'argument');
    if (token.kind !== 'symbol' || textOf(parser, token) !== ',') return;
    take(parser, token, 'operator');
  }
}

export function isAtKeyword(parser: Parser, ...words: readonly string[]): boolean {
  for (const word of words) expecting(parser, { kind: 'keyword', word });
  return isWord(parser, peek(parser, 'argument'), words);
}

export function takeKeyword(parser: Parser, ...words: readonly string[]): boolean {
  if (!isAtKeyword(parser, ...words)) return false;
  take(parser, peek(parser, 'argument'), 'keyword');
  return true;
}

export function expectKeyword(parser: Parser, word: string): void {
  if (!takeKeyword(parser, word)) failUnexpected(parser, peek(parser, 'argument'));
}

export function isWord(parser: Parser, token: Token, words: readonly string[]): boolean {
  if (token.kind !== 'word') return false;
  const text = textOf(parser, token).toUpperCase();
  return words.some((word) => word.toUpperCase() === text);
}

/** A name or value as the parser found it, with stars as wildcards. */
export interface Argument extends TreeNode {
  readonly pattern: Pattern;
}

/** Reads a bare word or quoted text. Single quotes contain an exact name, even one with a star. */
export function readArgument(parser: Parser, expectation: Expectation, mark: MarkKind): Argument {
  expecting(parser, expectation);
  const token = withCall(parser, peek(parser, 'argument'), expectation);
  const variable = mark === 'field' ? variableAt(parser, token) : undefined;
  const pattern: Pattern | undefined =
    variable === undefined ? patternOf(parser, token) : [boundField(parser, variable)];
  if (pattern === undefined) failUnexpected(parser, token);
  take(parser, token, variable === undefined ? mark : 'variable');
  return { pattern, start: token.start, end: token.end };
}

/**
 * `sum(bytes)` is the name of a column where rows come out of a table, or where a name is given. Events have no
 * such fields: there it is a mistake.
 */
function withCall(parser: Parser, token: Token, { kind }: Expectation): Token {
  const { text, shape } = parser;
  if (token.kind !== 'word' || text.charAt(token.end) !== '(') return token;
  if (kind !== 'newField' && (kind !== 'field' || shape.hasText)) return token;
  let open = 0;
  for (let at = token.end; at < text.length && !'|[]"`'.includes(text.charAt(at)); at += 1) {
    if (text.charAt(at) === '(') open += 1;
    if (text.charAt(at) === ')') open -= 1;
    if (open === 0) return { kind: 'word', start: token.start, end: at + 1 };
  }
  return token;
}

function patternOf(parser: Parser, token: Token): Pattern | undefined {
  failUnclosed(parser, token);
  const inner = parser.text.slice(token.start + 1, token.end - 1);
  switch (token.kind) {
    case 'word':
      return decodePattern(textOf(parser, token));
    case 'text':
      return decodePattern(inner);
    case 'name':
      return [decodeName(inner)];
    default:
      return undefined;
  }
}

export function readFieldPattern(parser: Parser): FieldPattern {
  const { pattern, start, end } = readArgument(parser, { kind: 'field' }, 'field');
  if (!hasWildcard(pattern) && pattern[0] === '') emptyName(parser, { start, end });
  return { kind: 'fields', pattern, start, end };
}

export function readField(parser: Parser, expectation: Expectation = { kind: 'field' }): Field {
  const argument = readArgument(parser, expectation, 'field');
  return {
    kind: 'field',
    name: exactName(parser, argument),
    start: argument.start,
    end: argument.end,
  };
}

/** A field that the command makes. */
export function readNewField(parser: Parser): Field {
  return readField(parser, { kind: 'newField' });
}

export function exactName(parser: Parser, argument: Argument): string {
  const [name] = argument.pattern;
  if (hasWildcard(argument.pattern)) {
    report(
      parser,
      'wildcard-not-allowed',
      argument,
      'Wildcards aren’t allowed here. Specify a single field.',
    );
  } else if (name === '') {
    emptyName(parser, argument);
  }
  return name;
}

function emptyName(parser: Parser, node: TreeNode): void {
  report(parser, 'invalid-value', node, 'A field name can’t be empty.');
}

interface ItemRules<T> {
  readonly expectation: Expectation;
  readonly read: (parser: Parser) => T;
  /** Reads an option where one is allowed between the items. */
  readonly takeOption?: () => boolean;
  /** Clause words that end the list. */
  readonly until?: readonly string[];
  /** Something else that ends it. */
  readonly isOver?: () => boolean;
}

/** Reads list items up to the end of the command or a clause word. */
export function readItems<T>(parser: Parser, rules: ItemRules<T>): T[] {
  const { until = [] } = rules;
  const items: T[] = [];
  takeComma(parser);
  for (;;) {
    if (rules.takeOption?.() === true) continue;
    expecting(parser, rules.expectation);
    // A clause needs something in front of it, so it is not expected before the first item.
    const isOver =
      items.length > 0
        ? isAtKeyword(parser, ...until)
        : isWord(parser, peek(parser, 'argument'), until);
    if (isOver || isAtStageEnd(parser) || rules.isOver?.() === true) return items;
    items.push(rules.read(parser));
    takeComma(parser);
  }
}

/** Field patterns up to the end of the command, with options in between. */
export function readFieldPatterns(
  parser: Parser,
  takeOption: () => boolean = () => false,
  isOver: () => boolean = () => false,
): FieldPattern[] {
  const expectation = { kind: 'field' } as const;
  return readItems(parser, { expectation, read: readFieldPattern, takeOption, isOver });
}

/** Reads exact fields up to the end of the command or a clause word, with options in between. */
export function readFields(
  parser: Parser,
  takeOption: () => boolean = () => false,
  ...until: readonly string[]
): Field[] {
  const read = (): Field => readField(parser);
  return readItems(parser, { expectation: { kind: 'field' }, read, takeOption, until });
}

/** Reports when a list that must not be empty is. */
export function requireSome(parser: Parser, list: readonly unknown[], what: string): void {
  if (list.length > 0) return;
  const at = startOfNext(parser);
  const message = `\`${parser.command}\` requires ${what}.`;
  fail(parser, 'missing-argument', { start: at, end: at }, message, { expected: [what] });
}

/** Reads a bare whole number, if present. */
export function takeInteger(parser: Parser): number | undefined {
  expecting(parser, { kind: 'number' });
  const token = peek(parser, 'argument');
  if (token.kind !== 'word' || !/^\d{1,9}$/.test(textOf(parser, token))) return undefined;
  take(parser, token, 'number');
  return Number(textOf(parser, token));
}

export function readText(parser: Parser, what: string): TreeNode & { readonly value: string } {
  const token = readTextToken(parser, what);
  const raw = textOf(parser, token);
  take(parser, token, 'text');
  const value = token.kind === 'word' ? raw : decodeText(raw.slice(1, -1));
  return { value, start: token.start, end: token.end };
}

/** The same, but a variable may replace the text. */
export function readValueText(parser: Parser, what: string): TreeNode & { readonly value: string } {
  expecting(parser, { kind: 'text', what });
  const variable = takeVariable(parser, 'value');
  if (variable === undefined) return readText(parser, what);
  requireValues(parser, variable);
  const { start, end } = variable;
  return { value: onlyValue(parser, variable, 'An option'), start, end };
}

export function readRegex(parser: Parser, what: string): TreeNode & { readonly value: string } {
  const token = readTextToken(parser, what);
  const raw = textOf(parser, token);
  take(parser, token, 'regex');
  const value = token.kind === 'word' ? raw : decodeRegex(raw.slice(1, -1));
  return { value, start: token.start, end: token.end };
}

function readTextToken(parser: Parser, what: string): Token {
  expecting(parser, { kind: 'text', what });
  // In `value` mode a bare word may contain the characters that end a field name.
  const token = peek(parser, 'value');
  failUnclosed(parser, token);
  if (token.kind !== 'text' && token.kind !== 'word') failUnexpected(parser, token);
  return token;
}
