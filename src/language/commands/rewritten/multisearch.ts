import { isAtStageEnd, requireSome } from '../../parser/arguments.ts';
import { spanFrom } from '../../parser/state.ts';
import { readSubsearch } from '../../parser/subsearch.ts';
import type { Query } from '../../tree.ts';
import type { RewrittenCommand } from '../definition.ts';
import { appendQueries } from './append-queries.ts';

export const multisearchCommand: RewrittenCommand = {
  name: 'multisearch',
  category: 'Combining',
  generates: true,
  summary: 'The events of several searches together, each changed by its own commands.',
  syntax: 'multisearch [<subsearch>] [<subsearch>] …',
  options: [],
  examples: [
    {
      query:
        '| multisearch [search index=web status>=500 | eval kind="web"] [search index=jobs level=error | eval kind="job"] | stats count BY kind',
      does: 'Failures of two kinds in one table.',
    },
    {
      query: '| multisearch [search index=web] [search index=jobs] | stats count BY index',
      does: 'Without commands it is one search with OR.',
    },
  ],
  rewrite: (parser, start) => {
    const queries: Query[] = [];
    while (!isAtStageEnd(parser)) queries.push(readSubsearch(parser));
    requireSome(parser, queries, 'searches in brackets');
    return appendQueries(queries, spanFrom(parser, start));
  },
};
