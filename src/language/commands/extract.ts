import { TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { report, spanFrom } from '../parser/state.ts';
import type { ExtractStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<ExtractStage['options']> = {
  pairdelim: {
    kind: TEXT,
    default: undefined,
    summary: 'Characters that separate pairs. Default: white space and `,;&|`.',
  },
  kvdelim: {
    kind: TEXT,
    default: '=',
    summary: 'Characters that separate the key from the value.',
  },
};

/** What Splunk bounds or cleans by these is bounded and cleaned here in any case. */
const IGNORED = ['limit', 'maxchars', 'mv_add', 'clean_keys', 'reload', 'auto', 'segment'];

export const extractCommand: Command<ExtractStage> = {
  name: 'extract',
  aliases: ['kv'],
  category: 'Fields',
  summary: 'Extracts `key=value` pairs of the raw text as fields.',
  syntax: 'extract [pairdelim=<string>] [kvdelim=<string>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, IGNORED);
    takeOptions(parser, options);
    const given = finishOptions(options);
    const stage = { kind: 'extract', options: given, ...spanFrom(parser, start) } as const;
    if (given.pairdelim === '' || given.kvdelim === '') {
      report(parser, 'invalid-value', stage, 'Delimiters can’t be empty.');
    }
    return stage;
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
