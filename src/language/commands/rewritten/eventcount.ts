import { BOOLEAN } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  type OptionTable,
} from '../../parser/options.ts';
import { spanFrom } from '../../parser/state.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';
import { readIndexes } from './read-indexes.ts';

const OPTIONS: OptionTable<{ readonly summarize: boolean }> = {
  summarize: {
    kind: BOOLEAN,
    default: true,
    summary: 'One count for all indexes together; `false` counts each of them.',
  },
};

export const eventcountCommand: RewrittenCommand = {
  name: 'eventcount',
  category: 'Making rows',
  generates: true,
  summary: 'How many events there are in the time range, of all indexes or of each.',
  syntax: 'eventcount [summarize=<boolean>] [index=<name> …]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS, ['report_size', 'list_vix', 'list_federated_remote']);
    const where = readIndexes(parser, options);
    const by = finishOptions(options).summarize ? '' : ' BY index';
    return stagesOfText(parser, spanFrom(parser, start), `| tstats count${where}${by}`);
  },
};
