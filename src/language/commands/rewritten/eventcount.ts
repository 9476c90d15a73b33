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
    summary: 'Returns one total for all indexes. `false`: one row per index.',
  },
};

export const eventcountCommand: RewrittenCommand = {
  name: 'eventcount',
  category: 'Generating commands',
  generates: true,
  summary: 'Returns the number of events in the time range, in total or per index.',
  syntax: 'eventcount [summarize=<boolean>] [index=<name> …]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS, ['report_size', 'list_vix', 'list_federated_remote']);
    const where = readIndexes(parser, options);
    const by = finishOptions(options).summarize ? '' : ' BY index';
    return stagesOfText(parser, spanFrom(parser, start), `| tstats count${where}${by}`);
  },
};
