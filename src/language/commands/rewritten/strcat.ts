import { isAtStageEnd, readField, requireSome, takeComma } from '../../parser/arguments.ts';
import { BOOLEAN } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../../parser/options.ts';
import { fail, peek, spanFrom, take, textOf, type Parser } from '../../parser/state.ts';
import { decodeText } from '../../quoting.ts';
import type { Expression } from '../../tree/expression.ts';
import type { RewrittenCommand } from '../definition.ts';

const OPTIONS: OptionTable<{ readonly allrequired: boolean }> = {
  allrequired: {
    kind: BOOLEAN,
    default: false,
    summary: 'Leaves the new field unset if one of the source fields is missing.',
  },
};

/** A field, or text in quotes. */
function readPart(parser: Parser): Expression {
  const token = peek(parser, 'argument');
  if (token.kind !== 'text') return readField(parser);
  take(parser, token, 'text');
  const value = decodeText(textOf(parser, token).slice(1, -1));
  return { kind: 'text', value, start: token.start, end: token.end };
}

/** Treats a missing value as empty text. */
function orEmpty(part: Expression): Expression {
  if (part.kind !== 'field') return part;
  const { start, end } = part;
  const empty = { kind: 'text', value: '', start, end } as const;
  return { kind: 'call', function: 'coalesce', arguments: [part, empty], start, end };
}

export const strcatCommand: RewrittenCommand = {
  name: 'strcat',
  category: 'Fields',
  summary: 'Concatenates fields and strings into a new field. The last argument is its name.',
  syntax: 'strcat [allrequired=<boolean>] <field> | "<string>" … <field>',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS);
    const parts: Expression[] = [];
    while (!isAtStageEnd(parser)) {
      if (takeOption(parser, options)) continue;
      parts.push(readPart(parser));
      takeComma(parser);
    }
    requireSome(parser, parts, 'the fields to concatenate and the name of the new field');
    const place = spanFrom(parser, start);
    const last = parts.pop();
    if (last === undefined || last.kind === 'number' || parts.length === 0) {
      fail(
        parser,
        'missing-argument',
        place,
        'The last argument must be the name of the new field.',
      );
    }
    const name = last.kind === 'field' ? last.name : last.kind === 'text' ? last.value : '';
    const operands = finishOptions(options).allrequired ? parts : parts.map(orEmpty);
    const [only] = operands;
    const value: Expression =
      operands.length === 1 && only !== undefined
        ? only
        : { kind: 'concatenate', operands, ...place };
    const field = { kind: 'field', name, start: last.start, end: last.end } as const;
    const assignments = [{ kind: 'assignment', field, value, ...place } as const];
    return [{ kind: 'eval', assignments, ...place }];
  },
};
