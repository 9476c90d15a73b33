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
  field: { kind: FIELD, default: '_raw', summary: 'Field to analyze.' },
  limit: {
    kind: integer(1, 1_000),
    default: 100,
    summary: 'Maximum number of patterns to return, most frequent first.',
  },
  similarity: {
    kind: decimal(0, 1),
    default: 0.4,
    summary: 'Similarity threshold, from 0 to 1. Higher values create more patterns.',
  },
};

export const patternsCommand: Command<PatternsStage> = {
  name: 'patterns',
  category: 'Patterns',
  summary: 'Groups similar events and returns their common patterns, with variable parts replaced.',
  syntax: 'patterns [field=<field>] [limit=<integer>] [similarity=<number>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    return { kind: 'patterns', options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: () =>
    closedShape(['template', 'count', 'percent', 'first_seen', 'last_seen', 'sample', 'sample_id']),
};
