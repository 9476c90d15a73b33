import type { RewrittenCommand } from '../definition.ts';
import { evalCommand } from '../eval.ts';

export const fieldformatCommand: RewrittenCommand = {
  name: 'fieldformat',
  category: 'Fields',
  summary: 'Says how a field is shown; commands after it still compute with its value.',
  syntax: 'fieldformat <field>=<expression>, …',
  options: [],
  examples: [
    {
      query:
        '* | stats count AS events BY host | fieldformat events=tostring(events, "commas") | sort -events',
      does: 'Sorts by the number and shows it with separators.',
    },
    {
      query:
        '* | stats latest(_time) AS seen BY host | fieldformat seen=strftime(seen, "%H:%M:%S")',
      does: 'Shows a time, keeps the epoch seconds until the end.',
    },
  ],
  rewrite: (parser, start) => {
    parser.formats.push(evalCommand.read(parser, start));
    return [];
  },
};
