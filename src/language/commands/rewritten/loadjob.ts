import { isAtStageEnd } from '../../parser/arguments.ts';
import { TEXT } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../../parser/options.ts';
import { fail, notice, peek, spanFrom } from '../../parser/state.ts';
import { encodeText } from '../../quoting.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

const OPTIONS: OptionTable<{ readonly savedsearch: string | undefined }> = {
  savedsearch: {
    kind: TEXT,
    default: undefined,
    summary: 'Name of the saved search. An owner and an app in front of it are ignored.',
  },
};

const IGNORED = ['events', 'job_delegate', 'artifact_offset', 'ignore_running'];
const NO_JOBS =
  '`loadjob` supports only `savedsearch="<name>"`, because search results aren’t stored.';

export const loadjobCommand: RewrittenCommand = {
  name: 'loadjob',
  category: 'Generating commands',
  generates: true,
  summary: 'Runs a saved search and returns its results. Same as `savedsearch`.',
  syntax: 'loadjob savedsearch="[<owner>:<app>:]<name>"',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS, IGNORED);
    while (!isAtStageEnd(parser)) {
      if (takeOption(parser, options)) continue;
      fail(parser, 'invalid-value', peek(parser, 'argument'), NO_JOBS);
    }
    const place = spanFrom(parser, start);
    const name = finishOptions(options).savedsearch;
    if (name === undefined) fail(parser, 'missing-argument', place, NO_JOBS);
    const own = /^[^:]*:[^:]*:(.+)$/.exec(name)?.[1] ?? name;
    notice(parser, place, 'The saved search runs again, because search results aren’t stored.');
    return stagesOfText(parser, place, `| savedsearch ${encodeText(own)}`);
  },
};
