import { isAtStageEnd } from '../../parser/arguments.ts';
import { notice, peek, spanFrom, take } from '../../parser/state.ts';
import type { RewrittenCommand } from '../definition.ts';

export const noopCommand: RewrittenCommand = {
  name: 'noop',
  aliases: ['highlight', 'iconify', 'localop', 'redistribute', 'preview'],
  category: 'Order',
  summary: 'Passes the rows on as they are. Hints about execution and display have no effect here.',
  syntax: 'noop …',
  options: [],
  rewrite: (parser, start) => {
    while (!isAtStageEnd(parser)) take(parser, peek(parser, 'argument'), 'text');
    notice(parser, spanFrom(parser, start), 'This command has no effect here.');
    return [];
  },
};
