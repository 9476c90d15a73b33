import type { RewrittenCommand } from '../definition.ts';
import { evalCommand } from '../eval.ts';

export const fieldformatCommand: RewrittenCommand = {
  name: 'fieldformat',
  category: 'Fields',
  summary: 'Says how a field is shown; commands after it still compute with its value.',
  syntax: 'fieldformat <field>=<expression>, …',
  options: [],
  rewrite: (parser, start) => {
    parser.formats.push(evalCommand.read(parser, start));
    return [];
  },
};
