/**
 * Which events a pipeline applies to: a search expression, evaluated in memory with the same meaning as a search in the
 * store. Every part takes time linear in the length of the text.
 */
import { BlockList, isIP } from 'node:net';
import {
  canonicalField,
  type ComparisonOperator,
  fits,
  parse,
  type SearchExpression,
  type SearchValue,
  type Term,
} from '../../language/index.ts';
import { type PipelineEvent, readField } from './pipeline-event.ts';

export type Matcher = (event: PipelineEvent) => boolean;

/** Why an expression cannot be used to match events. */
export interface MatchProblem {
  readonly message: string;
  readonly position: number;
}

export type MatchResult = { readonly matcher: Matcher } | { readonly problem: MatchProblem };

export function compileMatch(text: string): MatchResult {
  const { query, diagnostics } = parse(text);
  if (query === undefined) {
    const [first] = diagnostics;
    return problem(first?.message ?? 'Query syntax error.', first?.start ?? 0);
  }
  const [search, second] = query.stages;
  if (second !== undefined) {
    return problem('Use a search expression without commands.', second.start);
  }
  if (search?.kind !== 'search') {
    return problem('Use a search expression.', search?.start ?? 0);
  }
  const time = search.earliest ?? search.latest;
  if (time !== undefined) {
    return problem("Time ranges aren't supported here.", time.start);
  }
  try {
    return { matcher: compile(search.expression) };
  } catch (error) {
    if (error instanceof MatchFault) return problem(error.message, error.position);
    throw error;
  }
}

function problem(message: string, position: number): MatchResult {
  return { problem: { message, position } };
}

class MatchFault extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.name = 'MatchFault';
    this.position = position;
  }
}

function compile(expression: SearchExpression): Matcher {
  switch (expression.kind) {
    case 'everything':
      return () => true;
    case 'term': {
      const holds = textHasTerm(expression);
      return (event) => holds(event.body);
    }
    case 'comparison':
      return compare(expression.field.name, expression.operator, expression.value);
    case 'in': {
      const { field, values } = expression;
      const any = values.map((value) => compare(field.name, '=', value));
      return (event) => any.some((matcher) => matcher(event));
    }
    case 'not': {
      const operand = compile(expression.operand);
      return (event) => !operand(event);
    }
    case 'and': {
      const all = expression.operands.map(compile);
      return (event) => all.every((matcher) => matcher(event));
    }
    case 'or': {
      const any = expression.operands.map(compile);
      return (event) => any.some((matcher) => matcher(event));
    }
    case 'subsearch':
      throw new MatchFault(expression.start, "Subsearches aren't supported here.");
  }
}

function compare(name: string, operator: ComparisonOperator, wanted: SearchValue): Matcher {
  const field = canonicalField(name);
  if (field === '_time' || field === '_id') {
    throw new MatchFault(wanted.start, `${name} isn't available before the event is stored.`);
  }
  if (field === 'index') return compareIndex(operator, wanted);
  const isAttribute = field !== 'event' && field !== 'level' && field !== 'source';
  const test = compareValue(operator, wanted, isAttribute);
  return (event) => {
    const value = readField(event, field);
    // An empty attribute counts as missing, as in a search.
    if (value === undefined || (isAttribute && value === '')) return false;
    return test(value);
  };
}

type TextTest = (value: string) => boolean;

function compareValue(
  operator: ComparisonOperator,
  wanted: SearchValue,
  isAttribute: boolean,
): TextTest {
  if (operator === '=') return isAttribute ? attributeEquals(wanted) : equals(wanted);
  if (operator === '!=') {
    const same = equals(wanted);
    return (value) => !same(value);
  }
  return ordered(operator, wanted);
}

/** Numbers that people write in more than one way are found as they are indexed. */
function attributeEquals(wanted: SearchValue): TextTest {
  const [only] = wanted.pattern;
  if (wanted.pattern.length > 1) return equals(wanted);
  if (wanted.match === 'case') return (value) => value === only;
  const number = asNumber(only);
  const plain = String(number);
  const isWhole = /^-?\d+$/.test(plain);
  const spellings = new Set([only.toLowerCase()]);
  if (number !== undefined) spellings.add(plain.toLowerCase());
  if (isWhole) spellings.add(`${plain}.0`);
  const network = networkTest(only);
  return (value) => spellings.has(value.toLowerCase()) || (network?.(value) ?? false);
}

/** As numbers where both are, else as text; the whole value. */
function equals(wanted: SearchValue): TextTest {
  const [only] = wanted.pattern;
  const isExact = wanted.pattern.length === 1;
  if (wanted.match === 'case') {
    return isExact ? (value) => value === only : (value) => fits(wanted.pattern, value);
  }
  const [first, ...rest] = wanted.pattern;
  const lowered = [first.toLowerCase(), ...rest.map((piece) => piece.toLowerCase())] as const;
  if (!isExact) return (value) => fits(lowered, value.toLowerCase());
  const number = asNumber(only);
  const network = networkTest(only);
  return (value) => {
    const own = number === undefined ? undefined : asNumber(value);
    if (own !== undefined) return own === number;
    return value.toLowerCase() === lowered[0] || (network?.(value) ?? false);
  };
}

function ordered(operator: ComparisonOperator, wanted: SearchValue): TextTest {
  const text = wanted.pattern.join('*');
  const number = asNumber(text);
  return (value) => {
    const own = number === undefined ? undefined : asNumber(value);
    return own !== undefined && number !== undefined
      ? isOrdered(own, operator, number)
      : isOrdered(value, operator, text);
  };
}

function isOrdered<T extends string | number>(
  left: T,
  operator: ComparisonOperator,
  right: T,
): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '=':
      return left === right;
    case '!=':
      return left !== right;
  }
}

function asNumber(text: string): number | undefined {
  // Most values are no numbers, and their first character tells.
  const code = text.charCodeAt(0);
  if (code > 57 || text.length > 40) return undefined;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function networkTest(text: string): TextTest | undefined {
  const parts = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text);
  const [, address = '', bits = ''] = parts ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return (value) => {
    const kind = isIP(value);
    return kind !== 0 && network.check(value, kind === 4 ? 'ipv4' : 'ipv6');
  };
}

function compareIndex(operator: ComparisonOperator, wanted: SearchValue): Matcher {
  const [first, ...rest] = wanted.pattern;
  const pattern = [first.toLowerCase(), ...rest.map((piece) => piece.toLowerCase())] as const;
  if (operator === '=') return (event) => fits(pattern, event.index);
  if (operator === '!=') return (event) => !fits(pattern, event.index);
  const text = wanted.pattern.join('*');
  return (event) => isOrdered(event.index, operator, text);
}

/** Whether the text contains the term, at the borders of words or of unbroken terms. */
function textHasTerm({ pattern, match, start }: Term): TextTest {
  const pieces = match === 'case' ? [...pattern] : pattern.map((piece) => piece.toLowerCase());
  const isBetween = match === 'term' ? isBetweenTerms : isBetweenWords;
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const border = {
    before: match === 'term' || !isBetween(first.charCodeAt(0)),
    after: match === 'term' || !isBetween(last.charCodeAt(last.length - 1)),
    isBetween,
  };
  if (match === 'term' && pieces.length > 1) {
    if (pieces.some((piece) => /\s/.test(piece))) {
      throw new MatchFault(start, "TERM() with a wildcard can't contain spaces here.");
    }
    return (text) =>
      text
        .toLowerCase()
        .split(/\s+/)
        .some((part) => hasPieces(part, pieces, border));
  }
  return match === 'case'
    ? (text) => hasPieces(text, pieces, border)
    : (text) => hasPieces(text.toLowerCase(), pieces, border);
}

interface Border {
  readonly before: boolean;
  readonly after: boolean;
  readonly isBetween: (code: number) => boolean;
}

/** Matches each piece at its earliest position after the previous one: if that fails, nothing matches. */
function hasPieces(text: string, pieces: readonly string[], border: Border): boolean {
  const last = pieces.length - 1;
  let at = 0;
  for (let i = 0; i <= last; i++) {
    const piece = pieces[i] ?? '';
    const found = findPiece(text, piece, at, {
      before: border.before && i === 0,
      after: border.after && i === last,
      isBetween: border.isBetween,
    });
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

function findPiece(text: string, piece: string, from: number, border: Border): number {
  if (piece === '') return from;
  for (let at = text.indexOf(piece, from); at >= 0; at = text.indexOf(piece, at + 1)) {
    const end = at + piece.length;
    const startsWell = !border.before || at === 0 || border.isBetween(text.charCodeAt(at - 1));
    const endsWell = !border.after || end === text.length || border.isBetween(text.charCodeAt(end));
    if (startsWell && endsWell) return at;
  }
  return -1;
}

/** ASCII without letters and digits. */
function isBetweenWords(code: number): boolean {
  if (code > 127) return false;
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return !isDigit && !isLetter;
}

const TERM_BREAKERS = '[]<>(){}|!;,\'"*&?+';

function isBetweenTerms(code: number): boolean {
  const character = String.fromCharCode(code);
  return TERM_BREAKERS.includes(character) || /\s/.test(character);
}
