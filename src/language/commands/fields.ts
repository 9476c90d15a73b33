import { isAtStageEnd, readFieldPatterns, requireSome, takeSymbol } from '../parser/arguments.ts';
import { peek, spanFrom, textOf } from '../parser/state.ts';
import { joinParts, printFieldPatterns } from '../print/arguments.ts';
import { keepFields, removeFields } from '../shape/shape.ts';
import type { FieldsStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const fieldsCommand: Command<FieldsStage> = {
  name: 'fields',
  category: 'Fields',
  summary:
    'Keeps or removes fields. `_time` and the raw text are kept unless you remove them by name.',
  syntax: 'fields [+|-] <field>, …',
  options: [],
  read: (parser, start) => {
    const isRemoving = takeSymbol(parser, '-');
    if (!isRemoving && !isAtStageEnd(parser) && textOf(parser, peek(parser, 'argument')) === '+') {
      takeSymbol(parser, '+');
    }
    const fields = readFieldPatterns(parser);
    requireSome(parser, fields, 'at least one field');
    return {
      kind: 'fields',
      mode: isRemoving ? 'remove' : 'keep',
      fields,
      ...spanFrom(parser, start),
    };
  },
  print: (stage) =>
    joinParts(stage.mode === 'remove' ? '-' : undefined, printFieldPatterns(stage.fields)),
  shape: (stage, before) => {
    const patterns = stage.fields.map((field) => field.pattern);
    if (stage.mode === 'remove') return removeFields(before, patterns);
    const always = before.hasText ? ([['_time'], ['event']] as const) : [];
    return keepFields(before, [...patterns, ...always]);
  },
};
