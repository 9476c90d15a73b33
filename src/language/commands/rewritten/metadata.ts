import { choice } from '../../parser/option-kinds.ts';
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

const FIELDS = {
  hosts: 'host',
  sources: 'source',
  sourcetypes: 'sourcetype',
} as const satisfies Record<string, string>;

const OPTIONS: OptionTable<{ readonly type: keyof typeof FIELDS }> = {
  type: {
    kind: choice('hosts', 'sources', 'sourcetypes'),
    default: 'hosts',
    summary: 'Type of metadata to return.',
  },
};

export const metadataCommand: RewrittenCommand = {
  name: 'metadata',
  category: 'Generating commands',
  generates: true,
  summary:
    'Lists hosts, sources or source types with their event count and the times of their first and last event.',
  syntax: 'metadata type=hosts|sources|sourcetypes [index=<name> …]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS, ['splunk_server', 'splunk_server_group', 'datatype']);
    const where = readIndexes(parser, options);
    const { type } = finishOptions(options);
    const times = 'min(_time) AS firstTime, max(_time) AS lastTime, max(_indextime) AS recentTime';
    const text = `| tstats count AS totalCount, ${times}${where} BY ${FIELDS[type]} | eval type="${type}"`;
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};
