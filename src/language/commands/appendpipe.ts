import { LIMITS } from '../../spec/limits.ts';
import { startOptions, takeOptions } from '../parser/options.ts';
import { fail, spanFrom } from '../parser/state.ts';
import { readContinuation } from '../parser/subsearch.ts';
import type { AppendpipeStage } from '../tree.ts';
import type { Command } from './definition.ts';

export const appendpipeCommand: Command<AppendpipeStage> = {
  name: 'appendpipe',
  category: 'Combining results',
  summary:
    'Runs a subpipeline on the current results and appends its output, for example to add subtotals.',
  syntax: 'appendpipe [<command> | <command> …]',
  options: [],
  read: (parser, start) => {
    const options = startOptions<object>({}, ['run_in_preview']);
    takeOptions(parser, options);
    parser.repeats += 1;
    const max = LIMITS.query.subsearchNestingMax;
    // Each of them reads twice what those before it read.
    if (parser.repeats > max) {
      const message = `A query can have at most ${max} \`appendpipe\` commands.`;
      fail(parser, 'too-many-subsearches', spanFrom(parser, start), message);
    }
    const query = readContinuation(parser);
    return { kind: 'appendpipe', query, ...spanFrom(parser, start) };
  },
  print: (stage, style) => `[${style.query(stage.query)}]`,
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
