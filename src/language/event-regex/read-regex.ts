/**
 * Parses a regular expression as written for logs (the common subset of JavaScript, PCRE and RE2) into a tree, and
 * rewrites it for JavaScript. Refuses look-around and back-references, which cannot be matched in bounded time;
 * patterns that could take too long are found by inspecting the tree.
 */
import {
  allBut,
  ANY_CHARACTER,
  anyCase,
  type CharacterSet,
  CLASS_ESCAPES,
  NO_CHARACTER,
  POSIX_CLASSES,
  setOfRange,
  setOfText,
} from './character-set.ts';

export type RegexNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  /** Matches no character: the beginning, the end, a word boundary. */
  | { readonly kind: 'place'; readonly isStart: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[]; readonly at: number }
  | {
      readonly kind: 'repeat';
      readonly body: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly at: number;
    };

export interface ReadRegex {
  readonly tree: RegexNode;
  /** For `new RegExp`. */
  readonly source: string;
  readonly flags: string;
  /** Of the named groups, in order. */
  readonly names: readonly string[];
}

/** Why a pattern is refused, and where. */
export class RegexFault extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.name = 'RegexFault';
    this.position = position;
  }
}

interface Reader {
  readonly text: string;
  at: number;
  source: string;
  isAnyCase: boolean;
  isUnicode: boolean;
  readonly names: string[];
  depth: number;
  properties: number;
}

const DEPTH_MAX = 50;
const REPEAT_MAX = 1_000;
/** Each `\p{…}` expands to hundreds of ranges, which the engine writes out twice. */
const PROPERTIES_MAX = 100;

export function readRegex(text: string): ReadRegex {
  const flags = /^\(\?([ims]+)\)/.exec(text);
  const reader: Reader = {
    text,
    at: flags?.[0].length ?? 0,
    source: '',
    isAnyCase: flags?.[1]?.includes('i') ?? false,
    isUnicode: /[^\p{ASCII}]|\\[pP]/u.test(text),
    names: [],
    depth: 0,
    properties: 0,
  };
  const tree = readChoice(reader);
  if (reader.at < text.length) throw new RegexFault(reader.at, 'This ) has no matching (.');
  const letters = ['i', 'm', 's'].filter((letter) => flags?.[1]?.includes(letter));
  const own = letters.join('') + (reader.isUnicode ? 'u' : '');
  return { tree, source: reader.source, flags: own, names: reader.names };
}

function peek(reader: Reader): string {
  return reader.text.charAt(reader.at);
}

function readChoice(reader: Reader): RegexNode {
  const { at } = reader;
  const branches = [readSequence(reader)];
  while (peek(reader) === '|') {
    emit(reader, '|', 1);
    branches.push(readSequence(reader));
  }
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches, at };
}

function emit(reader: Reader, written: string, length: number): void {
  reader.source += written;
  reader.at += length;
}

function readSequence(reader: Reader): RegexNode {
  const parts: RegexNode[] = [];
  while (reader.at < reader.text.length && peek(reader) !== '|' && peek(reader) !== ')') {
    parts.push(readRepeat(reader));
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
}

function readRepeat(reader: Reader): RegexNode {
  const { at } = reader;
  const body = readAtom(reader);
  const range = /^(?:[*+?]|\{(\d{1,5})(?:(,)(\d{0,5}))?\})/.exec(
    reader.text.slice(reader.at, reader.at + 16),
  );
  if (range === null) return body;
  if (body.kind === 'place') throw new RegexFault(at, 'Nothing to repeat.');
  emit(reader, range[0], range[0].length);
  if (peek(reader) === '?') emit(reader, '?', 1);
  if (/^[*+?]|^\{\d/.test(reader.text.slice(reader.at, reader.at + 2))) {
    throw new RegexFault(reader.at, 'Nested quantifiers aren’t allowed.');
  }
  return { kind: 'repeat', body, ...boundsOf(range, at), at };
}

function boundsOf(range: RegExpExecArray, at: number): { min: number; max: number } {
  const [sign = '', low = '0', comma, high] = range;
  if (!sign.startsWith('{')) {
    return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  }
  const min = Number(low);
  const isOpen = comma !== undefined && high === '';
  const max = isOpen ? Infinity : comma === undefined ? min : Number(high);
  if (max < min) throw new RegexFault(at, 'The bounds of the repetition are reversed.');
  if (min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX)) {
    throw new RegexFault(at, `A repetition can have at most ${REPEAT_MAX} rounds.`);
  }
  return { min, max };
}

function readAtom(reader: Reader): RegexNode {
  const character = peek(reader);
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(reader);
    case '.':
      emit(reader, '.', 1);
      return { kind: 'character', set: ANY_CHARACTER };
    case '^':
    case '$':
      emit(reader, character, 1);
      return { kind: 'place', isStart: character === '^' };
    case '*':
    case '+':
    case '?':
      throw new RegexFault(reader.at, 'Nothing to repeat.');
    default:
      return readLiteral(reader);
  }
}

function readLiteral(reader: Reader): RegexNode {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  const isPlainBrace = character === '{' || character === '}' || character === ']';
  emit(reader, isPlainBrace ? `\\${character}` : character, character.length);
  return characterNode(reader, setOfText(character));
}

function characterNode(reader: Reader, set: CharacterSet): RegexNode {
  return { kind: 'character', set: reader.isAnyCase ? anyCase(set) : set };
}

function readGroup(reader: Reader): RegexNode {
  const start = reader.at;
  openGroup(reader);
  reader.depth += 1;
  if (reader.depth > DEPTH_MAX) throw new RegexFault(start, 'Groups are nested too deeply.');
  const inner = readChoice(reader);
  if (peek(reader) !== ')') throw new RegexFault(start, 'Unclosed (.');
  emit(reader, ')', 1);
  reader.depth -= 1;
  // A group with a single element is that element; quantifying it would repeat a repetition.
  return inner.kind === 'repeat' ? { kind: 'sequence', parts: [inner] } : inner;
}

function openGroup(reader: Reader): void {
  const rest = reader.text.slice(reader.at, reader.at + 200);
  const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest);
  if (named !== null) {
    const [head, name = ''] = named;
    if (reader.names.includes(name)) {
      throw new RegexFault(reader.at, `Duplicate group name ${name}.`);
    }
    reader.names.push(name);
    return emit(reader, `(?<${name}>`, head.length);
  }
  if (rest.startsWith('(?:')) return emit(reader, '(?:', 3);
  if (!rest.startsWith('(?')) return emit(reader, '(', 1);
  if (/^\(\?<?[=!]/.test(rest)) {
    throw new RegexFault(reader.at, "Lookaround isn't supported.");
  }
  if (/^\(\?P?</.test(rest)) {
    const message =
      'A group name can only contain letters, digits and _, and must not start with a digit.';
    throw new RegexFault(reader.at, message);
  }
  const message = "This kind of group isn't supported. Put flags such as (?i) at the start.";
  throw new RegexFault(reader.at, message);
}

const SYNTAX = '\\^$.*+?()[]{}|/';
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

function readEscape(reader: Reader): RegexNode {
  const letter = reader.text.charAt(reader.at + 1);
  if (letter === 'A' || letter === 'z' || letter === 'Z') {
    emit(reader, letter === 'A' ? '^' : '$', 2);
    return { kind: 'place', isStart: letter === 'A' };
  }
  if (letter === 'b' || letter === 'B') {
    emit(reader, `\\${letter}`, 2);
    return { kind: 'place', isStart: false };
  }
  const { set, written, length } = escapeAt(reader, reader.at);
  emit(reader, written, length);
  return characterNode(reader, set);
}

interface Escape {
  readonly set: CharacterSet;
  readonly written: string;
  readonly length: number;
}

function escapeAt(reader: Reader, at: number): Escape {
  const letter = reader.text.charAt(at + 1);
  if (letter === '') throw new RegexFault(at, 'The pattern ends with a backslash.');
  const known = CLASS_ESCAPES[letter];
  if (known !== undefined) return { set: known, written: `\\${letter}`, length: 2 };
  const control = CONTROLS[letter];
  if (control !== undefined) {
    return { set: setOfRange(control, control), written: `\\${letter}`, length: 2 };
  }
  const rest = reader.text.slice(at, at + 60);
  const code = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(rest);
  if (code !== null) {
    const value = Number.parseInt(code[1] ?? code[2] ?? '', 16);
    return { set: setOfRange(value, value), written: code[0], length: code[0].length };
  }
  const property = /^\\[pP]\{[\w=]{1,50}\}/.exec(rest);
  if (property !== null) {
    reader.properties += 1;
    if (reader.properties > PROPERTIES_MAX) {
      const message = `A pattern can have at most ${PROPERTIES_MAX} properties such as ${property[0]}.`;
      throw new RegexFault(at, message);
    }
    return { set: ANY_CHARACTER, written: property[0], length: property[0].length };
  }
  if (/[1-9k]/.test(letter)) throw new RegexFault(at, "Backreferences aren't supported.");
  if (/[A-Za-z]/.test(letter)) throw new RegexFault(at, `\\${letter} isn’t supported.`);
  const character = String.fromCodePoint(reader.text.codePointAt(at + 1) ?? 0);
  const written = SYNTAX.includes(character) ? `\\${character}` : character;
  return { set: setOfText(character), written, length: 1 + character.length };
}

function readClass(reader: Reader): RegexNode {
  const start = reader.at;
  const isNegated = reader.text.charAt(start + 1) === '^';
  let written = isNegated ? '[^' : '[';
  let at = start + written.length;
  let set = NO_CHARACTER;
  let isFirst = true;
  for (;;) {
    const character = reader.text.charAt(at);
    if (character === '') throw new RegexFault(start, 'Unclosed [.');
    if (character === ']' && !isFirst) break;
    const item = classItem(reader, at);
    written += item.written;
    set |= item.set;
    at += item.length;
    isFirst = false;
  }
  emit(reader, `${written}]`, at + 1 - start);
  const folded = reader.isAnyCase ? anyCase(set) : set;
  return { kind: 'character', set: isNegated ? allBut(folded) : folded };
}

function classItem(reader: Reader, at: number): Escape {
  const posix = /^\[:(\w{1,8}):\]/.exec(reader.text.slice(at, at + 13));
  if (posix !== null) {
    const known = POSIX_CLASSES[posix[1] ?? ''];
    if (known === undefined) throw new RegexFault(at, `${posix[0]} is not known.`);
    return { set: known.set, written: known.text, length: posix[0].length };
  }
  const low = classCharacter(reader, at);
  const dash = at + low.length;
  const next = reader.text.charAt(dash + 1);
  if (reader.text.charAt(dash) !== '-' || next === ']' || next === '' || low.code === undefined) {
    return low;
  }
  const high = classCharacter(reader, dash + 1);
  if (high.code === undefined || high.code < low.code) {
    throw new RegexFault(at, 'This character range is reversed.');
  }
  return {
    set: setOfRange(low.code, high.code),
    written: `${low.written}-${high.written}`,
    length: low.length + 1 + high.length,
  };
}

function classCharacter(reader: Reader, at: number): Escape & { readonly code?: number } {
  const character = String.fromCodePoint(reader.text.codePointAt(at) ?? 0);
  const code = character.codePointAt(0) ?? 0;
  if (character !== '\\') {
    const written = '[]^-'.includes(character) ? `\\${character}` : character;
    return { set: setOfRange(code, code), written, length: character.length, code };
  }
  const letter = reader.text.charAt(at + 1);
  if (letter === 'b') return { set: setOfRange(8, 8), written: '\\b', length: 2, code: 8 };
  const escape = escapeAt(reader, at);
  if (letter === '-') return { ...escape, written: '\\-', code: 45 };
  const isClass = letter in CLASS_ESCAPES || /[pP]/.test(letter);
  if (isClass) return escape;
  const control = CONTROLS[letter];
  if (control !== undefined) return { ...escape, code: control };
  const hex = /^\\[xu]([0-9A-Fa-f]+)$/.exec(escape.written);
  if (hex !== null) return { ...escape, code: Number.parseInt(hex[1] ?? '', 16) };
  return { ...escape, code: reader.text.codePointAt(at + 1) ?? 0 };
}
