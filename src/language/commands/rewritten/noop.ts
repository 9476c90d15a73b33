import { isAtStageEnd } from '../../parser/arguments.ts';
import { notice, peek, spanFrom, take } from '../../parser/state.ts';
import type { RewrittenCommand } from '../definition.ts';

export const noopCommand: RewrittenCommand = {
  name: 'noop',
  aliases: ['highlight', 'iconify', 'localop', 'redistribute', 'preview'],
  category: 'Compatibility',
  summary:
    'Returns the results unchanged. Accepted for compatibility, like other commands that only affect execution or display.',
  syntax: 'noop …',
  options: [],
  rewrite: (parser, start) => {
    while (!isAtStageEnd(parser)) take(parser, peek(parser, 'argument'), 'text');
    notice(parser, spanFrom(parser, start), 'This command has no effect.');
    return [];
  },
};
