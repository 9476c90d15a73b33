import { readText } from '../parser/arguments.ts';
import { expecting, report, spanFrom } from '../parser/state.ts';
import { encodeText } from '../quoting.ts';
import { EVENT_SHAPE } from '../shape/shape.ts';
import type { SavedsearchStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const savedsearchCommand: Command<SavedsearchStage> = {
  name: 'savedsearch',
  category: 'Generating commands',
  generates: true,
  summary: 'Runs a saved search and returns its results.',
  syntax: 'savedsearch "<name>"',
  options: [],
  read: (parser, start) => {
    expecting(parser, { kind: 'savedSearch' });
    const name = readText(parser, 'the name of a saved search');
    if (name.value.trim() === '') {
      report(parser, 'invalid-value', name, 'Specify the name of a saved search.');
    }
    return { kind: 'savedsearch', name: name.value, ...spanFrom(parser, start) };
  },
  print: (stage) => encodeText(stage.name),
  shape: () => EVENT_SHAPE,
};
