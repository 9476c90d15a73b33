import { LIMITS } from '../../spec/limits.ts';
import { isAtStageEnd, readField, readNewField, takeKeyword } from '../parser/arguments.ts';
import { ALIGN_TIME, integer, NUMBER, SPAN } from '../parser/option-kinds.ts';
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
import type { BinStage } from '../tree/event-stages.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<BinStage['options']> = {
  span: { kind: SPAN, default: undefined, summary: 'Bucket size. Overrides `bins`.' },
  bins: {
    kind: integer(2, LIMITS.query.bucketsMax),
    default: LIMITS.query.bucketsDefault,
    summary: 'Maximum number of buckets. Xplain chooses the bucket size.',
  },
  minspan: {
    kind: SPAN,
    default: undefined,
    summary: 'Minimum bucket size, with `bins`.',
  },
  start: {
    kind: NUMBER,
    default: undefined,
    summary: 'Minimum value of the range, with `bins`.',
  },
  end: {
    kind: NUMBER,
    default: undefined,
    summary: 'Maximum value of the range, with `bins`.',
  },
  aligntime: {
    kind: ALIGN_TIME,
    default: undefined,
    summary: 'Start of time buckets. Default: aligned to the calendar.',
  },
};

export const binCommand: Command<BinStage> = {
  name: 'bin',
  aliases: ['bucket'],
  category: 'Fields',
  summary:
    'Groups numeric or time values into buckets. Replaces each value with the lower bound of its bucket.',
  syntax: 'bin [span=<span>] [bins=<integer>] … <field> [AS <name>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    let field: Field | undefined;
    let as: Field | undefined;
    for (;;) {
      if (takeOption(parser, options)) continue;
      if (field === undefined) field = readField(parser);
      else if (as === undefined && takeKeyword(parser, 'AS')) as = readNewField(parser);
      else if (isAtStageEnd(parser)) break;
      else failUnexpected(parser, peek(parser, 'argument'));
    }
    return { kind: 'bin', field, as, options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printField(stage.field),
      stage.as && `AS ${printField(stage.as)}`,
    ),
  shape: (stage, before) => withFields(before, (stage.as ?? stage.field).name),
};
