import { isAtSymbol, readField, takeComma } from '../parser/arguments.ts';
import { BOOLEAN, choice, integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { expecting, failUnexpected, peek, spanFrom } from '../parser/state.ts';
import { readSubsearch } from '../parser/subsearch.ts';
import { joinParts, printFields } from '../print/arguments.ts';
import type { JoinStage } from '../tree.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

interface JoinOptions {
  readonly type: 'inner' | 'left' | 'outer';
  readonly max: number;
  readonly overwrite: boolean;
}

const OPTIONS: OptionTable<JoinOptions> = {
  type: {
    kind: choice('inner', 'left', 'outer'),
    default: 'inner',
    summary: 'Join type. `inner` drops rows without a match. `left` and `outer` keep them.',
  },
  max: {
    kind: integer(0, 1_000),
    default: 1,
    summary: 'Maximum number of subsearch rows to join with each row. 0: no limit.',
  },
  overwrite: {
    kind: BOOLEAN,
    default: true,
    summary: 'Whether fields from the subsearch overwrite existing fields.',
  },
};

export const joinCommand: Command<JoinStage> = {
  name: 'join',
  category: 'Combining results',
  summary: 'Joins the current results with the results of a subsearch on one or more fields.',
  syntax: 'join [type=inner|left] [max=<integer>] [overwrite=<boolean>] [<field>, …] [<subsearch>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields: Field[] = [];
    while (!isAtSymbol(parser, '[')) {
      if (takeOption(parser, options)) continue;
      expecting(parser, { kind: 'field' });
      expecting(parser, { kind: 'subsearch' });
      const token = peek(parser, 'argument');
      if (token.kind !== 'word' && token.kind !== 'text' && token.kind !== 'name') {
        failUnexpected(parser, token);
      }
      fields.push(readField(parser));
      takeComma(parser);
    }
    const query = readSubsearch(parser);
    takeOptions(parser, options);
    const values = finishOptions(options);
    const type = values.type === 'inner' ? 'inner' : 'left';
    return {
      kind: 'join',
      fields,
      query,
      options: { ...values, type },
      ...spanFrom(parser, start),
    };
  },
  print: (stage, style) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printFields(stage.fields),
      `[${style.query(stage.query)}]`,
    ),
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
