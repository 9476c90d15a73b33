import { BOOLEAN, TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { report, spanFrom } from '../parser/state.ts';
import type { CollectStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

type Options = CollectStage['options'] & { readonly index: string | undefined };

const OPTIONS: OptionTable<Options> = {
  index: { kind: TEXT, default: undefined, summary: 'Index the events are written to. Required.' },
  marker: {
    kind: TEXT,
    default: undefined,
    summary:
      'Text appended to each event, such as `report=daily`. Its `name=value` pairs become fields.',
  },
  source: {
    kind: TEXT,
    default: undefined,
    summary: 'Source of the events. Default: the source of the row, or `collect`.',
  },
  sourcetype: { kind: TEXT, default: 'stash', summary: 'Value of the field `sourcetype`.' },
  host: {
    kind: TEXT,
    default: undefined,
    summary: 'Value of the field `host`. Default: that of the row.',
  },
  testmode: {
    kind: BOOLEAN,
    default: false,
    summary: 'Runs the search without writing events.',
  },
};

/** How Splunk writes its files, which has no meaning here. */
const IGNORED = ['addtime', 'file', 'output_format', 'run_in_preview', 'spool', 'uselb'];

export const collectCommand: Command<CollectStage> = {
  name: 'collect',
  aliases: ['stash', 'summaryindex', 'sumindex'],
  category: 'Generating commands',
  summary: 'Writes the results to an index, as events.',
  syntax:
    'collect index=<string> [marker=<string>] [source=<string>] [sourcetype=<string>] [host=<string>] [testmode=<boolean>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const reader = startOptions(OPTIONS, IGNORED);
    takeOptions(parser, reader);
    const { index, ...options } = finishOptions(reader);
    const span = spanFrom(parser, start);
    if (index === undefined || index === '') {
      const message = '`collect` requires an index, as in `collect index=summary`.';
      report(parser, 'missing-argument', span, message, { expected: ['`index=`'] });
    }
    return { kind: 'collect', index: index?.toLowerCase() ?? '', options, ...span };
  },
  print: (stage) => printOptions(OPTIONS, { index: stage.index, ...stage.options }),
  shape: (_stage, before) => before,
};
