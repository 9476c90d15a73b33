import { LIMITS } from '../../spec/limits.ts';
import type { Diagnostic, DiagnosticCode, Fix } from '../diagnose/diagnostics.ts';
import { endOfComment, scanToken, skipTrivia, type Mode, type Token } from './lexer.ts';
import type { Query, SearchExpression, Stage } from '../tree.ts';
import type { EvalStage } from '../tree/event-stages.ts';
import type { Expression, TextLiteral } from '../tree/expression.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Shape } from '../tree/shape.ts';
import { variablesIn, type Variables } from '../variables.ts';
import {
  describeExpectation,
  joinAlternatives,
  summarise,
  type Expectation,
} from './expectation.ts';

/** What a run of characters is, for highlighting and for help at a position. */
export type MarkKind =
  | 'command'
  | 'keyword'
  | 'operator'
  | 'function'
  | 'aggregation'
  | 'option'
  | 'field'
  | 'term'
  | 'text'
  | 'regex'
  | 'number'
  | 'time'
  | 'name'
  | 'pipe'
  | 'bracket'
  | 'comment'
  | 'macro'
  | 'variable'
  | 'invalid';

export interface Mark {
  readonly kind: MarkKind;
  readonly start: number;
  readonly end: number;
  /** The command it belongs to, so that help can find the option. */
  readonly command: string;
}

/** Something that is accepted and has no effect here, or another one than its author may expect. */
export interface Notice extends TreeNode {
  readonly message: string;
}

/** A variable at its position in the text, with its values. */
export interface BoundVariable extends TreeNode {
  readonly name: string;
  readonly values: readonly string[];
  readonly use: 'value' | 'field';
  readonly hasWildcards: boolean;
}

/** The state of one reading. Functions of this folder move `at` forward and never back. */
/** `eval(…)` around aggregations. */
export interface ComputedAggregation {
  readonly name: string;
  /** With columns in the place of the aggregations. */
  readonly expression: string;
  readonly columns: readonly string[];
}

export interface Parser {
  readonly text: string;
  /** Offset of the next unread character. */
  at: number;
  /** The end of the last token taken: where the node being built ends. */
  lastEnd: number;
  depth: number;
  stages: number;
  /** Fields, values, names and functions taken so far; the plain values of a list are not among them. */
  terms: number;
  subsearches: number;
  subsearchDepth: number;
  /** Commands that read the rows before them twice. */
  repeats: number;
  /** The query about to be read works on the rows that reach the command being read. */
  isContinuing: boolean;
  /** Aggregations of the command being read that are computed from others. */
  computed: ComputedAggregation[];
  /** Stages that follow the one being read, for what it cannot compute itself. */
  after: Stage[];
  /** The command being read. */
  command: string;
  /** Whether it is the first one of its query. */
  isFirst: boolean;
  /** The fields of the rows that reach the command being read. */
  shape: Shape;
  /** The same, kept while a command that cannot be fully parsed is abandoned. */
  lastShape: Shape;
  /** Clause words that end a search expression, e.g. `by` in `tstats`. */
  stopWords: readonly string[];
  /** The most recently peeked token. */
  peeked: { readonly at: number; readonly mode: Mode; readonly token: Token } | undefined;
  expectedAt: number;
  expected: Expectation[];
  readonly diagnostics: Diagnostic[];
  /** How fields are shown at the end of the query being read. */
  formats: EvalStage[];
  /** What was read otherwise than it is written; advice tells it. */
  readonly notices: Notice[];
  readonly marks: Mark[];
  /** Undefined where `$name$` is text like any other. */
  readonly variables: Variables | undefined;
  /** Literals from variables; those with several values or none wait here for a comparison that accepts them. */
  readonly bound: Map<
    Expression,
    { readonly variable: BoundVariable; readonly literals: readonly TextLiteral[] }
  >;
  /** Characters of values so far, and up to where in the text they were counted. */
  readonly counted: { characters: number; end: number };
  /** Replacements of comparisons with all values: always true, and so are expressions built from them. */
  readonly unlimited: WeakSet<SearchExpression | Expression>;
  /** Parses the commands of a subsearch, up to its bracket. Passed in, since commands contain queries themselves. */
  readonly readQuery: (parser: Parser) => Query;
}

/** Thrown to abandon the command being parsed; parsing resumes after the next pipe. */
export class StageAbandoned extends Error {}

/** Thrown when reading on makes no sense. */
export class ReadingStopped extends Error {}

export function createParser(
  text: string,
  shape: Shape,
  readQuery: Parser['readQuery'],
  variables?: Variables,
): Parser {
  return {
    text,
    at: 0,
    lastEnd: 0,
    depth: 0,
    stages: 0,
    terms: 0,
    subsearches: 0,
    subsearchDepth: 0,
    repeats: 0,
    isContinuing: false,
    computed: [],
    after: [],
    command: 'search',
    isFirst: true,
    shape,
    lastShape: shape,
    stopWords: [],
    peeked: undefined,
    expectedAt: -1,
    expected: [],
    diagnostics: [],
    formats: [],
    notices: [],
    marks: [],
    variables,
    bound: new Map(),
    counted: { characters: 0, end: 0 },
    unlimited: new WeakSet(),
    readQuery,
  };
}

/** Caches the token, since many rules request it repeatedly at the same position. */
export function peek(parser: Parser, mode: Mode): Token {
  const { peeked } = parser;
  if (peeked?.at === parser.at && peeked.mode === mode) return peeked.token;
  const token = scanToken(parser.text, parser.at, mode);
  parser.peeked = { at: parser.at, mode, token };
  return token;
}

export function textOf(parser: Parser, node: TreeNode): string {
  return parser.text.slice(node.start, node.end);
}

/** Marks between terms, which do not count as work. */
const PUNCTUATION: ReadonlySet<MarkKind> = new Set([
  'command',
  'keyword',
  'operator',
  'pipe',
  'bracket',
  'comment',
]);

/** Moves past the token and records its kind. */
export function take(parser: Parser, token: TreeNode, kind: MarkKind): void {
  noteComments(parser, token.start);
  parser.at = token.end;
  parser.lastEnd = token.end;
  if (token.end > token.start) {
    if (kind !== 'variable') refuseVariable(parser, token);
    if (!PUNCTUATION.has(kind)) parser.terms += 1;
    parser.marks.push({ kind, start: token.start, end: token.end, command: parser.command });
  }
}

/**
 * Reports a variable that is part of a word, or used where only a constant is allowed. Quoted text may look like one.
 */
function refuseVariable(parser: Parser, token: TreeNode): void {
  const { variables } = parser;
  const text = variables === undefined ? '' : textOf(parser, token);
  if (variables === undefined || !text.includes('$') || /^["'`]/.test(text)) return;
  const found = variablesIn(text).find(({ name }) => variables.has(name));
  if (found === undefined) return;
  const start = token.start + found.at;
  const place = { start, end: start + found.name.length + 2 };
  const message = `\`$${found.name}$\` isn’t allowed here. Use a variable only as a complete value, term, span or field name.`;
  report(parser, 'variable-placement', place, message);
}

/** Comments between the last token and `to` are marked as the parser passes them. */
export function noteComments(parser: Parser, to: number): void {
  let at = parser.at;
  while (at < to) {
    const start = parser.text.indexOf('```', at);
    if (start < 0 || start >= to) return;
    at = endOfComment(parser.text, start);
    parser.marks.push({ kind: 'comment', start, end: at, command: parser.command });
  }
}

export function expecting(parser: Parser, expectation: Expectation): void {
  const at = skipTrivia(parser.text, parser.at);
  if (at !== parser.expectedAt) {
    parser.expectedAt = at;
    parser.expected = [];
  }
  parser.expected.push(expectation);
}

interface More {
  readonly expected?: readonly string[];
  readonly fix?: Fix;
}

/** Notes a problem and reads on. */
export function report(
  parser: Parser,
  code: DiagnosticCode,
  node: TreeNode,
  message: string,
  more: More = {},
): void {
  const isLast = parser.diagnostics.length >= LIMITS.query.diagnosticsMax - 1;
  if (isLast) stopReading(parser, node);
  parser.diagnostics.push({
    code,
    severity: 'error',
    start: node.start,
    end: node.end,
    message,
    expected: more.expected ?? [],
    fix: more.fix,
  });
}

/** Reports the last problem: with so many errors it is better to start again from the first. */
function stopReading(parser: Parser, place: TreeNode): never {
  parser.diagnostics.push({
    code: 'too-many-problems',
    severity: 'error',
    start: place.start,
    end: place.end,
    message: 'Too many errors. Fix the first ones and try again.',
    expected: [],
    fix: undefined,
  });
  throw new ReadingStopped();
}

/**
 * Before anybody works on them: what a command does to the fields of rows can take the product of both.
 * `before` is where counting begins.
 */
export function refuseTooManyTerms(parser: Parser, place: TreeNode, before = 0): void {
  const max = LIMITS.query.termsMax;
  if (parser.terms - before <= max) return;
  const message = `A query can have at most ${max} fields and values. A list of plain values counts as one.`;
  report(parser, 'too-many-terms', place, message);
  throw new ReadingStopped();
}

/** Notes what was read otherwise than it is written. */
export function notice(parser: Parser, { start, end }: TreeNode, message: string): void {
  if (parser.notices.length < LIMITS.query.diagnosticsMax) {
    parser.notices.push({ start, end, message });
  }
}

/** Notes a problem and gives up the command being read. */
export function fail(
  parser: Parser,
  code: DiagnosticCode,
  node: TreeNode,
  message: string,
  more: More = {},
): never {
  report(parser, code, node, message, more);
  throw new StageAbandoned();
}

/** Gives up because of `token`, naming everything that could have stood there. */
export function failUnexpected(parser: Parser, token: Token): never {
  failUnclosed(parser, token);
  if (token.kind === 'macro') {
    const message = `Unknown macro ${textOf(parser, token)}.`;
    fail(parser, 'macro-unavailable', token, message);
  }
  if (/^[“”„«»‘’]/.test(textOf(parser, token))) failCurlyQuote(parser, token);
  const here = parser.expectedAt === token.start ? parser.expected : [];
  const expected = here.map(describeExpectation);
  const wanted = joinAlternatives(summarise(here));
  const found = token.kind === 'end' ? 'the query ends here' : `found ${quote(parser, token)}`;
  const message =
    wanted === ''
      ? `${found.charAt(0).toUpperCase()}${found.slice(1)}, which does not belong here.`
      : `Expected ${wanted}, but ${found}.`;
  fail(parser, 'unexpected-token', token, message, { expected: [...new Set(expected)] });
}

/** Word processors turn straight quotes into these. */
function failCurlyQuote(parser: Parser, token: Token): never {
  const [quoteMark = ''] = textOf(parser, token);
  const straight = '‘’'.includes(quoteMark) ? "'" : '"';
  const place = { start: token.start, end: token.start + 1 };
  const message = `Write ${straight} instead of ${quoteMark}.`;
  fail(parser, 'unexpected-token', place, message, {
    expected: [`\`${straight}\``],
    fix: { label: 'Use a straight quote', ...place, text: straight },
  });
}

export function failUnclosed(parser: Parser, token: Token): void {
  if (token.kind !== 'unclosed') return;
  const quoteMark = parser.text.charAt(token.start);
  take(parser, token, quoteMark === '"' ? 'text' : quoteMark === '`' ? 'macro' : 'field');
  fail(parser, 'unclosed-quote', token, `This ${quoteMark} has no closing quote.`, {
    expected: [`\`${quoteMark}\``],
    fix: { label: 'Close it', start: token.end, end: token.end, text: quoteMark },
  });
}

/** Long enough to recognise, short enough for a message. */
export function quote(parser: Parser, node: TreeNode): string {
  const text = textOf(parser, node);
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}

/** Runs `read` one level deeper, so that hostile text cannot exhaust the stack. */
export function nested<T>(parser: Parser, read: () => T): T {
  if (parser.depth >= LIMITS.query.nestingMax) {
    const at = skipTrivia(parser.text, parser.at);
    fail(
      parser,
      'too-deep',
      { start: at, end: at + 1 },
      `A query can be nested at most ${LIMITS.query.nestingMax} levels deep.`,
    );
  }
  parser.depth += 1;
  try {
    return read();
  } finally {
    parser.depth -= 1;
  }
}

export function spanFrom(parser: Parser, start: number): TreeNode {
  return { start, end: Math.max(start, parser.lastEnd) };
}

export function startOfNext(parser: Parser): number {
  return skipTrivia(parser.text, parser.at);
}
