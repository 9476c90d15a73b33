import type { RewrittenCommand } from '../definition.ts';
import { readFirstSearch } from '../search.ts';

export const metasearchCommand: RewrittenCommand = {
  name: 'metasearch',
  category: 'Searching and filtering',
  generates: true,
  summary: 'Searches events by indexed fields. Same as `search`, because every field is indexed.',
  syntax: 'metasearch <search>',
  options: [],
  rewrite: (parser, start) => [readFirstSearch(parser, start)],
};
