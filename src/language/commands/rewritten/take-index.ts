import { readText } from '../../parser/arguments.ts';
import { isOption } from '../../parser/options.ts';
import { peek, take, textOf, type Parser } from '../../parser/state.ts';
import { encodePattern, decodePattern } from '../../quoting.ts';

/** `index=web*` among the options of a command, as a search has it; undefined where there is none. */
export function takeIndex(parser: Parser): string | undefined {
  const token = peek(parser, 'argument');
  if (textOf(parser, token).toLowerCase() !== 'index' || !isOption(parser)) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const { value } = readText(parser, 'the name of an index');
  return `index=${encodePattern(decodePattern(value))}`;
}
