import { scanToken } from './lexer.ts';
import type { SortKey } from '../tree/event-stages.ts';
import { expectClosing, isAtStageEnd, isWord, readField, takeComma } from './arguments.ts';
import { expecting, peek, spanFrom, startOfNext, take, textOf, type Parser } from './state.ts';

/** `-bytes, +num(status), ip(client)`; what begins an option ends the list. */
export function readSortKeys(parser: Parser, isOver: () => boolean = () => false): SortKey[] {
  const keys: SortKey[] = [];
  for (;;) {
    expecting(parser, { kind: 'field' });
    if (isAtStageEnd(parser) || isOver()) return keys;
    keys.push(readSortKey(parser));
    takeComma(parser);
  }
}

function readSortKey(parser: Parser): SortKey {
  const start = startOfNext(parser);
  const descending = takeSign(parser) === '-';
  expecting(parser, { kind: 'field' });
  const word = peek(parser, 'argument');
  const open = scanToken(parser.text, word.end, 'argument');
  const isCall = isWord(parser, word, COMPARISONS) && textOf(parser, open) === '(';
  if (!isCall) {
    const field = readField(parser);
    return { kind: 'sortKey', field, descending, compare: 'auto', ...spanFrom(parser, start) };
  }
  const name = textOf(parser, word).toLowerCase();
  const compare = COMPARISONS.find((each) => each === name) ?? 'auto';
  take(parser, word, 'function');
  take(parser, open, 'bracket');
  const field = readField(parser);
  expectClosing(parser, open.start);
  return { kind: 'sortKey', field, descending, compare, ...spanFrom(parser, start) };
}

const COMPARISONS = ['auto', 'num', 'str', 'ip'] as const;

function takeSign(parser: Parser): string | undefined {
  const token = peek(parser, 'argument');
  const text = textOf(parser, token);
  if (token.kind !== 'symbol' || (text !== '-' && text !== '+')) return undefined;
  take(parser, token, 'operator');
  return text;
}
