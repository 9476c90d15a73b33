import { isAtStageEnd, readField } from '../parser/arguments.ts';
import { startOptions, takeOptions } from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { printName } from '../print/arguments.ts';
import type { XmlkvStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const RAW = '_raw';

export const xmlkvCommand: Command<XmlkvStage> = {
  name: 'xmlkv',
  category: 'Fields',
  summary: 'Extracts the text of XML elements as fields with the names of the elements.',
  syntax: 'xmlkv [<field>]',
  options: [],
  read: (parser, start) => {
    const options = startOptions<object>({}, ['maxinputs']);
    takeOptions(parser, options);
    const input = isAtStageEnd(parser) ? RAW : readField(parser).name;
    takeOptions(parser, options);
    return { kind: 'xmlkv', input, ...spanFrom(parser, start) };
  },
  print: (stage) => (stage.input === RAW ? '' : printName(stage.input)),
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
