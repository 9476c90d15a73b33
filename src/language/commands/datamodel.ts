import { isAtStageEnd, readText } from '../parser/arguments.ts';
import { isBareWord } from '../parser/lexer.ts';
import { printModel, readModel } from '../parser/model-reference.ts';
import { expecting, report, spanFrom } from '../parser/state.ts';
import { encodeText } from '../quoting.ts';
import { EVENT_SHAPE } from '../shape/shape.ts';
import type { DatamodelStage } from '../tree.ts';
import type { Command } from './definition.ts';

const MODES = ['search', 'flat'];

export const datamodelCommand: Command<DatamodelStage> = {
  name: 'datamodel',
  category: 'Generating commands',
  generates: true,
  summary: 'Returns the events and fields of a dataset in a data model.',
  syntax: 'datamodel <model> <dataset> [search | flat]',
  options: [],
  read: (parser, start) => {
    const named = readModel(parser);
    const isNamed = named.dataset !== undefined || isAtStageEnd(parser);
    const dataset = isNamed ? undefined : readText(parser, 'the name of a dataset');
    const from =
      dataset === undefined
        ? named
        : { ...named, dataset: dataset.value.split('.').at(-1), end: dataset.end };
    if (from.dataset === undefined) {
      const message = 'Specify a dataset: `| datamodel Endpoint Processes search`.';
      report(parser, 'invalid-value', from, message);
    }
    expecting(parser, { kind: 'choice', choices: MODES });
    const mode = isAtStageEnd(parser) ? undefined : readText(parser, '`search` or `flat`');
    if (mode !== undefined && !MODES.includes(mode.value.toLowerCase())) {
      const message = `\`${mode.value}\` isn’t supported. Use \`search\`, or \`flat\` for field names without the dataset prefix.`;
      report(parser, 'invalid-value', mode, message);
    }
    const hasPrefix = mode?.value.toLowerCase() !== 'flat';
    return { kind: 'datamodel', from, hasPrefix, ...spanFrom(parser, start) };
  },
  print: ({ from, hasPrefix }) => {
    const { dataset = '' } = from;
    const model = printModel({ ...from, dataset: undefined });
    const shown = isBareWord(dataset) ? dataset : encodeText(dataset);
    return `${model} ${shown} ${hasPrefix ? 'search' : 'flat'}`;
  },
  shape: () => EVENT_SHAPE,
};
