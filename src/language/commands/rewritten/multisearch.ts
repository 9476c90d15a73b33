import { isAtStageEnd, requireSome } from '../../parser/arguments.ts';
import { spanFrom } from '../../parser/state.ts';
import { readSubsearch } from '../../parser/subsearch.ts';
import type { Query } from '../../tree.ts';
import type { RewrittenCommand } from '../definition.ts';
import { appendQueries } from './append-queries.ts';

export const multisearchCommand: RewrittenCommand = {
  name: 'multisearch',
  category: 'Combining results',
  generates: true,
  summary: 'Runs several searches and combines their events.',
  syntax: 'multisearch [<subsearch>] [<subsearch>] …',
  options: [],
  rewrite: (parser, start) => {
    const queries: Query[] = [];
    while (!isAtStageEnd(parser)) queries.push(readSubsearch(parser));
    requireSome(parser, queries, 'subsearches in brackets');
    return appendQueries(queries, spanFrom(parser, start));
  },
};
