import { decimal, FIELD, integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { closedShape } from '../shape/shape.ts';
import type { PatternsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<PatternsStage['options']> = {
  field: { kind: FIELD, default: '_raw', summary: 'The field to look into.' },
  limit: { kind: integer(1, 1_000), default: 100, summary: 'Patterns to show, the largest first.' },
  similarity: {
    kind: decimal(0, 1),
    default: 0.4,
    summary: 'How alike two lines must be to share a pattern; higher merges less.',
  },
};

export const patternsCommand: Command<PatternsStage> = {
  name: 'patterns',
  category: 'Patterns',
  summary:
    'Groups lines that differ in numbers, names and the like only, and shows what they share.',
  syntax: 'patterns [field=<field>] [limit=<integer>] [similarity=<number>]',
  options: describeOptions(OPTIONS),
  examples: [
    { query: 'level=error | patterns', does: 'The kinds of errors with their number and share.' },
    {
      query: 'index=web | patterns field=path limit=20 similarity=0.6',
      does: 'The twenty most frequent shapes of a path.',
    },
  ],
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    return { kind: 'patterns', options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: () =>
    closedShape(['template', 'count', 'percent', 'first_seen', 'last_seen', 'sample', 'sample_id']),
};
