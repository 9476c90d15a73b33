/**
 * Macros, `` `name(arguments)` ``, are replaced by their text before the query is read. Positions found in
 * the new text are carried back to the macro call they came from.
 */
import { LIMITS } from '../spec/limits.ts';
import type { Diagnostic, DiagnosticCode } from './diagnose/diagnostics.ts';
import { endOfComment, endOfQuoted } from './parser/lexer.ts';

export type ExpandMacro = (name: string, values: readonly string[]) => string | undefined;

export interface ExpandedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The same problem at its place in the text as given. */
  toGiven(diagnostic: Diagnostic): Diagnostic;
}

/** A run of the new text and where it came from. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly given: number;
  readonly givenEnd: number;
  readonly isMacro: boolean;
}

interface Expansion {
  readonly expand: ExpandMacro;
  readonly diagnostics: Diagnostic[];
  calls: number;
}

export function expandMacros(text: string, expand: ExpandMacro | undefined): ExpandedText {
  if (expand === undefined || !text.includes('`')) {
    return { text, diagnostics: [], toGiven: (diagnostic) => diagnostic };
  }
  const state: Expansion = { expand, diagnostics: [], calls: 0 };
  const pieces: Piece[] = [];
  let expanded = '';
  for (const run of runsOf(text)) {
    const content = run.isMacro
      ? expandCall(state, text.slice(run.start, run.end), run, 0)
      : text.slice(run.start, run.end);
    const start = expanded.length;
    expanded += content;
    const { start: given, end: givenEnd, isMacro } = run;
    pieces.push({ start, end: expanded.length, given, givenEnd, isMacro });
  }
  if (expanded.length > LIMITS.query.textCharactersMax) {
    const max = LIMITS.query.textCharactersMax;
    const message = `With its macros the query has ${expanded.length} characters; ${max} are allowed.`;
    note(state, 'text-too-long', { start: 0, end: text.length }, message);
    return { text, diagnostics: state.diagnostics, toGiven: (diagnostic) => diagnostic };
  }
  return {
    text: expanded,
    diagnostics: state.diagnostics,
    toGiven: (diagnostic) => carryBack(pieces, diagnostic),
  };
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly isMacro: boolean;
}

/** Cuts the text at its macro calls; those in quotes and comments are none. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (text.startsWith('```', at)) {
      at = endOfComment(text, at);
    } else if (character === '"') {
      at = endOfQuoted(text, at) ?? text.length;
    } else if (character === '`') {
      const end = endOfQuoted(text, at) ?? text.length;
      runs.push({ start, end: at, isMacro: false }, { start: at, end, isMacro: true });
      start = end;
      at = end;
    } else {
      at += 1;
    }
  }
  return [...runs, { start, end: text.length, isMacro: false }];
}

function expandCall(state: Expansion, call: string, place: Run, depth: number): string {
  const match = /^`\s*([\w.:-]+)\s*(?:\(([\s\S]*)\))?\s*`$/.exec(call);
  const [, name = '', values] = match ?? [];
  state.calls += 1;
  if (depth >= LIMITS.query.macroNestingMax || state.calls > LIMITS.query.macrosMax) {
    note(state, 'macro-too-deep', place, 'Macros are nested too deeply or used too often.');
    return '';
  }
  const text = match === null ? undefined : state.expand(name, splitValues(values));
  if (text === undefined) {
    note(state, 'macro-unavailable', place, `Unknown macro \`${name === '' ? call : name}\`.`);
    return '';
  }
  if (text.length > LIMITS.query.textCharactersMax) {
    const message = `The text of \`${name}\` is longer than a query may be.`;
    note(state, 'text-too-long', place, message);
    return '';
  }
  return runsOf(text)
    .map((run) => {
      const part = text.slice(run.start, run.end);
      return run.isMacro ? expandCall(state, part, place, depth + 1) : part;
    })
    .join('');
}

/** Arguments are parted by commas outside quotes and parentheses. */
function splitValues(text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return [];
  const values: string[] = [];
  let start = 0;
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = (endOfQuoted(text, at) ?? text.length) - 1;
    else if (character === '(') open += 1;
    else if (character === ')') open -= 1;
    else if (character === ',' && open === 0) {
      values.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...values, text.slice(start).trim()];
}

function note(
  state: Expansion,
  code: DiagnosticCode,
  place: { readonly start: number; readonly end: number },
  message: string,
): void {
  if (state.diagnostics.length >= LIMITS.query.diagnosticsMax) return;
  const { start, end } = place;
  state.diagnostics.push({
    code,
    severity: 'error',
    start,
    end,
    message,
    expected: [],
    fix: undefined,
  });
}

function carryBack(pieces: readonly Piece[], diagnostic: Diagnostic): Diagnostic {
  const start = toGivenPosition(pieces, diagnostic.start, false);
  const end = Math.max(start, toGivenPosition(pieces, diagnostic.end, true));
  const isMoved = pieces.some(
    (piece) => piece.isMacro && piece.start < diagnostic.end && piece.end > diagnostic.start,
  );
  const { fix } = diagnostic;
  // A change inside the text of a macro cannot be offered where only its name stands.
  const movedFix = fix && {
    ...fix,
    start: toGivenPosition(pieces, fix.start, false),
    end: toGivenPosition(pieces, fix.end, true),
  };
  return { ...diagnostic, start, end, fix: isMoved ? undefined : movedFix };
}

function toGivenPosition(pieces: readonly Piece[], position: number, isEnd: boolean): number {
  const piece =
    pieces.find((each) =>
      isEnd
        ? position > each.start && position <= each.end
        : position >= each.start && position < each.end,
    ) ?? pieces.at(-1);
  if (piece === undefined) return position;
  if (piece.isMacro) return isEnd ? piece.givenEnd : piece.given;
  return piece.given + (position - piece.start);
}
