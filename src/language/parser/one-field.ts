import type { Field } from '../tree/node.ts';
import { isAtStageEnd, readField } from './arguments.ts';
import { takeOption, type OptionReader } from './options.ts';
import { failUnexpected, peek, type Parser } from './state.ts';

/** One field with options around it, up to the end of the command. */
export function readOneField<O extends object>(parser: Parser, options: OptionReader<O>): Field {
  let field: Field | undefined;
  for (;;) {
    if (takeOption(parser, options)) continue;
    if (field !== undefined && isAtStageEnd(parser)) return field;
    if (field !== undefined) failUnexpected(parser, peek(parser, 'argument'));
    field = readField(parser);
  }
}
