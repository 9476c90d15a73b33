import { spanFrom } from '../parser/state.ts';
import { withFields } from '../shape/shape.ts';
import type { AddinfoStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const addinfoCommand: Command<AddinfoStage> = {
  name: 'addinfo',
  category: 'Fields',
  summary:
    'Adds the time range and the start time of the search to each row, in epoch seconds: `info_min_time`, `info_max_time` and `info_search_time`.',
  syntax: 'addinfo',
  options: [],
  read: (parser, start) => ({ kind: 'addinfo', ...spanFrom(parser, start) }),
  print: () => '',
  shape: (_stage, before) =>
    withFields(before, 'info_min_time', 'info_max_time', 'info_search_time'),
};
