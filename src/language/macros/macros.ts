/**
 * Macros, `` `name(arguments)` ``, are replaced by their text before the query is read. Positions found in
 * the new text are carried back to the macro call they came from.
 */
import { LIMITS } from '../../spec/limits.ts';
import type { Diagnostic, DiagnosticCode } from '../diagnose/diagnostics.ts';
import { endOfComment, endOfQuoted } from '../parser/lexer.ts';

export interface MacroDefinition {
  readonly name: string;
  /** Names of its arguments; `$name$` in the definition is replaced by the value. */
  readonly arguments: readonly string[];
  readonly definition: string;
  /** The definition is an expression whose result is the text. */
  readonly isEval?: boolean;
  /** An expression about the arguments that must be true, or give no text. */
  readonly validation?: string | null;
  /** The message if the validation fails. */
  readonly errorMessage?: string | null;
}

/** The text of a macro; why it cannot be used with these values; undefined when there is none of this name. */
export type ExpandMacro = (
  name: string,
  values: readonly string[],
) => string | MacroProblem | undefined;

export interface MacroProblem {
  readonly problem: string;
}

export interface ExpandedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Macros were expanded: positions differ from those in the original text. */
  readonly isExpanded: boolean;
  /** The same problem at its position in the original text; a problem inside a macro names the macro. */
  toGiven<Code extends string>(diagnostic: Diagnostic<Code>): Diagnostic<Code>;
  /** The same place in the original text. */
  placeOf(place: Place): Place;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A run of the new text and where it came from. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly given: number;
  readonly givenEnd: number;
  readonly isMacro: boolean;
  /** The call, of a macro. */
  readonly call: string;
}

interface Expansion {
  readonly expand: ExpandMacro;
  readonly diagnostics: Diagnostic[];
  calls: number;
}

export function expandMacros(text: string, expand: ExpandMacro | undefined): ExpandedText {
  if (expand === undefined || !text.includes('`')) return asGiven(text, []);
  const state: Expansion = { expand, diagnostics: [], calls: 0 };
  const pieces: Piece[] = [];
  let expanded = '';
  for (const run of runsOf(text)) {
    const content = run.isMacro
      ? expandCall(state, text.slice(run.start, run.end), run, [])
      : text.slice(run.start, run.end);
    const start = expanded.length;
    expanded += content;
    const { start: given, end: givenEnd, isMacro } = run;
    const call = isMacro ? text.slice(given, givenEnd) : '';
    pieces.push({ start, end: expanded.length, given, givenEnd, isMacro, call });
  }
  if (expanded.length > LIMITS.query.textCharactersMax) {
    const max = LIMITS.query.textCharactersMax;
    const message = `After macro expansion, the query has ${expanded.length} characters. The limit is ${max}.`;
    note(state, 'text-too-long', { start: 0, end: text.length }, message);
    return asGiven(text, state.diagnostics);
  }
  return {
    text: expanded,
    diagnostics: state.diagnostics,
    isExpanded: state.calls > 0,
    toGiven: (diagnostic) => carryBack(pieces, diagnostic),
    placeOf: (place) => toGivenPlace(pieces, place),
  };
}

function asGiven(text: string, diagnostics: readonly Diagnostic[]): ExpandedText {
  return {
    text,
    diagnostics,
    isExpanded: false,
    toGiven: (diagnostic) => diagnostic,
    placeOf: (place) => place,
  };
}

export interface MacroCall {
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns the macros that a text calls directly; ignores text in backticks that is not a call. */
export function macroCalls(text: string): MacroCall[] {
  if (!text.includes('`')) return [];
  return runsOf(text).flatMap((run) => {
    const call = run.isMacro ? readCall(text.slice(run.start, run.end)) : undefined;
    return call === undefined ? [] : [call];
  });
}

function readCall(text: string): MacroCall | undefined {
  const match = /^`\s*([\w.:-]+)\s*(?:\(([\s\S]*)\))?\s*`$/.exec(text);
  return match === null ? undefined : { name: match[1] ?? '', values: splitValues(match[2]) };
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

/** `within` are the macros whose text the call is in, outside first. */
function expandCall(state: Expansion, text: string, place: Run, within: readonly string[]): string {
  const call = readCall(text);
  const name = call?.name ?? '';
  const values = call?.values ?? [];
  const key = values.length === 0 ? name : `${name}(${values.join(', ')})`;
  state.calls += 1;
  if (within.includes(key)) {
    const circle = [...within.slice(within.indexOf(key)), key].map((each) => `\`${each}\``);
    note(state, 'macro-too-deep', place, `A macro refers to itself: ${circle.join(' → ')}.`);
    return '';
  }
  if (within.length >= LIMITS.query.macroNestingMax || state.calls > LIMITS.query.macrosMax) {
    note(state, 'macro-too-deep', place, 'Macros are nested too deeply or called too often.');
    return '';
  }
  const found = call === undefined ? undefined : state.expand(name, values);
  if (found === undefined) {
    const inside = within.length === 0 ? '' : ` It is used by the macro \`${within.at(-1)}\`.`;
    const message = `Unknown macro \`${name === '' ? text : name}\`.${inside}`;
    note(state, 'macro-unavailable', place, message);
    return '';
  }
  if (typeof found !== 'string') {
    note(state, 'macro-refused', place, found.problem);
    return '';
  }
  if (found.length > LIMITS.query.textCharactersMax) {
    const message = `The definition of \`${name}\` exceeds the maximum length of a query.`;
    note(state, 'text-too-long', place, message);
    return '';
  }
  return runsOf(found)
    .map((run) => {
      const part = found.slice(run.start, run.end);
      return run.isMacro ? expandCall(state, part, place, [...within, key]) : part;
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

function note(state: Expansion, code: DiagnosticCode, place: Place, message: string): void {
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

function carryBack<Code extends string>(
  pieces: readonly Piece[],
  diagnostic: Diagnostic<Code>,
): Diagnostic<Code> {
  const { start, end } = toGivenPlace(pieces, diagnostic);
  const moved = pieces.find(
    (piece) => piece.isMacro && piece.start < diagnostic.end && piece.end > diagnostic.start,
  );
  const { fix } = diagnostic;
  // A change inside the text of a macro cannot be offered where only its name appears.
  const movedFix = fix && { ...fix, ...toGivenPlace(pieces, fix) };
  if (moved === undefined) return { ...diagnostic, start, end, fix: movedFix };
  const isWithin = moved.start <= diagnostic.start && moved.end >= diagnostic.end;
  const message = isWithin
    ? `In the macro ${shortCall(moved.call)}: ${diagnostic.message}`
    : diagnostic.message;
  return { ...diagnostic, message, start, end, fix: undefined };
}

const CALL_CHARACTERS_MAX = 60;

function shortCall(call: string): string {
  return call.length > CALL_CHARACTERS_MAX ? `${call.slice(0, CALL_CHARACTERS_MAX)}…\`` : call;
}

function toGivenPlace(pieces: readonly Piece[], place: Place): Place {
  const start = toGivenPosition(pieces, place.start, false);
  return { start, end: Math.max(start, toGivenPosition(pieces, place.end, true)) };
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
