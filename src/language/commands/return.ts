import { isBareWord, scanToken } from '../parser/lexer.ts';
import { readField, readItems, requireSome, takeInteger } from '../parser/arguments.ts';
import { isOption } from '../parser/options.ts';
import { peek, report, spanFrom, take, textOf, type Parser } from '../parser/state.ts';
import { encodePattern } from '../quoting.ts';
import { joinParts, printField, printName } from '../print/arguments.ts';
import { closedShape } from '../shape/shape.ts';
import type { ReturnStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

type Returned = ReturnStage['fields'][number];

function readReturned(parser: Parser): Returned {
  const token = peek(parser, 'argument');
  const text = textOf(parser, token);
  if (token.kind === 'word' && text.startsWith('$') && text.length > 1) {
    take(parser, token, 'field');
    const place = { start: token.start + 1, end: token.end };
    return {
      field: { kind: 'field', name: text.slice(1), ...place },
      as: undefined,
      valueOnly: true,
    };
  }
  if (!isOption(parser)) return { field: readField(parser), as: undefined, valueOnly: false };
  take(parser, token, 'name');
  take(parser, scanToken(parser.text, token.end, 'argument'), 'operator');
  return { field: readField(parser), as: text, valueOnly: false };
}

function printReturned(returned: Returned): string {
  if (returned.valueOnly) return `$${returned.field.name}`;
  const { name } = returned.field;
  // A dollar sign in front would hand over the bare value.
  const field = name.startsWith('$') ? `"${encodePattern([name])}"` : printField(returned.field);
  // Before the equals sign a name is unquoted, even if it is an option keyword.
  const { as } = returned;
  return as === undefined ? field : `${isBareWord(as) ? as : printName(as)}=${field}`;
}

export const returnCommand: Command<ReturnStage> = {
  name: 'return',
  category: 'Combining results',
  summary: 'Specifies what a subsearch returns: field-value pairs, renamed fields or values only.',
  syntax: 'return [<integer>] <field> | <name>=<field> | $<field> …',
  options: [],
  read: (parser, start) => {
    const count = takeInteger(parser) ?? 1;
    const fields = readItems(parser, { expectation: { kind: 'field' }, read: readReturned });
    requireSome(parser, fields, 'at least one field');
    const place = spanFrom(parser, start);
    if (count === 0) report(parser, 'invalid-value', place, 'At least one row must be returned.');
    return { kind: 'return', count, fields, ...place };
  },
  print: (stage) =>
    joinParts(
      stage.count === 1 ? undefined : String(stage.count),
      stage.fields.map(printReturned).join(' '),
    ),
  shape: () => closedShape(['search']),
};
