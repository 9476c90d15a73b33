import { fileURLToPath } from 'node:url';
import { textOption, type Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const REPAIR = fileURLToPath(new URL('../../src/repair.ts', import.meta.url));

export const storeRepairCommand: Command = {
  help:
    'Reads every file of the segment store and moves damaged ones to the folder `damaged` of the store, so that searches of\n' +
    'the other events work again. Stop the server first. Prints the lost events as JSON; a backup may still contain them.',
  options: {
    data: {
      type: 'string',
      value: '<folder>',
      help: 'Data folder of the server (default: XPLAIN_DATA).',
    },
    check: {
      type: 'boolean',
      help: 'Only check. Exits with 1 if a file is damaged.',
    },
  },
  examples: ['xplain store repair --check', 'xplain store repair --data /var/lib/xplain'],

  async run(terminal, given) {
    const data = textOption(given, 'data');
    const words = [
      ...(data === undefined ? [] : ['--data', data]),
      ...(given['check'] === true ? ['--check'] : []),
    ];
    return runProgram(terminal, 'repairing', REPAIR, words);
  },
};
