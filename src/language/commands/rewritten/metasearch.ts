import type { RewrittenCommand } from '../definition.ts';
import { readFirstSearch } from '../search.ts';

export const metasearchCommand: RewrittenCommand = {
  name: 'metasearch',
  category: 'Searching and filtering',
  generates: true,
  summary: 'The same as `search` at the beginning of a query: every field is indexed.',
  syntax: 'metasearch <search>',
  options: [],
  examples: [
    {
      query: '| metasearch index=web host=prod-web-1 | stats count',
      does: 'Counts events of a host.',
    },
    { query: '| metasearch level=error | stats count BY host', does: 'Errors of each host.' },
  ],
  rewrite: (parser, start) => [readFirstSearch(parser, start)],
};
