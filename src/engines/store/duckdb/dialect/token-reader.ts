import type { Token } from './tokenize.ts';
import type { Query } from './tree.ts';
import { StatementTooLarge, UntranslatableStatement } from './untranslatable-statement.ts';

/** A position in a list of tokens. `take…` methods advance if the token matches; `need…` methods require it. */
export interface TokenReader {
  peek(ahead?: number): Token;
  next(): Token;
  takeSymbol(text: string): boolean;
  needSymbol(text: string): void;
  /** All of the words or none. Keywords are case-insensitive. */
  takeWords(...words: readonly string[]): boolean;
  needWord(word: string): void;
  needName(): string;
  isAtEnd(): boolean;
  /** Parses a nested part; rejects nesting that is too deep before it overflows the stack. */
  deeper<T>(read: () => T): T;
  /** A statement within an expression. */
  query(): Query;
  refusal(): UntranslatableStatement;
}

/** Far beyond statements written by hand or by our compiler. */
const DEPTH_MAX = 500;

export function createTokenReader(
  tokens: readonly Token[],
  parseQuery: (reader: TokenReader) => Query,
): TokenReader {
  let at = 0;
  let depth = 0;
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? { kind: 'end' };
  const isSymbol = (text: string): boolean => {
    const token = peek();
    return token.kind === 'symbol' && token.text === text;
  };
  const refusal = (): UntranslatableStatement =>
    new UntranslatableStatement(`not understood: ${shown(peek())}, word ${at + 1} of a statement`);
  const reader: TokenReader = {
    peek,
    next: () => {
      const token = peek();
      at++;
      return token;
    },
    takeSymbol: (text) => {
      if (!isSymbol(text)) return false;
      at++;
      return true;
    },
    needSymbol: (text) => {
      if (!reader.takeSymbol(text)) throw refusal();
    },
    takeWords: (...words) => {
      if (!words.every((word, i) => isKeyword(peek(i), word))) return false;
      at += words.length;
      return true;
    },
    needWord: (word) => {
      if (!reader.takeWords(word)) throw refusal();
    },
    needName: () => {
      const token = peek();
      if (token.kind !== 'word') throw refusal();
      at++;
      return token.text;
    },
    isAtEnd: () => peek().kind === 'end',
    deeper: (read) => {
      requireDepth(++depth);
      const result = read();
      depth--;
      return result;
    },
    query: () => parseQuery(reader),
    refusal,
  };
  return reader;
}

/** For the depth of a tree, since it is traversed on the stack. */
export function requireDepth(depth: number): void {
  if (depth > DEPTH_MAX) throw new StatementTooLarge('The statement is nested too deeply.');
}

export function isKeyword(token: Token, word: string): boolean {
  return (
    token.kind === 'word' && !token.isQuoted && token.text.toUpperCase() === word.toUpperCase()
  );
}

/** Texts and values of a statement must not appear in messages. */
function shown(token: Token): string {
  switch (token.kind) {
    case 'word':
      return token.isQuoted ? 'a quoted name' : token.text;
    case 'number':
    case 'symbol':
      return token.text;
    case 'string':
      return 'a text';
    case 'parameter':
      return 'a value';
    case 'end':
      return 'its end';
  }
}
