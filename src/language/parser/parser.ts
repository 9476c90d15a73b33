/**
 * Parses a query: stages between pipes, each by its command. A problem inside a stage is recorded, the rest of the
 * stage skipped, and parsing resumes after the next pipe, so that several problems are reported together. Never throws,
 * for any text.
 */
import { suggestName } from '../diagnose/suggest-name.ts';
import { LIMITS } from '../../spec/limits.ts';
import { COMMAND_NAMES, findCommand, shapeAfter } from '../commands/table-of-commands.ts';
import { FOREIGN_COMMANDS, REFUSED_COMMANDS } from '../commands/refused.ts';
import { readFirstSearch } from '../commands/search.ts';
import type { Diagnostic } from '../diagnose/diagnostics.ts';
import { foreignDiagnostic, recognizeForeign } from '../foreign/recognize-foreign.ts';
import { endOfComment, endOfQuoted, scanToken, type Token } from './lexer.ts';
import { expandMacros, type ExpandMacro } from '../macros/macros.ts';
import { carryPlaces } from '../carry-places.ts';
import { isWord } from './arguments.ts';
import {
  createParser,
  expecting,
  fail,
  failUnexpected,
  noteComments,
  notice,
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
  type Notice,
  type Parser,
} from './state.ts';
import type { CommandFacts } from '../commands/definition.ts';
import { noRows } from '../commands/rewritten/build.ts';
import { closedShape, EVENT_SHAPE } from '../shape/shape.ts';
import type { Query, SearchExpression, Stage } from '../tree.ts';
import type { Variables } from '../variables.ts';
import { requireTaken } from './bind-expression.ts';

export interface ParseOptions {
  /** Gives the text of a macro, or undefined when there is none of this name. */
  readonly expandMacro?: ExpandMacro;
  /** Values of `$name$`. Without variables, it is ordinary text. */
  readonly variables?: Variables;
}

export interface ParseResult {
  /** The original text, which the positions of the tree refer to: content of a macro is positioned at its call. */
  readonly text: string;
  /** Undefined when there is any error. */
  readonly query: Query | undefined;
  /** Errors, by position in the text as given. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where macros were expanded: the text with theirs, and its own tree. */
  readonly expanded?: ExpandedResult;
  /** What was read otherwise than it is written, by position in the text with macros expanded. */
  readonly notices?: readonly Notice[];
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
  // If a macro is missing, all other problems are mere consequences.
  const found = expanded.diagnostics.length > 0 ? expanded.diagnostics : parser.diagnostics;
  const diagnostics = found
    .map((each) => (expanded.diagnostics.length > 0 ? each : expanded.toGiven(each)))
    .toSorted((left, right) => left.start - right.start);
  const isClean = diagnostics.length === 0;
  const foreign = recognizeForeign(text);
  // A text that also parses in our language may be ordinary search terms.
  if (foreign !== undefined && (!isClean || foreign.isSure)) {
    const translated = foreign.translate();
    const offered = translated !== undefined && isReadable(translated) ? translated : undefined;
    const told = foreignDiagnostic(text, foreign.language, offered);
    return { text, query: undefined, diagnostics: [told] };
  }
  const { notices } = parser;
  if (!isClean || !expanded.isExpanded) {
    return { text, query: isClean ? query : undefined, diagnostics, notices };
  }
  return {
    text,
    query: carryPlaces(query, (place) => expanded.placeOf(place)),
    diagnostics,
    notices,
    expanded: { text: expanded.text, query, toGiven: (each) => expanded.toGiven(each) },
  };
}

function isReadable(text: string): boolean {
  return (
    text.length <= LIMITS.query.textCharactersMax && readText(text).parser.diagnostics.length === 0
  );
}

/** Parses a standalone search expression, as in the text of `searchmatch`. */
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
    message: `A query can have at most ${max} characters. This one has ${text.length}.`,
    expected: [],
    fix: undefined,
  };
}

/** Parses text and returns everything recorded on the way, for completion and highlighting. */
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

/** Reports an unmatched closing bracket and continues with the commands after it. */
function readBehindStray(parser: Parser): void {
  const token = peek(parser, 'argument');
  report(
    parser,
    'unexpected-token',
    token,
    `Unexpected ${textOf(parser, token)}: it has no matching opening bracket.`,
  );
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
    'This comment isn’t closed. End it with three backticks.',
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
  const { formats, isContinuing } = parser;
  parser.isFirst = !isContinuing;
  parser.isContinuing = false;
  parser.formats = [];
  const token = peek(parser, 'argument');
  const text = textOf(parser, token);
  const isInside = parser.subsearchDepth > 0;
  const isSearch = text.toLowerCase() === 'search';
  const isCommand = isContinuing || (isInside && !isSearch && findCommand(text) !== undefined);
  if (isInside && !isCommand && !isSearch && text !== '|') refuseBareStart(parser);
  if (text !== '|') readStage(parser, stages, isCommand ? readCommand : readImpliedSearch);
  readFurther(parser, stages);
  stages.push(...parser.formats);
  parser.formats = formats;
  return { kind: 'query', stages, ...spanFrom(parser, start) };
}

/** A subsearch starts with the name of a command, with or without a pipe. */
function refuseBareStart(parser: Parser): void {
  expecting(parser, { kind: 'keyword', word: 'search' });
  const token = peek(parser, 'argument');
  report(
    parser,
    'subsearch-start',
    token,
    'A subsearch must start with `search` or `|`. To search for brackets, use double quotes.',
    {
      expected: ['`search`', '`|`'],
      fix: { label: 'Insert search', start: token.start, end: token.start, text: 'search ' },
    },
  );
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

function readStage(
  parser: Parser,
  stages: Stage[],
  read: (parser: Parser) => readonly Stage[],
): void {
  const { depth, stopWords } = parser;
  parser.lastShape = parser.shape;
  try {
    parser.stages += 1;
    if (parser.stages > LIMITS.query.stagesMax) refuseTooMany(parser);
    const start = startOfNext(parser);
    parser.after = [];
    parser.computed = [];
    const made = [...read(parser), ...parser.after];
    parser.after = [];
    const after = peek(parser, 'argument');
    const text = textOf(parser, after);
    if (text === ')') {
      fail(parser, 'unexpected-token', after, 'This ) has no matching (.', {
        fix: { label: 'Remove it', start: after.start, end: after.end, text: '' },
      });
    }
    if (after.kind !== 'end' && text !== '|' && text !== ']') failUnexpected(parser, after);
    requireTaken(parser);
    refuseTooManyTerms(parser, spanFrom(parser, start));
    for (const stage of made) {
      stages.push(...formatsBefore(parser, stage), stage);
      parser.shape = shapeAfter(stage, parser.shape);
    }
    parser.stages += Math.max(0, made.length - 1);
    if (parser.stages > LIMITS.query.stagesMax) refuseTooMany(parser);
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

/**
 * `fieldformat` applies at the end of the query, since commands compute with the raw value. It is applied before a
 * command that renames the field; after a command that drops the field it is discarded.
 */
function formatsBefore(parser: Parser, stage: Stage): readonly Stage[] {
  const { formats } = parser;
  if (formats.length === 0) return [];
  if (stage.kind === 'rename' || (stage.kind === 'fields' && stage.mode === 'remove')) {
    parser.formats = [];
    return formats;
  }
  const after = shapeAfter(stage, parser.shape);
  parser.formats = formats.filter(({ assignments }) =>
    assignments.every(({ field }) => after.isOpen || after.fields.includes(field.name)),
  );
  return [];
}

function refuseTooMany(parser: Parser): never {
  const token = peek(parser, 'argument');
  report(
    parser,
    'too-many-stages',
    token,
    `A query can have at most ${LIMITS.query.stagesMax} commands.`,
  );
  throw new ReadingStopped();
}

/** Reads the first stage as a search, with or without the leading word. */
function readImpliedSearch(parser: Parser): readonly Stage[] {
  parser.command = 'search';
  const word = peek(parser, 'search');
  expecting(parser, { kind: 'keyword', word: 'search' });
  // Only a standalone word is the command: `search=5` compares a field.
  const next = scanToken(parser.text, word.end, 'search');
  const isCommand = isWord(parser, word, ['search']) && !/^[=<>!]/.test(textOf(parser, next));
  if (isCommand) take(parser, word, 'command');
  return [readFirstSearch(parser, word.start)];
}

function readCommand(parser: Parser): readonly Stage[] {
  expecting(parser, { kind: 'command' });
  const token = peek(parser, 'argument');
  if (token.kind !== 'word') failMissingCommand(parser, token);
  const command = findCommand(textOf(parser, token));
  if (command === undefined) failUnknownCommand(parser, token);
  parser.command = command.name;
  take(parser, token, 'command');
  const rows = rowsInFront(parser, command, token);
  if (command.name === 'search' && parser.isFirst) return [readFirstSearch(parser, token.start)];
  if ('rewrite' in command) return command.rewrite(parser, token.start);
  return [...rows, command.read(parser, token.start)];
}

function failMissingCommand(parser: Parser, token: Token): never {
  const isMissing = token.kind === 'end' || '|]'.includes(textOf(parser, token));
  if (!isMissing) failUnexpected(parser, token);
  const pipe = { start: Math.max(0, parser.lastEnd - 1), end: parser.lastEnd };
  fail(parser, 'missing-command', pipe, 'Missing command after the pipe.', {
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

/**
 * Commands that generate rows come first; all others need rows. `stats` on no rows returns one row, which is used to
 * generate rows: it is read without a search.
 */
function rowsInFront(parser: Parser, command: CommandFacts, token: Token): readonly Stage[] {
  const { name: kind } = command;
  if (parser.isFirst && kind === 'stats') {
    notice(parser, token, '`stats` can’t start a query. To search all events, use `* | stats …`.');
    parser.shape = closedShape([]);
    return noRows(token);
  }
  if (parser.isFirst && command.generates !== true && kind !== 'search') {
    const start = parser.text.lastIndexOf('|', token.start);
    report(
      parser,
      'not-generating',
      token,
      `\`${kind}\` can’t start a query. To search all events, use \`* | ${kind} …\`.`,
      { fix: { label: 'Search all events', start, end: start, text: '* ' } },
    );
  }
  if (!parser.isFirst && command.generates === true && command.mayFollow !== true) {
    report(
      parser,
      'generating-later',
      token,
      `\`${kind}\` is a generating command and must be the first command: \`| ${kind} …\`. To add its rows, use \`append\`.`,
    );
  }
  return [];
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

/** Returns the position after the character, quoted run or comment at `at`. */
function behind(text: string, at: number): number {
  if (text.startsWith('```', at)) return endOfComment(text, at);
  const character = text.charAt(at);
  if (character === '"' || character === '`') return endOfQuoted(text, at) ?? text.length;
  return at + 1;
}
