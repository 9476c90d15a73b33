/**
 * Splits query text into tokens. The meaning of a character depends on its context: `a-b` is one word in a search and a
 * subtraction in `eval`. So the parser requests the next token in one of four modes, and the scanner is a pure function
 * of text, position and mode. Every scan only moves forward.
 */

export type Mode =
  /** Terms of a search: nearly everything is part of a word. */
  | 'search'
  /** Right-hand side of a comparison in a search; also reads `=`, `<` and `>`. */
  | 'value'
  /** Values of an IN list: a comma ends a word. */
  | 'list'
  /** Arguments of commands: field names, options, clause words. */
  | 'argument'
  /** `eval` and `where`. */
  | 'expression';

export type TokenKind =
  | 'end'
  | 'word'
  | 'number'
  /** In double quotes. */
  | 'text'
  /** In single quotes: a field name. */
  | 'name'
  /** In backticks. */
  | 'macro'
  /** `$name$` in an expression; elsewhere it is an ordinary word. */
  | 'variable'
  /** A pipe, bracket, comma or operator; also any character that fits nowhere. */
  | 'symbol'
  /** A quote that is never closed; reaches to the end of the text. */
  | 'unclosed';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

const WORD_ENDS: Readonly<Record<'search' | 'value' | 'list' | 'argument', string>> = {
  search: '|[]()"`=<>',
  value: '|[]()"`',
  list: '|[]()"`,',
  argument: '|[]()"\'`,=<>!+',
};

const OPERATORS = ['==', '!=', '<=', '>=', '&&', '||'];

export function scanToken(text: string, from: number, mode: Mode): Token {
  const start = skipTrivia(text, from);
  if (start >= text.length) return { kind: 'end', start, end: start };
  const character = text.charAt(start);
  if (character === '"') return scanQuoted(text, start, 'text');
  if (character === "'" && mode !== 'value' && mode !== 'list') {
    return scanQuoted(text, start, 'name');
  }
  if (character === '`') return scanQuoted(text, start, 'macro');
  return mode === 'expression' ? scanExpression(text, start) : scanPlain(text, start, mode);
}

/** The first position at or after `from` that is neither white space nor in a comment. */
export function skipTrivia(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (isSpace(text.charAt(at))) {
      at += 1;
    } else if (text.startsWith('```', at)) {
      at = endOfComment(text, at);
    } else {
      break;
    }
  }
  return at;
}

/** The position after the comment that begins at `at`; an open one reaches to the end. */
export function endOfComment(text: string, at: number): number {
  const close = text.indexOf('```', at + 3);
  return close < 0 ? text.length : close + 3;
}

/** The position after the quoted run that begins at `at`, or undefined when it is never closed. */
export function endOfQuoted(text: string, at: number): number | undefined {
  const quote = text.charAt(at);
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text.charAt(next);
    if (character === '\\') next += 1;
    else if (character === quote) return next + 1;
  }
  return undefined;
}

export function isSpace(character: string): boolean {
  return character <= ' ' || (character > '\u007F' && /\s/.test(character));
}

/** Whether `eval` and `where` read the name without quotes: plain words, joined with dots. */
export function isBareName(name: string): boolean {
  return (
    /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u.test(name) &&
    !/^(?:and|or|not|xor|like|in)$/i.test(name)
  );
}

/** Words that begin a clause of some command; as field names they need quotes. */
const CLAUSE_WORDS =
  'as asc by desc from groupby in limit notin output outputnew over sortby where with'.split(' ');

/** A field name that commands read without quotes. */
export function isBareArgument(text: string): boolean {
  return (
    /^[\p{L}\p{N}_@$#{}*][\p{L}\p{N}_@$#{}*.:/-]*$/u.test(text) &&
    !/^\d+$/.test(text) &&
    !CLAUSE_WORDS.includes(text.toLowerCase())
  );
}

/** Whether a search reads the text as one word without quotes. */
export function isBareWord(text: string): boolean {
  return (
    /^[\p{L}\p{N}_.\-:/@*$#%&+?~^;{}\\]+$/u.test(text) &&
    !/^(?:AND|OR|NOT|IN)$/.test(text) &&
    !/^(?:search|by|groupby)$/i.test(text)
  );
}

function scanQuoted(text: string, start: number, kind: 'text' | 'name' | 'macro'): Token {
  const end = endOfQuoted(text, start);
  return end === undefined ? { kind: 'unclosed', start, end: text.length } : { kind, start, end };
}

function scanPlain(text: string, start: number, mode: keyof typeof WORD_ENDS): Token {
  const end = endOfWord(text, start, mode);
  return end > start ? { kind: 'word', start, end } : scanSymbol(text, start);
}

function endOfWord(text: string, start: number, mode: keyof typeof WORD_ENDS): number {
  const ends = WORD_ENDS[mode];
  // A sign in front is the direction of a sort or the minus of `fields -`, never part of a name.
  if (mode === 'argument' && text.charAt(start) === '-') return start;
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (isSpace(character) || ends.includes(character)) break;
    if (mode === 'search' && character === '!' && text.charAt(at + 1) === '=') break;
    if (mode !== 'list' && character === ',' && isCommaAtEnd(text, at)) break;
    const isEscaped =
      character === '\\' && mode !== 'argument' && '\\"|*'.includes(following(text, at));
    at += isEscaped ? 2 : 1;
  }
  return Math.min(at, text.length);
}

/** The character after `at`, or one that fits no list at the end of the text. */
function following(text: string, at: number): string {
  return at + 1 < text.length ? text.charAt(at + 1) : ' ';
}

function isCommaAtEnd(text: string, at: number): boolean {
  const after = following(text, at);
  return isSpace(after) || after === ')' || after === ',';
}

function scanSymbol(text: string, start: number): Token {
  const two = text.slice(start, start + 2);
  if (OPERATORS.includes(two) && two !== '&&' && two !== '||') {
    return { kind: 'symbol', start, end: start + 2 };
  }
  return { kind: 'symbol', start, end: start + characterLength(text, start) };
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const VARIABLE = /\$[a-z][a-z0-9_]{0,31}\$/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/uy;

function scanExpression(text: string, start: number): Token {
  const nameEnd = matchAt(NAME, text, start);
  if (nameEnd > start) return { kind: 'word', start, end: nameEnd };
  const variableEnd = matchAt(VARIABLE, text, start);
  if (variableEnd > start) return { kind: 'variable', start, end: variableEnd };
  const numberEnd = matchAt(NUMBER, text, start);
  if (numberEnd > start) return { kind: 'number', start, end: numberEnd };
  const length = OPERATORS.includes(text.slice(start, start + 2))
    ? 2
    : characterLength(text, start);
  return { kind: 'symbol', start, end: start + length };
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
