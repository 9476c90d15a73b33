/**
 * Reads a query: stages between pipes, each by its command. A problem inside a stage is noted, the rest of
 * the stage skipped, and reading goes on behind the next pipe, so that several problems come out at once.
 * It never throws, whatever the text.
 */
import { suggestName } from '../diagnose/suggest-name.ts';
import { LIMITS } from '../../spec/limits.ts';
import { COMMAND_NAMES, COMMANDS, findCommand, shapeAfter } from '../commands/table-of-commands.ts';
import { FOREIGN_COMMANDS, REFUSED_COMMANDS } from '../commands/refused.ts';
import { readFirstSearch } from '../commands/search.ts';
import type { Diagnostic } from '../diagnose/diagnostics.ts';
import { foreignDiagnostic, recognizeForeign } from '../foreign/recognize-foreign.ts';
import { endOfComment, endOfQuoted, scanToken, type Token } from './lexer.ts';
import { expandMacros, type ExpandMacro } from '../macros.ts';
import { carryPlaces } from '../carry-places.ts';
import { isWord } from './arguments.ts';
import {
  createParser,
  expecting,
  fail,
  failUnexpected,
  noteComments,
  peek,
  quote,
  ReadingStopped,
  refuseTooManyTerms,
  report,
  spanFrom,
  StageAbandoned,
  startOfNext,
  take,
  textOf,
  type Parser,
} from './state.ts';
import { EVENT_SHAPE } from '../shape/shape.ts';
import type { Query, SearchExpression, Stage, StageKind } from '../tree.ts';
import type { Variables } from '../variables.ts';
import { requireTaken } from './bind-expression.ts';

export interface ParseOptions {
  /** Gives the text of a macro, or undefined when there is none of this name. */
  readonly expandMacro?: ExpandMacro;
  /** What `$name$` stands for. Without any, it is text like any other. */
  readonly variables?: Variables;
}

export interface ParseResult {
  /** The text as given, which the positions of the tree refer to: what is in a macro is at its call. */
  readonly text: string;
  /** Undefined when there is any error. */
  readonly query: Query | undefined;
  /** Errors, by position in the text as given. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where macros were expanded: the text with theirs, and its own tree. */
  readonly expanded?: ExpandedResult;
}

export interface ExpandedResult {
  readonly text: string;
  readonly query: Query;
  toGiven<Code extends string>(diagnostic: Diagnostic<Code>): Diagnostic<Code>;
}

export function parse(text: string, options: ParseOptions = {}): ParseResult {
  const tooLong = refuseTooLong(text);
  if (tooLong !== undefined) return { text, query: undefined, diagnostics: [tooLong] };
  const expanded = expandMacros(text, options.expandMacro);
  const { parser, query } = readText(expanded.text, options.variables);
  // Where a macro is missing, what is wrong with the rest only follows from it.
  const found = expanded.diagnostics.length > 0 ? expanded.diagnostics : parser.diagnostics;
  const diagnostics = found
    .map((each) => (expanded.diagnostics.length > 0 ? each : expanded.toGiven(each)))
    .toSorted((left, right) => left.start - right.start);
  const isClean = diagnostics.length === 0;
  const foreign = recognizeForeign(text);
  // What happens to be readable may well be words to look for.
  if (foreign !== undefined && (!isClean || foreign.isSure)) {
    const translated = foreign.translate();
    const offered = translated !== undefined && isReadable(translated) ? translated : undefined;
    const told = foreignDiagnostic(text, foreign.language, offered);
    return { text, query: undefined, diagnostics: [told] };
  }
  if (!isClean || !expanded.isExpanded) {
    return { text, query: isClean ? query : undefined, diagnostics };
  }
  return {
    text,
    query: carryPlaces(query, (place) => expanded.placeOf(place)),
    diagnostics,
    expanded: { text: expanded.text, query, toGiven: (each) => expanded.toGiven(each) },
  };
}

function isReadable(text: string): boolean {
  return (
    text.length <= LIMITS.query.textCharactersMax && readText(text).parser.diagnostics.length === 0
  );
}

/** Reads a search expression on its own, as it stands in the text of `searchmatch`. */
export function parseSearch(text: string): SearchExpression | undefined {
  const { query } = parse(text);
  const [first] = query?.stages ?? [];
  return query?.stages.length === 1 && first?.kind === 'search' ? first.expression : undefined;
}

function refuseTooLong(text: string): Diagnostic | undefined {
  const max = LIMITS.query.textCharactersMax;
  if (text.length <= max) return undefined;
  return {
    code: 'text-too-long',
    severity: 'error',
    start: max,
    end: text.length,
    message: `A query may have ${max} characters; this one has ${text.length}.`,
    expected: [],
    fix: undefined,
  };
}

/** Reads text and gives everything that was noted on the way; completion and highlighting live on it. */
export function readText(
  text: string,
  variables?: Variables,
): { readonly parser: Parser; readonly query: Query } {
  const parser = createParser(text, EVENT_SHAPE, readStages, variables);
  let query: Query = { kind: 'query', stages: [], start: 0, end: text.length };
  try {
    query = readStages(parser);
    while (peek(parser, 'argument').kind !== 'end') readBehindStray(parser);
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
  }
  noteComments(parser, text.length);
  refuseOpenComment(parser);
  return { parser, query };
}

/** A bracket nobody opened: note it and go on with the commands behind it. */
function readBehindStray(parser: Parser): void {
  const token = peek(parser, 'argument');
  report(parser, 'unexpected-token', token, `This ${textOf(parser, token)} is unmatched.`);
  take(parser, token, 'invalid');
  skipStage(parser);
  readFurther(parser, []);
}

function refuseOpenComment(parser: Parser): void {
  const last = parser.marks.findLast((mark) => mark.kind === 'comment');
  if (last === undefined || last.end < parser.text.length) return;
  const isClosed = parser.text.endsWith('```') && last.end - last.start >= 6;
  if (isClosed || parser.diagnostics.length >= LIMITS.query.diagnosticsMax - 1) return;
  report(
    parser,
    'unclosed-comment',
    { start: last.start, end: last.start + 3 },
    'This comment is never closed.',
    {
      expected: ['three backticks'],
      fix: { label: 'Close it', start: last.end, end: last.end, text: '```' },
    },
  );
}

/** Reads up to the end, or up to the bracket that closes a subsearch. */
function readStages(parser: Parser): Query {
  const start = startOfNext(parser);
  const stages: Stage[] = [];
  parser.isFirst = true;
  if (textOf(parser, peek(parser, 'argument')) !== '|') {
    readStage(parser, stages, readImpliedSearch);
  }
  readFurther(parser, stages);
  return { kind: 'query', stages, ...spanFrom(parser, start) };
}

function readFurther(parser: Parser, stages: Stage[]): void {
  for (;;) {
    expecting(parser, { kind: 'symbol', symbol: '|' });
    const pipe = peek(parser, 'argument');
    if (textOf(parser, pipe) !== '|') return;
    parser.command = '';
    take(parser, pipe, 'pipe');
    readStage(parser, stages, readCommand);
    parser.isFirst = false;
  }
}

function readStage(parser: Parser, stages: Stage[], read: (parser: Parser) => Stage): void {
  const { depth, stopWords } = parser;
  parser.lastShape = parser.shape;
  try {
    parser.stages += 1;
    if (parser.stages > LIMITS.query.stagesMax) refuseTooMany(parser);
    const stage = read(parser);
    const after = peek(parser, 'argument');
    const text = textOf(parser, after);
    if (text === ')') {
      fail(parser, 'unexpected-token', after, 'This ) is unmatched.', {
        fix: { label: 'Remove it', start: after.start, end: after.end, text: '' },
      });
    }
    if (after.kind !== 'end' && text !== '|' && text !== ']') failUnexpected(parser, after);
    requireTaken(parser);
    refuseTooManyTerms(parser, stage);
    stages.push(stage);
    parser.shape = shapeAfter(stage, parser.shape);
  } catch (error) {
    if (!(error instanceof StageAbandoned)) throw error;
    Object.assign(parser, { depth, stopWords });
    parser.bound.clear();
    // Nothing is known about the rows of a broken command, so nothing is held against later ones.
    parser.shape = { ...EVENT_SHAPE, fields: [...EVENT_SHAPE.fields, ...parser.shape.fields] };
    skipStage(parser);
  }
  parser.isFirst = false;
}

function refuseTooMany(parser: Parser): never {
  const token = peek(parser, 'argument');
  report(parser, 'too-many-stages', token, `A query may have ${LIMITS.query.stagesMax} commands.`);
  throw new ReadingStopped();
}

/** The first stage is a search, with or without the word in front. */
function readImpliedSearch(parser: Parser): Stage {
  parser.command = 'search';
  const word = peek(parser, 'search');
  expecting(parser, { kind: 'keyword', word: 'search' });
  // Only a word of its own is the command: `search=5` compares a field.
  const next = scanToken(parser.text, word.end, 'search');
  const isCommand = isWord(parser, word, ['search']) && !/^[=<>!]/.test(textOf(parser, next));
  if (isCommand) take(parser, word, 'command');
  return readFirstSearch(parser, word.start);
}

function readCommand(parser: Parser): Stage {
  expecting(parser, { kind: 'command' });
  const token = peek(parser, 'argument');
  if (token.kind !== 'word') failMissingCommand(parser, token);
  const kind = findCommand(textOf(parser, token));
  if (kind === undefined) failUnknownCommand(parser, token);
  parser.command = kind;
  take(parser, token, 'command');
  checkPlace(parser, kind, token);
  if (kind === 'search' && parser.isFirst) return readFirstSearch(parser, token.start);
  return COMMANDS[kind].read(parser, token.start);
}

function failMissingCommand(parser: Parser, token: Token): never {
  const isMissing = token.kind === 'end' || '|]'.includes(textOf(parser, token));
  if (!isMissing) failUnexpected(parser, token);
  const pipe = { start: Math.max(0, parser.lastEnd - 1), end: parser.lastEnd };
  fail(parser, 'missing-command', pipe, 'There is no command after this pipe.', {
    expected: ['a command'],
    fix: { label: 'Remove the pipe', ...pipe, text: '' },
  });
}

function failUnknownCommand(parser: Parser, token: Token): never {
  const name = textOf(parser, token).toLowerCase();
  const reason = Object.hasOwn(REFUSED_COMMANDS, name) ? REFUSED_COMMANDS[name] : undefined;
  if (reason !== undefined) {
    fail(parser, 'refused-command', token, `\`${name}\` isn’t supported. ${reason}`);
  }
  const foreign = Object.hasOwn(FOREIGN_COMMANDS, name) ? FOREIGN_COMMANDS[name] : undefined;
  const begun = name.length > 2 ? COMMAND_NAMES.find((each) => each.startsWith(name)) : undefined;
  const nearest = foreign ?? begun ?? suggestName(name, COMMAND_NAMES);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  fail(parser, 'unknown-command', token, `Unknown command ${quote(parser, token)}.${hint}`, {
    expected: [nearest === undefined ? 'a command' : `\`${nearest}\``],
    ...(nearest !== undefined && {
      fix: { label: `Use ${nearest}`, start: token.start, end: token.end, text: nearest },
    }),
  });
}

/** Commands that make rows stand first; all others need rows. */
function checkPlace(parser: Parser, kind: StageKind, token: Token): void {
  const command = COMMANDS[kind];
  if (parser.isFirst && command.generates !== true && kind !== 'search') {
    const start = parser.text.lastIndexOf('|', token.start);
    report(
      parser,
      'not-generating',
      token,
      `\`${kind}\` needs rows to work on: write \`* | ${kind} …\` for all events.`,
      { fix: { label: 'Search all events', start, end: start, text: '* ' } },
    );
  }
  if (!parser.isFirst && command.generates === true && command.mayFollow !== true) {
    report(
      parser,
      'generating-later',
      token,
      `\`${kind}\` creates rows, so it must come first: \`| ${kind} …\`. Use \`append\` to add its rows.`,
    );
  }
}

/** Moves to the next pipe, or to the bracket that closes the subsearch around it. */
function skipStage(parser: Parser): void {
  const { text } = parser;
  const start = startOfNext(parser);
  noteComments(parser, start);
  let at = Math.max(start, parser.at);
  let open = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '|' && open === 0) break;
    if (character === '[') open += 1;
    if (character === ']') {
      if (open === 0) break;
      open -= 1;
    }
    at = behind(text, at);
  }
  const end = Math.min(at, text.length);
  if (end > start) parser.marks.push({ kind: 'invalid', start, end, command: parser.command });
  parser.at = end;
  parser.lastEnd = Math.max(parser.lastEnd, end);
}

/** The position behind the character, quoted run or comment at `at`. */
function behind(text: string, at: number): number {
  if (text.startsWith('```', at)) return endOfComment(text, at);
  const character = text.charAt(at);
  if (character === '"' || character === '`') return endOfQuoted(text, at) ?? text.length;
  return at + 1;
}
