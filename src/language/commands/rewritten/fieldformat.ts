import type { RewrittenCommand } from '../definition.ts';
import { evalCommand } from '../eval.ts';

export const fieldformatCommand: RewrittenCommand = {
  name: 'fieldformat',
  category: 'Fields',
  summary: 'Sets the display format of a field without changing its value for later commands.',
  syntax: 'fieldformat <field>=<expression>, …',
  options: [],
  rewrite: (parser, start) => {
    parser.formats.push(evalCommand.read(parser, start));
    return [];
  },
};
