import { spanFrom } from '../parser/state.ts';
import { withFields } from '../shape/shape.ts';
import type { AddinfoStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const addinfoCommand: Command<AddinfoStage> = {
  name: 'addinfo',
  category: 'Fields',
  summary:
    'Adds the time range of the search as `info_min_time` and `info_max_time`, and when it ran as `info_search_time`, in epoch seconds.',
  syntax: 'addinfo',
  options: [],
  examples: [
    {
      query:
        '* earliest=-1h | head 1 | addinfo | eval hours=(info_max_time - info_min_time) / 3600 | table hours',
      does: 'How long the range of the search is.',
    },
    {
      query:
        '* | stats max(_time) AS seen BY host | addinfo | eval silent=info_max_time - seen | table host, silent',
      does: 'For how long each host has been silent.',
    },
  ],
  read: (parser, start) => ({ kind: 'addinfo', ...spanFrom(parser, start) }),
  print: () => '',
  shape: (_stage, before) =>
    withFields(before, 'info_min_time', 'info_max_time', 'info_search_time'),
};
