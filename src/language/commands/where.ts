import { readCondition } from '../parser/expression.ts';
import { spanFrom } from '../parser/state.ts';
import { printExpression } from '../print/expression.ts';
import type { WhereStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const whereCommand: Command<WhereStage> = {
  name: 'where',
  category: 'Searching and filtering',
  summary: 'Keeps rows for which an expression is true.',
  syntax: 'where <expression>',
  options: [],
  read: (parser, start) => {
    const condition = readCondition(parser);
    return { kind: 'where', condition, ...spanFrom(parser, start) };
  },
  print: (stage, style) => printExpression(stage.condition, style.isExplicit),
  shape: (_stage, before) => before,
};
