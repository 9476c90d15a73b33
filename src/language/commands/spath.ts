import { isAtStageEnd, readText } from '../parser/arguments.ts';
import { FIELD, NEW_FIELD, TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import { report, spanFrom, startOfNext } from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { SpathStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

interface SpathOptions {
  readonly input: string;
  readonly output: string | undefined;
  readonly path: string | undefined;
}

const OPTIONS: OptionTable<SpathOptions> = {
  input: { kind: FIELD, default: '_raw', summary: 'Field that contains JSON.' },
  output: {
    kind: NEW_FIELD,
    default: undefined,
    summary: 'Name of the output field. Default: the path.',
  },
  path: {
    kind: TEXT,
    default: undefined,
    summary: 'Path to the value, such as `a.b` or `list{0}`. `list{}.name` returns all elements.',
  },
};

export const spathCommand: Command<SpathStage> = {
  name: 'spath',
  category: 'Fields',
  summary: 'Extracts values from JSON. Not needed for event attributes, which are already fields.',
  syntax: 'spath [input=<field>] [output=<name>] [[path=]<path>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    let positional: string | undefined;
    for (;;) {
      if (takeOption(parser, options)) continue;
      if (isAtStageEnd(parser)) break;
      const at = startOfNext(parser);
      const text = readText(parser, 'a path such as `user.name`');
      if (positional !== undefined) {
        report(
          parser,
          'unexpected-token',
          { start: at, end: text.end },
          'Only one path is allowed.',
        );
      }
      positional = text.value;
    }
    const { path, ...rest } = finishOptions(options);
    return { kind: 'spath', path: path ?? positional, options: rest, ...spanFrom(parser, start) };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, { ...stage.options, path: stage.path })),
  shape: (stage, before) => {
    const name = stage.options.output ?? stage.path;
    return name === undefined ? { ...before, isOpen: true } : withFields(before, name);
  },
};
