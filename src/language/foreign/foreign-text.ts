/** What readers of other query languages share: tokens, and how names, values and conditions are written here. */

export interface ForeignToken {
  readonly kind: 'word' | 'text' | 'name' | 'number' | 'symbol' | 'end';
  /** As written; for quoted text, the content between the quotes. */
  readonly text: string;
}

export interface ForeignReader {
  readonly tokens: readonly ForeignToken[];
  at: number;
}

/** Thrown if a text cannot be expressed in our language. */
export class NotTranslatable extends Error {}

const END: ForeignToken = { kind: 'end', text: '' };
const WORD = /[\p{L}_@][\p{L}\p{N}_.@]*/uy;
const NUMBER = /\d+(?:\.\d+)?[a-z]*/y;
const SYMBOL = /\|=|\|~|!=|!~|=~|==|<>|>=|<=|::|[^\s]/uy;

/** `quotes` defines the content of each kind of quote: text or a name. */
export function readTokens(
  text: string,
  quotes: Readonly<Record<string, 'text' | 'name'>>,
): ForeignToken[] {
  const tokens: ForeignToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character.trim() === '') {
      at += 1;
      continue;
    }
    const holds = quotes[character];
    if (holds !== undefined) {
      const [inside, end] = quoted(text, at, character);
      tokens.push({ kind: holds, text: inside });
      at = end;
      continue;
    }
    const word = take(WORD);
    const number = word === undefined ? take(NUMBER) : undefined;
    const symbol = word ?? number ?? take(SYMBOL) ?? character;
    const kind = word !== undefined ? 'word' : number !== undefined ? 'number' : 'symbol';
    tokens.push({ kind, text: symbol });
  }
  return tokens;
}

/** Returns the content between two quotes, and its end; a doubled quote and a backslash escape. */
function quoted(text: string, start: number, quote: string): [string, number] {
  let inside = '';
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    const after = text.charAt(at + 1);
    if (character === '\\' && quote !== '`' && (after === quote || after === '\\')) {
      inside += after;
      at += 1;
    } else if (character !== quote) inside += character;
    else if (quote === "'" && after === quote) {
      inside += quote;
      at += 1;
    } else return [inside, at + 1];
  }
  throw new NotTranslatable();
}

export function peek({ tokens, at }: ForeignReader, further = 0): ForeignToken {
  return tokens[at + further] ?? END;
}

export function next(reader: ForeignReader): ForeignToken {
  const token = peek(reader);
  reader.at += 1;
  return token;
}

export function isWord(reader: ForeignReader, word: string, further = 0): boolean {
  const { kind, text } = peek(reader, further);
  return kind === 'word' && text.toLowerCase() === word;
}

export function takeWord(reader: ForeignReader, ...words: readonly string[]): boolean {
  if (!words.every((word, i) => isWord(reader, word, i))) return false;
  reader.at += words.length;
  return true;
}

export function takeSymbol(reader: ForeignReader, symbol: string): boolean {
  const { kind, text } = peek(reader);
  if (kind !== 'symbol' || text !== symbol) return false;
  reader.at += 1;
  return true;
}

export function demand(isThere: boolean): void {
  if (!isThere) throw new NotTranslatable();
}

/** A condition in search syntax; `kind` determines whether it needs parentheses. */
export interface Condition {
  readonly kind: 'one' | 'and' | 'or';
  readonly text: string;
}

export function one(text: string): Condition {
  return { kind: 'one', text };
}

export function allOf(parts: readonly Condition[]): Condition {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { kind: 'and', text: parts.map((part) => within(part, 'or')).join(' ') };
}

export function anyOf(parts: readonly Condition[]): Condition {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { kind: 'or', text: parts.map((part) => within(part, 'and')).join(' OR ') };
}

export function noneOf(part: Condition): Condition {
  return one(`NOT ${part.kind === 'one' ? part.text : `(${part.text})`}`);
}

function within({ kind, text }: Condition, grouped: Condition['kind']): string {
  return kind === grouped ? `(${text})` : text;
}

/** What other tools call the fields that every event has here. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  '@timestamp': '_time',
  body: 'event',
  created_at: '_time',
  line: 'event',
  log_level: 'level',
  message: 'event',
  msg: 'event',
  severity: 'level',
  time: '_time',
  timestamp: '_time',
  ts: '_time',
};

export function fieldName(name: string): string {
  const lowered = name.toLowerCase();
  return Object.hasOwn(FIELD_NAMES, lowered) ? (FIELD_NAMES[lowered] ?? name) : name;
}

/** A name as commands take it. */
export function writeName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `"${name.replaceAll('"', '')}"`;
}

/** Writes a value or phrase of a search; `*` is a wildcard only where the caller has put it. */
export function writeValue(value: string): string {
  const isBare = /^[\p{L}\p{N}_./-]+$/u.test(value) && !/^(?:and|or|not|in|by|as)$/i.test(value);
  return isBare ? value : `"${value.replaceAll(/[\\"*]/g, '\\$&')}"`;
}

/** The same with wildcards, each written as `\0` so that stars of the value stay stars. */
export function writePattern(pattern: string): string {
  const escaped = pattern.replaceAll('*', '\\*').replaceAll('\0', '*');
  return /^[\p{L}\p{N}_./*-]+$/u.test(escaped) ? escaped : `"${escaped.replaceAll('"', '\\"')}"`;
}
