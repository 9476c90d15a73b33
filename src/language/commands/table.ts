import { readFieldPatterns, requireSome } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { printFieldPatterns } from '../print/arguments.ts';
import { keepFields } from '../shape/shape.ts';
import type { TableStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const tableCommand: Command<TableStage> = {
  name: 'table',
  category: 'Fields',
  summary: 'Returns only the given fields, as columns in the given order.',
  syntax: 'table <field>, …',
  options: [],
  read: (parser, start) => {
    const fields = readFieldPatterns(parser);
    requireSome(parser, fields, 'at least one field');
    return { kind: 'table', fields, ...spanFrom(parser, start) };
  },
  print: (stage) => printFieldPatterns(stage.fields),
  shape: (stage, before) =>
    keepFields(
      before,
      stage.fields.map((field) => field.pattern),
    ),
};
