import type { Token } from './lexer.ts';
import { isOption } from './options.ts';
import { peek, take, textOf, type Parser } from './state.ts';

interface IgnoredOption {
  readonly name: string;
  readonly value: Token;
}

/** An option of other products that has no meaning here, read and left out; undefined where there is none. */
export function takeIgnoredOption(
  parser: Parser,
  names: readonly string[],
): IgnoredOption | undefined {
  const token = peek(parser, 'argument');
  const name = textOf(parser, token).toLowerCase();
  if (!names.includes(name) || !isOption(parser)) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const value = peek(parser, 'value');
  take(parser, value, 'text');
  return { name, value };
}
