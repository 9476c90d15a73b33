import { readField } from '../../parser/arguments.ts';
import { startOptions, takeOptions } from '../../parser/options.ts';
import { spanFrom } from '../../parser/state.ts';
import { printName } from '../../print/arguments.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

export const fromjsonCommand: RewrittenCommand = {
  name: 'fromjson',
  category: 'Fields',
  summary: 'Extracts the keys of a JSON object as fields. Same as `spath` without a path.',
  syntax: 'fromjson <field>',
  options: [],
  rewrite: (parser, start) => {
    const options = startOptions<object>({}, ['prefix']);
    takeOptions(parser, options);
    const { name } = readField(parser);
    takeOptions(parser, options);
    return stagesOfText(parser, spanFrom(parser, start), `spath input=${printName(name)}`);
  },
};
