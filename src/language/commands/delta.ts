import { isAtStageEnd, readField, readNewField, takeKeyword } from '../parser/arguments.ts';
import { integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import { failUnexpected, peek, spanFrom } from '../parser/state.ts';
import { joinParts, printField } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { DeltaStage } from '../tree/event-stages.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<DeltaStage['options']> = {
  p: { kind: integer(1, 10_000), default: 1, summary: 'How many rows back to compare with.' },
};

export const deltaCommand: Command<DeltaStage> = {
  name: 'delta',
  category: 'Statistics',
  summary:
    'Calculates the difference between the value of a field and its value in a previous row.',
  syntax: 'delta <field> [AS <name>] [p=<integer>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const field = readField(parser);
    let as: Field | undefined;
    for (;;) {
      if (takeOption(parser, options)) continue;
      if (as === undefined && takeKeyword(parser, 'AS')) as = readNewField(parser);
      else if (isAtStageEnd(parser)) break;
      else failUnexpected(parser, peek(parser, 'argument'));
    }
    return {
      kind: 'delta',
      field,
      as,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) =>
    joinParts(
      printField(stage.field),
      stage.as && `AS ${printField(stage.as)}`,
      printOptions(OPTIONS, stage.options),
    ),
  shape: (stage, before) => withFields(before, stage.as?.name ?? `delta(${stage.field.name})`),
};
