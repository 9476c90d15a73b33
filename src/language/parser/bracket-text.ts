import { endOfQuoted } from './lexer.ts';
import { fail, failUnexpected, peek, take, textOf, type Parser } from './state.ts';

/** The text between brackets, as it was written. */
export function readBracketText(parser: Parser): string {
  const open = peek(parser, 'argument');
  if (textOf(parser, open) !== '[') failUnexpected(parser, open);
  take(parser, open, 'bracket');
  const { text } = parser;
  let depth = 1;
  let at = open.end;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '[') depth += 1;
    if (character === ']') depth -= 1;
    if (depth === 0) break;
    at = character === '"' ? (endOfQuoted(text, at) ?? text.length) : at + 1;
  }
  if (at >= text.length) fail(parser, 'unclosed-bracket', open, 'This [ has no matching ].');
  take(parser, { start: open.end, end: at }, 'text');
  take(parser, { start: at, end: at + 1 }, 'bracket');
  return text.slice(open.end, at).trim();
}
