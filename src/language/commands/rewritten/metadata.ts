import { choice } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../../parser/options.ts';
import { isAtStageEnd } from '../../parser/arguments.ts';
import { failUnexpected, peek, spanFrom } from '../../parser/state.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';
import { takeIndex } from './take-index.ts';

const FIELDS = {
  hosts: 'host',
  sources: 'source',
  sourcetypes: 'sourcetype',
} as const satisfies Record<string, string>;

const OPTIONS: OptionTable<{ readonly type: keyof typeof FIELDS }> = {
  type: {
    kind: choice('hosts', 'sources', 'sourcetypes'),
    default: 'hosts',
    summary: 'Which field: `host`, `source` or `sourcetype`.',
  },
};

export const metadataCommand: RewrittenCommand = {
  name: 'metadata',
  category: 'Making rows',
  generates: true,
  summary: 'Hosts, sources or source types with their number of events and first and last time.',
  syntax: 'metadata type=hosts|sources|sourcetypes [index=<name> …]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS, ['splunk_server', 'splunk_server_group', 'datatype']);
    const indexes: string[] = [];
    while (!isAtStageEnd(parser)) {
      const index = takeIndex(parser);
      if (index !== undefined) indexes.push(index);
      else if (!takeOption(parser, options)) failUnexpected(parser, peek(parser, 'argument'));
    }
    const { type } = finishOptions(options);
    const where = indexes.length === 0 ? '' : ` WHERE (${indexes.join(' OR ')})`;
    const times = 'min(_time) AS firstTime, max(_time) AS lastTime, max(_indextime) AS recentTime';
    const text = `| tstats count AS totalCount, ${times}${where} BY ${FIELDS[type]} | eval type="${type}"`;
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};
