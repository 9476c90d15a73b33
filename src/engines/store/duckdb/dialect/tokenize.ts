import { UntranslatableStatement } from './untranslatable-statement.ts';

export type Token =
  /** A name or a keyword; only an unquoted word can be a keyword. */
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'number'; readonly text: string }
  /** The text itself, without quotes and escapes. */
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly type: string }
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'end' };

const BLANK = /\s+/y;
const WORD = /[A-Za-z_][A-Za-z_0-9]*/y;
const NUMBER = /[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const PARAMETER = /\{([A-Za-z_0-9]+):([^{}]+)\}/y;
const SYMBOL = /->|<=|>=|!=|<>|\|\||[-+*/%=<>(),.[\]]/y;
/** Everything up to the closing quote; a backslash escapes the next character. */
const STRING = /'((?:[^'\\]|\\[\s\S])*)'/y;
const QUOTED_WORD = /`((?:[^`\\]|\\[\s\S])*)`/y;

/** The last token is always `end`. Each character is examined a bounded number of times. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (take(BLANK); at < text.length; take(BLANK)) {
    const start = at;
    const token = nextToken(text.charAt(at), take);
    if (token === undefined) {
      throw new UntranslatableStatement(`no known word at ${start} of the statement`);
    }
    tokens.push(token);
  }
  tokens.push({ kind: 'end' });
  return tokens;
}

function nextToken(
  first: string,
  take: (pattern: RegExp) => RegExpExecArray | null,
): Token | undefined {
  if (first === "'") {
    const found = take(STRING);
    return found === null ? undefined : { kind: 'string', text: unescapeText(found[1] ?? '') };
  }
  if (first === '`') {
    const found = take(QUOTED_WORD);
    if (found === null) return undefined;
    return { kind: 'word', text: unescapeText(found[1] ?? ''), isQuoted: true };
  }
  if (first === '{') {
    const found = take(PARAMETER);
    if (found === null) return undefined;
    return { kind: 'parameter', name: found[1] ?? '', type: (found[2] ?? '').trim() };
  }
  const number = take(NUMBER);
  if (number !== null) return { kind: 'number', text: number[0] };
  const word = take(WORD);
  if (word !== null) return { kind: 'word', text: word[0], isQuoted: false };
  const symbol = take(SYMBOL);
  return symbol === null ? undefined : { kind: 'symbol', text: symbol[0] };
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  0: '\0',
  a: '\x07',
  v: '\v',
};

/**
 * A backslash before a quote or a backslash represents that character; before other characters without a special
 * meaning it is kept.
 */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\s\S])/g, (whole, character: string) => {
    if (character === '\\' || character === "'" || character === '`') return character;
    return ESCAPES[character] ?? whole;
  });
}
