import { isAtStageEnd, isAtSymbol, requireSome, takeComma } from '../../parser/arguments.ts';
import { startOptions, takeOption } from '../../parser/options.ts';
import { failUnexpected, peek, spanFrom } from '../../parser/state.ts';
import { readSubsearch } from '../../parser/subsearch.ts';
import type { Query } from '../../tree.ts';
import type { RewrittenCommand } from '../definition.ts';
import { added, appendQueries } from './append-queries.ts';

export const unionCommand: RewrittenCommand = {
  name: 'union',
  category: 'Combining results',
  generates: true,
  mayFollow: true,
  summary:
    'Combines the results of several subsearches. After other commands, appends them to the current results.',
  syntax: 'union [<subsearch>] [<subsearch>] …',
  options: [],
  rewrite: (parser, start) => {
    const options = startOptions<object>({}, ['maxtime', 'maxout', 'timeout']);
    const isFirst = parser.isFirst;
    const queries: Query[] = [];
    while (!isAtStageEnd(parser)) {
      if (takeOption(parser, options)) continue;
      if (!isAtSymbol(parser, '[')) failUnexpected(parser, peek(parser, 'argument'));
      queries.push(readSubsearch(parser));
      takeComma(parser);
    }
    requireSome(parser, queries, 'subsearches in brackets');
    const place = spanFrom(parser, start);
    return isFirst ? appendQueries(queries, place) : queries.map((query) => added(query, place));
  },
};
