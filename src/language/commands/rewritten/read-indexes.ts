import { isAtStageEnd, readText } from '../../parser/arguments.ts';
import { isOption, type OptionReader, takeOption } from '../../parser/options.ts';
import { failUnexpected, peek, take, textOf, type Parser } from '../../parser/state.ts';
import { encodePattern, decodePattern } from '../../quoting.ts';

/** The options of a command with any number of indexes among them; gives the condition of `tstats` on these. */
export function readIndexes<O extends object>(parser: Parser, options: OptionReader<O>): string {
  const indexes: string[] = [];
  while (!isAtStageEnd(parser)) {
    const index = takeIndex(parser);
    if (index !== undefined) indexes.push(index);
    else if (!takeOption(parser, options)) failUnexpected(parser, peek(parser, 'argument'));
  }
  return indexes.length === 0 ? '' : ` WHERE (${indexes.join(' OR ')})`;
}

/** `index=web*` among the options of a command, as a search has it; undefined where there is none. */
function takeIndex(parser: Parser): string | undefined {
  const token = peek(parser, 'argument');
  if (textOf(parser, token).toLowerCase() !== 'index' || !isOption(parser)) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const { value } = readText(parser, 'the name of an index');
  return `index=${encodePattern(decodePattern(value))}`;
}
