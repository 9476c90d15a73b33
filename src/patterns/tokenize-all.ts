import { classOf, SPACE } from './characters.ts';
import { CHARACTERS_MAX } from './find-patterns.ts';
import { MESSAGE_TOKENS_MAX } from './signatures.ts';
import { tokenize } from './tokenize.ts';
import { createTokenTable, type TokenTable } from './token-table.ts';

/** Tokens a header may have before the message starts. */
const HEADER_TOKENS_MAX = 24;
const TOKENS_MAX = HEADER_TOKENS_MAX + MESSAGE_TOKENS_MAX;

/** The tokens of all rows, one after the other. */
export function tokenizeAll(texts: readonly string[]): {
  table: TokenTable;
  starts: Int32Array;
  isCut: Int32Array;
} {
  const characters = texts.reduce((sum, text) => sum + Math.min(text.length, CHARACTERS_MAX), 0);
  const table = createTokenTable(
    Math.min(texts.length * TOKENS_MAX, Math.ceil(characters / 5)) + TOKENS_MAX,
  );
  const starts = new Int32Array(texts.length + 1);
  const isCut = new Int32Array(texts.length);
  for (const [row, text] of texts.entries()) {
    starts[row] = table.size;
    const end = tokenize(table, text, CHARACTERS_MAX, TOKENS_MAX);
    if (hasMore(text, end)) isCut[row] = 1;
  }
  starts[texts.length] = table.size;
  return { table, starts, isCut };
}

function hasMore(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && at < CHARACTERS_MAX && classOf(text.charCodeAt(at)) === SPACE) at += 1;
  return at < text.length;
}
