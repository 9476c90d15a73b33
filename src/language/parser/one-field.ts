import type { Field } from '../tree/node.ts';
import { isAtStageEnd, readField, takeComma } from './arguments.ts';
import { takeOption, type OptionReader } from './options.ts';
import { failUnexpected, peek, type Parser } from './state.ts';

/** One field with options around it, up to the end of the command. */
export function readOneField<O extends object>(
  parser: Parser,
  options: OptionReader<O>,
  between: 'spaces' | 'commas' = 'spaces',
): Field {
  let field: Field | undefined;
  for (;;) {
    if (takeOption(parser, options)) {
      if (between === 'commas') takeComma(parser);
      continue;
    }
    if (field !== undefined && isAtStageEnd(parser)) return field;
    if (field !== undefined) failUnexpected(parser, peek(parser, 'argument'));
    field = readField(parser);
  }
}
